"""The cases of the language, put into drawn programs: what is supported, and what is refused."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tests.language.cases import Case, all_cases, reported_cases

from .context import Context
from .statements import statement
from .types import BOOL, DTYPES, FLOAT, INT, Type, array, scalar

PASSED = "p_"
"""What the name of a case's parameter begins with as one of `main`."""

_DTYPES = {name if name != "bool" else "bool_": name for name in DTYPES}
_NUMBERS = {"int": INT, "float": FLOAT, "bool": BOOL}


_TEXT = re.compile(r"== f?[\"']")
"""A call whose result is a text, which is no item of a result."""


@dataclass(frozen=True)
class Construct:
    """A case of the language that can stand anywhere in `main`, or beside it.

    Attributes:
        name: of the case.
        codes: what it is refused with; none where it is supported.
        prelude: what stands before the function.
        parameters: the names and types of those that have no default.
        body: the lines of the function; none where it stands beside `main`.
        gives: whether the last of them binds `result`.
    """

    name: str
    codes: tuple[str, ...]
    prelude: str
    parameters: tuple[tuple[str, Type], ...]
    body: tuple[str, ...]
    gives: bool


@cache
def constructs(*, refused: bool) -> tuple[Construct, ...]:
    """The cases that can be put into a program."""
    cases = [case for case in [*all_cases(), *reported_cases()] if case.is_refused == refused]
    read = [_read(case) for case in cases if sys.version_info >= case.since]
    return tuple(each for each in read if each is not None)


def _read(case: Case) -> Construct | None:
    tree = ast.parse(case.module)
    (row, *_) = [n for n, line in enumerate(case.marked.splitlines(), 1) if _is_marked(line)]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) >= row:
            parameters = _parameters(node)
            if parameters is None or not _fits(node):
                break
            tree.body.remove(node)
            bound, body = _body(node)
            codes = tuple(dict.fromkeys(code for _, code in case.errors))
            gives = _gives(node) and not _TEXT.search(case.calls)
            lines = (*bound, *body)
            return Construct(case.path.stem, codes, ast.unparse(tree), parameters, lines, gives)
    return _beside(case) if case.is_refused else None


def _beside(case: Case) -> Construct:
    """A case whose function stands beside `main`: one that is refused, the module is for."""
    codes = tuple(dict.fromkeys(code for _, code in case.errors))
    return Construct(case.path.stem, codes, ast.unparse(ast.parse(case.module)), (), (), False)


def _is_marked(line: str) -> bool:
    return "  # <--" in line or "  # error: [" in line


def _fits(function: ast.FunctionDef) -> bool:
    """Whether the body means the same elsewhere, and ends for every argument."""
    plain = [ast.unparse(each) for each in function.decorator_list] == ["graph"]
    own = list(_own(function))
    returns = [node for node in own if isinstance(node, ast.Return)]
    return (
        plain
        and all(node is function.body[-1] for node in returns)
        and not any(
            isinstance(node, ast.While | ast.Global | ast.Yield | ast.YieldFrom) for node in own
        )
    )


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """What is in a function, but not in the functions in it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _own(child)


def _gives(function: ast.FunctionDef) -> bool:
    last = function.body[-1]
    return isinstance(last, ast.Return) and last.value is not None


def _body(function: ast.FunctionDef) -> tuple[list[str], list[str]]:
    """Lines that bind the parameters, and those of the body."""
    arguments = function.args
    plain, defaults = arguments.args, arguments.defaults
    given = plain[: len(plain) - len(defaults)]
    bound = [f"{each.arg} = {PASSED}{each.arg}" for each in given]
    for each, value in zip(plain[len(given) :], defaults, strict=True):
        bound.append(f"{each.arg} = {ast.unparse(value)}")
    lines = []
    for node in function.body:
        if isinstance(node, ast.Return):
            if node.value is not None:
                lines.append(f"result = {ast.unparse(node.value)}")
        else:
            lines += ast.unparse(node).splitlines()
    return bound, lines


def _parameters(function: ast.FunctionDef) -> tuple[tuple[str, Type], ...] | None:
    arguments = function.args
    given = arguments.args[: len(arguments.args) - len(arguments.defaults)]
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
        return None
    types = [(each.arg, _type(each.annotation)) for each in given]
    found = tuple((name, t) for name, t in types if t is not None)
    return found if len(found) == len(types) else None


def _type(annotation: ast.expr | None) -> Type | None:
    if isinstance(annotation, ast.Name):
        return _NUMBERS.get(annotation.id)
    if not isinstance(annotation, ast.Subscript):
        return None
    form, inside = ast.unparse(annotation.value), annotation.slice
    items = inside.elts if isinstance(inside, ast.Tuple) and inside.elts else [inside]
    dtype = _DTYPES.get(ast.unparse(items[0]))
    sizes = [ast.unparse(item) for item in items[1:]]
    if dtype is None or not all(s in ("n", "m", "()") or s.isdigit() for s in sizes):
        return None
    if form == "Scalar":
        return scalar(dtype)
    return array(dtype, *(s for s in sizes if s != "()")) if form == "Tensor" else None


@statement(3, sized=0.5)
def construct(c: Context) -> None:
    """The case that this program has; one whose result is to be refused stands at the end."""
    if c.construct is not None and not (c.construct.codes and c.construct.gives):
        _put(c)


def last_construct(c: Context) -> None:
    """The same at the end of a program, where it does not stand before."""
    if c.construct is not None and not (c.construct.codes and c.construct.gives and c.settled):
        _put(c)


def _put(c: Context) -> None:
    case, c.construct = c.construct, None
    assert case is not None
    c.count(f"case {case.name}")
    c.inexact = True
    for line in case.body:
        c.emit(line)
    if case.gives and c.depth == 0 and not c.settled:
        c.result += (("result", Type("opaque")),)
