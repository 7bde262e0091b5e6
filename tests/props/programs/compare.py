"""One program run every way there is: plain Python, and each way of running its graph."""

from __future__ import annotations

import ast
import io
import itertools
import linecache
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from dslc.compiled import CompiledFunction
from dslc.devices import Device
from dslc.inout import update
from dslc.ir.diagnostics import CompilerBug, DslError
from dslc.ir.dims import interval
from dslc.ir.evaluate import evaluate
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph, type_of
from dslc.ir.nests.parse_plan import parse_plan
from dslc.ir.nests.plan import print_plan
from dslc.ir.ops.reduce import UFUNCS
from dslc.ir.passes import run_pass
from dslc.ir.passes.fuse import fuse
from dslc.ir.same import same_graph
from dslc.ir.verify import verify
from dslc.requests import Multiple, multiple_of
from dslc.signature import Call
from dslc.transpile import load_functions

from .inputs import draw_arguments, fits
from .modules import Program
from .outcomes import Freedom, Outcome, Raised, alike, same_leaf
from .results import declared
from .shapes import ShapesHold

CALLS = 5
"""Calls of each program; one more where it is about sizes."""

WISHED = (3, 6, multiple_of(2))
"""Sizes of every dim that programs have a version for, one each in turn."""

VERSIONED = 8
"""One program of so many is also run with versions for some sizes; all that are about sizes are."""

ASSUMPTIONS = ("shape-assumption", "integer-overflow")
"""What a graph may refuse at a call although plain Python has a value."""


@dataclass(frozen=True)
class Difference:
    """A way of running that is not like plain Python."""

    way: str
    arguments: Sequence[Any]
    expected: Outcome
    actual: Outcome

    def __str__(self) -> str:
        outcomes = f"  expected {self.expected!s}\n  actual   {self.actual!s}"
        return f"{self.way}: on {self.arguments!r}\n{outcomes}"


@dataclass
class Report:
    """What came of one program; `assumed` and `unfit` are calls that a graph refuses.

    The first had a value, with sizes that the annotations allow; the second had others.
    """

    refused: DslError | None = None
    difference: Difference | None = None
    values: int = 0
    raised: int = 0
    assumed: int = 0
    unfit: int = 0


_LOOPS = ("nests", "cpu", "cuda", "cuda-emulated")
"""The ways of running that reduce by loops of their own."""

_UNBOUND = re.compile("raises (NameError|UnboundLocalError)")
"""What building raises where the emitted text reads a name that it has not bound."""

Run = Callable[[Sequence[Any]], Any]
Ways = dict[str, Run]


def compare(
    program: Program, folder: Path, *, devices: Sequence[Device] = (), calls: int = CALLS
) -> Report:
    """Build a program and compare all ways of running it on drawn arguments, on devices too."""
    report = Report()
    path = folder / f"drawn_{program.seed}.py"
    path.write_text(program.source, encoding="utf-8")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        namespace = executed(program.source)
        try:
            compiled = load_functions(path)["main"]
            compiled.graph  # noqa: B018  (builds it)
        except DslError as error:
            report.refused = error
            codes = {each.code for each in error.diagnostics}
            # What only building knows may be refused in the statement that has the other, first;
            # and nothing is said of a result of which a part was refused before.
            due = codes.issuperset(program.refused) or "depends-on-static" in codes
            due |= program.refused == ("result-unsupported",)
            if not due or _UNBOUND.search(str(error)):
                report.difference = Difference("build", (), program.refused, str(error))
            return report
        except (Exception, CompilerBug) as error:  # noqa: BLE001  (any is a failure to report)
            report.difference = Difference("build", (), "a graph or a diagnostic", repr(error))
            return report
        if program.refused:
            report.difference = Difference("build", (), program.refused, "a graph")
            return report
        try:
            ways = _ways(compiled, exact=program.exact, devices=devices)
            if program.sized or program.seed % VERSIONED == 0:
                ways["versions"] = _of_arguments(_versions(compiled, WISHED[program.seed % 3]))
            if program.sized:
                ways["eager"] = _of_arguments(namespace["main"])
        except (Exception, CompilerBug) as error:  # noqa: BLE001
            report.difference = Difference("print", (), "the graph's text", repr(error))
            return report
        freedom = Freedom(_joins(program, compiled.graph), _takes_extremes(compiled.graph))
        _compare_calls(program, namespace, ways, report, calls, freedom)
    return report


def executed(source: str | ast.Module) -> dict[str, Any]:
    """The names of a module that stands in no file."""
    module = ModuleType("drawn")
    sys.modules["drawn"] = module  # dataclasses look their module up
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        exec(compile(source, "<drawn>", "exec"), module.__dict__)
    return module.__dict__


def _joins(program: Program, graph: Graph) -> bool:
    """Whether the dtype of a result depends on the path; in cases an int may become a float."""
    cases = any(name.startswith("case ") for name in program.counts)
    return cases or any(getattr(type_of(each), "joined", False) for each in graph.results)


def _takes_extremes(graph: Graph) -> bool:
    """Whether it reduces to extremes: of 0.0 and -0.0 those are either one, also in NumPy."""
    graphs = (*graph.callees(), graph)
    return any(node.op.name in UFUNCS for each in graphs for node in each.walk())


def _compare_calls(
    program: Program,
    namespace: dict[str, Any],
    ways: Ways,
    report: Report,
    calls: int,
    freedom: Freedom,
) -> None:
    """Compare calls."""
    function = namespace["main"].__wrapped__
    for number in range(calls + program.sized if calls else 0):
        arguments = draw_arguments(program, namespace, number)
        inouts = any(p.inouts for p in program.parameters)
        if program.sized and not fits(program, arguments):
            report.unfit += 1
            _compare_refusals(ways, arguments, report)
            continue
        expected = outcome(lambda given: function(*given), arguments, inouts)
        undeclared = not isinstance(expected, Raised) and not declared(program, arguments, expected)
        if isinstance(expected, Raised):
            report.raised += 1
        else:
            report.values += 1
        refused = False
        for way, run in ways.items():
            actual = outcome(run, arguments, inouts)
            if undeclared:
                if not _refuses(actual, *ASSUMPTIONS):
                    report.difference = Difference(way, arguments, "a refused result", actual)
                    return
            elif _assumed(program, expected, actual, arguments):
                refused = not isinstance(expected, Raised)
            elif not alike(expected, actual, freedom if way in _LOOPS else freedom.in_numpy()):
                report.difference = Difference(way, arguments, expected, actual)
                return
        report.assumed += refused


def _compare_refusals(ways: Ways, arguments: Sequence[Any], report: Report) -> None:
    """Every way refuses arguments that are not as annotated."""
    for way, run in ways.items():
        actual = outcome(run, arguments)
        if not _refuses(actual, "argument-mismatch"):
            report.difference = Difference(way, arguments, "argument-mismatch", actual)


def _refuses(actual: Outcome, *codes: str) -> bool:
    return isinstance(actual, Raised) and actual.code in codes


def plain_outcomes(program: Program) -> list[Outcome]:
    """What plain Python gives for each call."""
    namespace = executed(program.source)
    function = namespace["main"].__wrapped__
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return [
            outcome(
                lambda given: function(*given), draw_arguments(program, namespace, number), True
            )
            for number in range(CALLS)
        ]


def _ways(compiled: CompiledFunction, *, exact: bool, devices: Sequence[Device]) -> Ways:
    """Every way of running a compiled function, by name; exact is what any order of sums gives.

    Only exact programs run as nests and on devices: NumPy's own `exp`, `cbrt` and the like differ
    in the last bit between a scalar and an array with negative strides.
    """
    graph = compiled.graph
    again = _printed(compiled)
    if not same_graph(graph, again.graph):
        raise AssertionError("the printed text builds another graph")
    ways: dict[str, Run] = {
        "evaluate": lambda arguments: _evaluated(compiled, compiled.graph, arguments),
        "printed": lambda arguments: _flat_call(compiled, again, arguments),
        "reference": _of_arguments(compiled.with_device("reference")),
        "step": _of_arguments(compiled.with_device("step")),
        "traced": lambda arguments: compiled.trace(*arguments).result,
    }
    if exact:
        fused = _fused(compiled.optimized)
        ways["nests"] = lambda arguments: _evaluated(compiled, fused, arguments)
        ways |= {each: _of_arguments(compiled.with_device(each)) for each in devices}
    return ways


def _of_arguments(function: Callable[..., Any]) -> Run:
    return lambda arguments: function(*arguments)


_texts = itertools.count()


def _printed(compiled: CompiledFunction) -> CompiledFunction:
    """The compiled function that a graph's printed text defines; it may import its module."""
    name, text = f"<printed {next(_texts)}>", str(compiled.graph)
    module = ModuleType(compiled.__module__)
    module.__dict__.update(compiled.blueprint.function.__globals__)
    sys.modules[module.__name__] = module
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    namespace: dict[str, Any] = {"__name__": "printed"}
    exec(compile(text, name, "exec"), namespace)
    functions = [v for v in namespace.values() if isinstance(v, CompiledFunction)]
    functions[-1].graph  # noqa: B018  (needs the text)
    del linecache.cache[name]
    return functions[-1]


def _evaluated(compiled: CompiledFunction, graph: Graph, arguments: Sequence[Any]) -> list[Any]:
    """A graph of a function; its types and what it knows of sizes are checked."""
    call, sizes = _call(compiled, arguments)
    results = evaluate(graph, call.values, sizes, ShapesHold(graph))
    return update(graph.updates, call.values, results)


def _fused(optimized: Graph) -> Graph:
    """The graph with loop nests, as backends print it, read from its plan.

    A plan does not say which numbers are sizes, so of a graph that was read back more may raise,
    and more waits for what stands before it.
    """
    primitive = run_pass(lambda each: expand(each, lambda op: False), optimized)
    text = print_plan(run_pass(fuse, primitive))
    again = verify(parse_plan(text))
    assert _WAITS.sub("", print_plan(again)) == _WAITS.sub("", text), text
    return again


_WAITS = re.compile(r"(?<=\d) after [\d, ]+(?=: )")


def _versions(compiled: CompiledFunction, wished: int | Multiple) -> CompiledFunction:
    """The function on the reference with versions for some sizes of every dim."""
    names = [name for name, dim in compiled.graph.symbols.items() if interval(dim)[0] == 0]
    on_reference = compiled.with_device("reference")
    return on_reference.with_versions(dict.fromkeys(names, (wished,))) if names else on_reference


def _flat_call(
    compiled: CompiledFunction, printed: CompiledFunction, arguments: Sequence[Any]
) -> Any:
    call, sizes = _call(compiled, arguments)
    results = evaluate(printed.graph, call.values, sizes)
    return update(printed.graph.updates, call.values, results)


def _call(compiled: CompiledFunction, arguments: Sequence[Any]) -> tuple[Call, Mapping[str, int]]:
    """A call with the arrays of the module that it reads, and the sizes of all."""
    given = compiled.signature.bind(arguments, {})
    built = compiled.blueprint.built(given.key, given.statics)
    call = built.completed(given)
    return call, built.layout.sizes(call.values)


# --- outcomes ---------------------------------------------------------------------------------


def outcome(run: Run, arguments: Sequence[Any], inouts: bool = False) -> Outcome:
    """What a call gives, flat, or raises; where it may write to arguments, those follow."""
    before = deepcopy(arguments)
    given = deepcopy(arguments) if inouts else arguments
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            result = [*flat(run(given)), [printed.getvalue()]]
        if inouts:
            result += flat(given)
    except (Exception, CompilerBug) as error:  # noqa: BLE001  (compared by class)
        code = error.code if isinstance(error, DslError) else ""
        return Raised(type(error), str(error), code, printed.getvalue())
    finally:
        if not all(map(same_leaf, flat(before), flat(arguments))):
            raise AssertionError("an argument was written to")
    return result


def flat(result: Any) -> Iterator[Any]:
    """The leaves of a result."""
    if isinstance(result, tuple | list):
        for item in result:
            yield from flat(item)
    elif isinstance(result, dict):
        yield from flat(list(result.values()))
    elif is_dataclass(result) and not isinstance(result, type):
        for field in fields(result):
            yield from flat(getattr(result, field.name))
    elif result is not None and not isinstance(result, str):
        yield result


def _assumed(
    program: Program, expected: Outcome, actual: Outcome, arguments: Sequence[Any]
) -> bool:
    """Whether a graph refuses a call for a reason that the contract has."""
    if not isinstance(actual, Raised) or actual.code not in ASSUMPTIONS or actual == expected:
        return False
    return actual.code == "shape-assumption" or _leaves_64_bits(program.source, arguments)


# --- integers outside 64 bits -----------------------------------------------------------------


class _Watched(ast.NodeTransformer):
    """Passes the value of every operation and every name through `_seen`."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        return self._seen(self.generic_visit(node))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return (
            self._seen(node) if isinstance(node.ctx, ast.Load) and node.id[1:].isdigit() else node
        )

    def _seen(self, node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.expr)
        return ast.Call(ast.Name("_seen", ast.Load()), [node], [])


def _leaves_64_bits(source: str, arguments: Sequence[Any]) -> bool:
    """Whether a Python int leaves 64 bits while the program runs."""
    large: list[int] = []

    def seen(value: Any) -> Any:
        if type(value) is int and not -(2**63) <= value < 2**63:
            large.append(value)
        return value

    tree = ast.fix_missing_locations(_Watched().visit(ast.parse(source)))
    namespace = executed(tree)
    namespace["_seen"] = seen
    function = namespace["main"].__wrapped__
    outcome(lambda given: function(*given), arguments, inouts=True)
    return bool(large)
