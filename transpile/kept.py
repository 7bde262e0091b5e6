"""Expressions that stay the Python they are: comprehensions, lambdas, f-strings of build values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from dslc.captured_arrays import holds_arrays

from . import fence
from .access import name
from .captured import capture_attribute
from .captured_arrays import refuse_reading
from .changing import CHANGING
from .effects import capture_of_call, refuse_effect
from .frame import Frame, NeedsBuild
from .kind_parts import is_run
from .kinds import UNKNOWN, Built, Kind, MaybeUnbound, Poison, Repeated, loop_of
from .live import names_in
from .python_calls import prints
from .tree import Call, Expression, Name, Opaque, Starred
from .varying_calls import refuse_varying, varies


def kept(frame: Frame, e: Expression) -> Kind:
    """An expression without a form: plain Python if all it reads is known while building."""
    binds = getattr(e, "binds", ())
    kind = _refused(frame, e)
    for bound in binds:
        frame.bind(bound, Built(bound) if kind is None else kind)
    if kind is not None:
        return kind
    text = frame.source(e.span)
    if isinstance(e, Opaque) and e.construct == "a generator expression":
        return Repeated(f"({text})", Built(""), "iterator")
    return Built(text, tight=0)


def _refused(frame: Frame, e: Expression) -> Poison | None:
    """Refuse what depends on the run, or does more than to give a value."""
    for read in names_in(e):
        kind = frame.environment.get(read)
        loop = None if kind is None else loop_of(kind)
        if loop is not None:
            raise NeedsBuild(loop, e.span)
        if kind is None or isinstance(kind, MaybeUnbound):
            value = frame.session.namespace.get(read)
            is_module = isinstance(value, ModuleType)  # whose attributes are captured below
            kind = name(frame, Name(e.span, read), whole=not is_module)  # notes what is captured
        if isinstance(kind, Poison):
            return kind
        if read not in frame.environment and isinstance(kind, Built) and kind.text != read:
            construct = f"{fence.construct_of(e)} with `{read}` of another module"
            return fence.refuse(frame, construct, e.span, help="pass it as an argument")
        if is_run(kind):
            return fence.refuse(frame, fence.construct_of(e), e.span)
    whole = e.value if isinstance(e, Starred) else e
    if getattr(e, "binds", ()) and frame.ends is not None:
        return fence.refuse(frame, fence.construct_of(e), e.span)
    tree = ast.parse(f"({frame.session.module.code(whole.span)}\n)", mode="eval")
    return refuse_calls(frame, tree, e)


def refuse_calls(frame: Frame, tree: ast.AST, e: Expression) -> Poison | None:
    """Refuse calls in Python that stays which do more than to give a value."""
    inside = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and _binds(n)}
    inside |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    owners = {node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        value: object = None
        if isinstance(node, ast.Attribute):
            value = _capture_path(frame, list(_path(node))[::-1], inside)
        elif isinstance(node, ast.Name) and not _binds(node) and node not in owners:
            value = _read_whole(frame, node.id, inside, e)
        if node not in owners and holds_arrays(value):
            return refuse_reading(frame, fence.construct_of(e), e.span)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            refused = _call(frame, call, inside, e)
            if refused is not None:
                return refused
    return None


def _capture_path(frame: Frame, names: list[str], inside: set[str]) -> Any:
    """Note what `a.b.c` reads, where `a` is a global, and give it."""
    value = frame.session.namespace.get(names[0]) if names and names[0] not in inside else None
    for number, attribute in enumerate(names[1:], start=2):
        owner, value = value, getattr(value, attribute, None)
        capture_attribute(frame, ".".join(names[:number]), owner, value, whole=False)
    return value


def _read_whole(frame: Frame, read: str, inside: set[str], e: Expression) -> Any:
    """Note a global that is read as it is, and give it; a module is refused."""
    if read not in frame.session.namespace or read in frame.environment or read in inside:
        return None
    name(frame, Name(e.span, read))
    return frame.session.namespace[read]


def _binds(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _call(frame: Frame, call: ast.Call, inside: set[str], e: Expression) -> Poison | None:
    """Refuse a call in it that changes something, shows something, or differs from time to time."""
    callee = Built(ast.unparse(call.func), _value(frame, call.func, inside))
    at = Call(e.span, e, (), ())
    if callee.value is UNKNOWN:
        changing = isinstance(call.func, ast.Attribute) and call.func.attr in CHANGING
        return fence.refuse(frame, f"`.{callee.text}` in it", e.span) if changing else None
    if varies(callee.value):
        return refuse_varying(frame, callee, at)
    if prints(frame.session.module.path, callee.value):
        return fence.refuse(
            frame, f"calling `{callee.text}`, which prints, in an expression", e.span
        )
    refused = refuse_effect(frame, callee, [], at)
    return capture_of_call(frame, callee, at) if refused is None else refused


def _value(frame: Frame, node: ast.expr, inside: set[str]) -> Any:
    """What is called, where it is known."""
    path = list(_path(node))
    if not path or path[-1] in inside:
        return UNKNOWN
    first = name(frame, Name(frame.function.span, path.pop()), whole=False)
    value = first.value if isinstance(first, Built) else UNKNOWN
    while path and value is not UNKNOWN:
        value = getattr(value, path.pop(), UNKNOWN)
    return value


def _path(node: ast.expr) -> Iterator[str]:
    """The names of `a.b.c`, last first; nothing for another expression."""
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        yield from [*names, node.id]
