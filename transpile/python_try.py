"""`try` around build values: it stays the Python it is, and runs once while the graph is built."""

from __future__ import annotations

import ast
from types import ModuleType
from typing import Any

from . import fence
from .access import name
from .frame import Frame
from .kept import refuse_calls
from .kind_parts import is_run
from .kinds import POISON, UNKNOWN, Built, Kind, MaybeUnbound, Poison
from .refused_builtins import OR_PYTHON
from .tree import Name, OpaqueStatement

_FORMS = (
    ast.Try,
    ast.ExceptHandler,
    ast.Assign,
    ast.Expr,
    ast.If,
    ast.Pass,
    ast.Import,
    ast.ImportFrom,
)
"""What stands in it: nothing leaves it but an exception, and nothing is bound but names."""


def python_try(frame: Frame, s: OpaqueStatement) -> None:
    """Keep a `try`, or refuse it."""
    lines = None if frame.session.prefix else _lines(frame, s)
    tree = None if lines is None else ast.parse("\n".join(lines)).body[0]
    known = None if tree is None or not _is_plain(tree) else _reads(frame, s)
    if lines is None or tree is None or known is None:
        _refuse(frame, s, tree)
        return
    if refuse_calls(frame, tree, Name(s.span, "")) is not None:
        _bind_all(frame, s, POISON)
        return
    for line in lines:
        frame.writer.line(line)
    found = _run(frame, s, "\n".join(lines), known)
    caught = {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)}
    for bound in s.binds:
        if bound in caught or (found is not None and bound not in found):
            frame.environment[bound] = MaybeUnbound("bound in one part of the `try` only")
        else:
            frame.bind(bound, Built(bound, UNKNOWN if found is None else found[bound]))


_INSTEAD = {
    "IndexError": "test the index before, as in `if -len(x) <= i < len(x):`",
    "ZeroDivisionError": "test the divisor before, as in `if d != 0:`",
    "AssertionError": "write the condition as an `if`",
}
"""What to write where values of the run raise this."""


def _refuse(frame: Frame, s: OpaqueStatement, tree: ast.stmt | None) -> None:
    handlers = tree.handlers if isinstance(tree, ast.Try) else []
    caught = [h.type.id for h in handlers if isinstance(h.type, ast.Name)]
    help_ = next((_INSTEAD[name] for name in caught if name in _INSTEAD), None)
    if help_ is not None:
        help_ = f"{help_}, {OR_PYTHON}"
    fence.refuse(frame, s.construct, s.span, help=help_)
    _bind_all(frame, s, POISON)


def _bind_all(frame: Frame, s: OpaqueStatement, kind: Kind) -> None:
    for bound in s.binds:
        frame.bind(bound, kind)


def _lines(frame: Frame, s: OpaqueStatement) -> list[str] | None:
    """Its lines, the first at the left margin; None where a text reaches over several lines."""
    first, *others = frame.session.module.code(s.whole).splitlines()
    margin = s.whole.column - 1
    if any(line[:margin].strip() for line in others):
        return None
    return [first, *(line[margin:] for line in others)]


def _is_plain(tree: ast.stmt) -> bool:
    """Whether it only binds names to what expressions give."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.ExceptHandler) and not isinstance(node, _FORMS):
            return False
        if isinstance(node, ast.Await | ast.Yield | ast.YieldFrom | ast.Lambda):
            return False
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            return False
    return isinstance(tree, ast.Try)


def _reads(frame: Frame, s: OpaqueStatement) -> dict[str, Any] | None:
    """The local names that it reads, with their values; None where one is a value of the graph."""
    values: dict[str, Any] = {}
    for read in s.reads:
        before = frame.environment.get(read)
        if read in s.binds and (before is None or isinstance(before, MaybeUnbound)):
            continue  # bound in it before
        local = before is not None
        is_module = isinstance(frame.session.namespace.get(read), ModuleType)
        kind = name(frame, Name(s.span, read), whole=local or not is_module)
        if not isinstance(kind, Built) or isinstance(kind, Poison) or is_run(kind):
            return None
        if local:
            values[read] = kind.value
    return values


def _run(
    frame: Frame, s: OpaqueStatement, text: str, known: dict[str, Any]
) -> dict[str, Any] | None:
    """What it binds; None where that depends on a build-time parameter."""
    if any(value is UNKNOWN for value in known.values()):
        return None
    space = {**frame.session.namespace, **known}
    for bound in s.binds:
        if bound not in known:
            space.pop(bound, None)
    try:
        exec(compile(text, frame.session.module.path, "exec", dont_inherit=True), space)
    except Exception as error:  # noqa: BLE001 - whatever the program raises
        said = f"the `try` lets {type(error).__name__} through: {error}"
        frame.refuse("build-failed", said, s.span)
    return {bound: space[bound] for bound in s.binds if bound in space}
