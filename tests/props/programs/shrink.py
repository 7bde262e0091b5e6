"""A failing program made small: statements deleted, expressions replaced, while it still fails."""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from .modules import Program

Fails = Callable[[Program], bool]


def shrink(program: Program, fails: Fails, tries: int = 1500) -> Program:
    """The smallest program found that still fails; `tries` candidates at most."""
    before = None
    while program.source != before and tries > 0:
        before, number = program.source, 0
        while tries > 0 and (candidate := _smaller(program, number)) is not None:
            tries -= 1
            if (
                candidate.source != program.source
                and _closed(candidate.source)
                and fails(candidate)
            ):
                program = candidate
            else:
                number += 1
    return program


def _closed(source: str) -> bool:
    """Whether every name that a function reads is bound somewhere in it or in the module."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a slice alone
        return False
    outside = _bound(tree, inside=False) | set(dir(builtins))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return all(_read(function) <= outside | _bound(function, inside=True) for function in functions)


def _read(tree: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def _bound(tree: ast.Module | ast.FunctionDef, *, inside: bool) -> set[str]:
    nodes = (
        list(ast.walk(tree))
        if inside
        else [n for each in tree.body for n in (each, *ast.iter_child_nodes(each))]
    )
    names = (
        {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        if inside
        else {
            n.id
            for each in tree.body
            if isinstance(each, ast.Assign)
            for n in ast.walk(each)
            if isinstance(n, ast.Name)
        }
    )
    names |= {n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    names |= {n.asname or n.name for n in nodes if isinstance(n, ast.alias)}
    return names | {n.arg for n in nodes if isinstance(n, ast.arg)}


def _smaller(program: Program, number: int) -> Program | None:
    """The program with its `number`-th thing taken out; None after the last."""
    if number < len(program.parameters):
        return _without_parameter(program, number)
    tree = ast.parse(program.source)
    edit = next(itertools.islice(_edits(tree), number - len(program.parameters), None), None)
    if edit is None:
        return None
    edit()
    return replace(program, source=ast.unparse(ast.fix_missing_locations(tree)) + "\n")


def _without_parameter(program: Program, number: int) -> Program:
    tree = ast.parse(program.source)
    main = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "main")
    first_default = len(main.args.args) - len(main.args.defaults)
    if number >= first_default:
        del main.args.defaults[number - first_default]
    del main.args.args[number]
    parameters = program.parameters[:number] + program.parameters[number + 1 :]
    return replace(program, source=ast.unparse(tree) + "\n", parameters=parameters)


Edit = Callable[[], None]

_KEPT = ("annotation", "func", "target", "targets", "decorator_list", "returns", "format_spec")


def _edits(tree: ast.Module) -> Iterator[Edit]:
    """Everything that can be taken out of a module."""
    blocks = [
        getattr(node, name)
        for node in ast.walk(tree)
        for name in ("body", "orelse")
        if isinstance(getattr(node, name, None), list)
    ]
    for block in blocks:
        for start in range(len(block)):
            yield from _statement_edits(block, start)
    for node in _values(tree):
        for name, value in ast.iter_fields(node):
            if name not in _KEPT:
                yield from _field_edits(node, name, value)


def _field_edits(node: ast.AST, name: str, value: object) -> Iterator[Edit]:
    if isinstance(value, ast.expr):
        yield from _expression_edits(partial(setattr, node, name), value)
    elif isinstance(value, list):
        text = isinstance(node, ast.JoinedStr)
        shorter = text or (isinstance(node, ast.BoolOp | ast.Tuple) and len(value) > 1)
        for i, item in enumerate(value):
            if isinstance(item, ast.expr) and not text:
                yield from _expression_edits(partial(value.__setitem__, i), item)
            if isinstance(item, ast.expr) and shorter:
                yield partial(value.__delitem__, i)


def _values(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those of annotations, classes and imports."""
    declared = getattr(tree, "returns", None)
    for node in ast.iter_child_nodes(tree):
        kept = isinstance(node, ast.arguments | ast.ClassDef | ast.ImportFrom)
        if not kept and node is not declared:
            yield node
            yield from _values(node)


def _statement_edits(block: list[ast.stmt], start: int) -> Iterator[Edit]:
    node = block[start]
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Return):
        return
    if isinstance(node, ast.FunctionDef) and node.name == "main":
        return
    if len(block) > start + 3 and not isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield partial(block.__setitem__, slice(start, start + 3), [])
    if len(block) > 1:
        yield partial(block.__delitem__, start)
    for name in ("body", "orelse"):
        inner = getattr(node, name, None)
        if inner and isinstance(node, ast.If | ast.While | ast.For):
            yield partial(block.__setitem__, slice(start, start + 1), inner)
    if isinstance(node, ast.If | ast.For | ast.While) and node.orelse:
        yield partial(setattr, node, "orelse", [])


def _expression_edits(put: Callable[[ast.expr], None], old: ast.expr) -> Iterator[Edit]:
    if isinstance(old, ast.Name | ast.Constant) or isinstance(getattr(old, "ctx", None), ast.Store):
        return
    for child in ast.iter_child_nodes(old):
        if isinstance(child, ast.expr) and child is not getattr(old, "func", None):
            yield partial(put, child)
    for value in (True, 1, 0.5):
        yield partial(put, ast.Constant(value))
