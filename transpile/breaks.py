"""Functions with breaks: `@graph(breaks=True)`."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from dslc.annotations import TensorSpec
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import Diagnostic
from dslc.ir.dims import symbols
from dslc.signature import Signature

from .annotated_signature import annotated
from .break_costs import costs
from .breakable import stays_wrong
from .crossing import SizeNames, Spelling, Typed, tensors
from .driver_text import DriverText
from .live import Live, live_names
from .names import first_free
from .partition import Partition
from .pieces import Piece, runs_in
from .python_types import PythonTypes
from .runs import Runs
from .subgraphs import Subgraphs
from .translate import Emitted, Translator, bound_in_order
from .tree import Function
from .weights import statements_in

_FRAMES = ("dir", "eval", "exec", "globals", "locals", "vars")
"""Functions that see the names of whoever calls them, some of which are in subgraphs only."""


@dataclass(slots=True)
class Driven:
    """What a function with breaks became.

    Attributes:
        function: its source.
        subgraphs: the builder functions of its parts.
        lines: the Python that calls them.
        breaks: what `dslc check` tells of each break.
    """

    function: Function
    subgraphs: list[Emitted]
    lines: list[str]
    breaks: list[Diagnostic] = field(default_factory=list)


def translated(
    translator: Translator,
    tree: Function,
    function: GraphFunction[Any],
    signature: Signature,
    alias: str,
    annotations: Mapping[str, str] = MappingProxyType({}),
) -> Emitted | Driven:
    """What a function of `@graph` becomes; it has breaks only where it asks for them.

    `alias` is the emitted module's name for dslc, `annotations` are for parameters whose source has
    none.
    """
    if not function.breaks:
        return translator.translate(tree, signature, function.check)
    around = _Surroundings(alias, annotations)
    return _with_breaks(translator, tree, function, signature, around)


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """Where a function with breaks stands: the arguments of `translated`."""

    alias: str
    annotations: Mapping[str, str]


def _with_breaks(
    translator: Translator,
    tree: Function,
    function: GraphFunction[Any],
    signature: Signature,
    around: _Surroundings,
) -> Emitted | Driven:
    """A function as one graph where that can be, else as subgraphs with Python between them."""
    trial = Translator(translator.module, translator.namespace)
    trial.translate(tree, signature, function.check)
    found = trial.session.diagnostics
    errors = [d for d in found if d.severity == "error"]
    closed = _Names.of(translator, tree)
    if not errors or all(map(stays_wrong, errors)) or closed.refused:
        emitted = translator.translate(tree, signature, function.check)
        for diagnostic in closed.refused if errors else ():
            translator.session.report(diagnostic)
        return emitted
    if function.specialize is not None:
        message = "versions for some sizes are of one graph, and this function has breaks"
        help_text = "leave `specialize` out, or `breaks=True`"
        translator.session.report(
            Diagnostic("specialize-invalid", message, tree.span, help=help_text)
        )
    partition, parameters = _partition(translator, tree, function, signature, around, closed)
    pieces = partition.function(parameters)
    return _emit(translator, tree, partition, pieces, around)


def _partition(
    translator: Translator,
    tree: Function,
    function: GraphFunction[Any],
    signature: Signature,
    around: _Surroundings,
    closed: _Names,
) -> tuple[Partition, dict[str, Typed]]:
    namespace = translator.namespace
    spelling = Spelling(namespace, around.alias)
    local = closed.local
    own = frozenset(
        name
        for p in signature.parameters
        for t in tensors(p.spec)
        for size in t.shape
        for name in symbols(size)
    )
    sizes = SizeNames.of(own - frozenset(local), translator.module.identifiers)
    texts = {**_annotations(tree), **around.annotations}
    parameters = {p.name: _parameter(p.name, p.spec, texts, sizes) for p in signature.parameters}
    runs = Runs(
        Subgraphs(tree, signature, function.check, spelling),
        lambda: Translator(translator.module, namespace),
        live_names(tree),
        local,
        closed.held,
        PythonTypes(translator.module, namespace, frozenset(local), sizes),
        sizes,
        _changed(tree, namespace).difference(local),
    )
    return Partition(runs, translator.session.report), parameters


def _changed(tree: Function, namespace: Mapping[str, Any]) -> frozenset[str]:
    """The globals that a function changes in place.

    Not arrays, which each subgraph reads as they are.
    """
    live, found = Live(), set[str]()
    statements = list(tree.body.statements)
    while statements:
        s = statements.pop()
        found.update(live.changed(s))
        statements += statements_in(s)
    return frozenset(n for n in found if not isinstance(namespace.get(n), np.ndarray))


def _parameter(name: str, spec: Any, texts: Mapping[str, str], sizes: SizeNames) -> Typed:
    settled = sizes.settle(spec, name, "parameters")
    inout = isinstance(spec, TensorSpec) and spec.inout
    if isinstance(settled, TensorSpec):
        settled = replace(settled, inout=False)
    return Typed(settled, texts.get(name), parameter=True, inout=inout, apart=True)


def _annotations(tree: Function) -> dict[str, str]:
    """The annotations of the parameters, as the source spells them."""
    text = f"def f{tree.signature}: pass"
    parsed = ast.parse(text).body[0]
    assert isinstance(parsed, ast.FunctionDef)
    arguments = parsed.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    found = {a.arg: ast.get_source_segment(text, a.annotation) for a in every if a.annotation}
    return {name: said for name, said in found.items() if said is not None}


def _emit(
    translator: Translator,
    tree: Function,
    partition: Partition,
    pieces: list[Piece],
    around: _Surroundings,
) -> Driven:
    runs = list(runs_in(pieces))
    taken = set(translator.module.identifiers)
    names = {}
    for number, run in enumerate(runs, start=1):
        names[run] = first_free(f"{tree.name}_{number}", taken.__contains__)
        taken.add(names[run])
    subgraphs = [
        partition.runs.subgraphs.emit(translator, run.part, names[run], tuple(run.outputs))
        for run in runs
    ]
    decorator = f"@{around.alias}.driver({', '.join(names.values())})"
    text = DriverText(translator.module, names)
    head = f"def {tree.name}{annotated(tree, around.annotations)}:"
    lines = text.lines(tree, decorator, head, pieces)
    return Driven(tree, subgraphs, lines, costs(translator.module, tree, pieces, names))


# --- names ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Names:
    """The names of a function that Python may read without a statement of it saying so.

    Attributes:
        local: all of its names, in the order in which it binds them.
        held: those read or bound where the walk of statements does not see it.
        refused: what no function with breaks may do.
    """

    local: tuple[str, ...]
    held: frozenset[str]
    refused: list[Diagnostic]

    @classmethod
    def of(cls, translator: Translator, tree: Function) -> _Names:
        """Those of a function."""
        block = translator.module.text[tree.start : tree.end]
        parsed = ast.parse(f"if True:\n{block}" if tree.indent else block)
        outer = next(n for n in ast.walk(parsed) if isinstance(n, ast.FunctionDef))
        inside = [node for s in outer.body for node in ast.walk(s)]
        later = [node for node in inside if isinstance(node, _LATER)]
        held = frozenset(name for node in later for name in _names_in(node))
        bound = [n.id for n in inside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        refused = [
            Diagnostic(
                "unsupported-construct",
                f"`{name}` may see names that only a subgraph has, so it cannot stay Python",
                tree.span,
            )
            for name in _FRAMES
            if any(isinstance(n, ast.Name) and n.id == name for n in inside)
        ]
        return cls(tuple(dict.fromkeys([*bound_in_order(tree), *bound])), held, refused)


_LATER = (
    ast.FunctionDef
    | ast.AsyncFunctionDef
    | ast.ClassDef
    | ast.Lambda
    | ast.GeneratorExp
    | ast.Nonlocal
    | ast.Delete
    | ast.Try
    | ast.TryStar
    | ast.With
    | ast.Match
)
"""What reads a name later, or binds one on some paths only."""


def _names_in(node: ast.AST) -> list[str]:
    names = list(node.names) if isinstance(node, ast.Nonlocal) else []
    return [*names, *(n.id for n in ast.walk(node) if isinstance(n, ast.Name))]
