"""A graph as one C++ file: its callees as functions, itself, and the entry that Python calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dslc.ir.backend import Unsupported
from dslc.ir.cxx.complex_forms import has_complex, is_supported
from dslc.ir.cxx.forms import ELEMENTWISE
from dslc.ir.cxx.lines import comment, wrapped
from dslc.ir.cxx.names import Names
from dslc.ir.cxx.print_types import type_text
from dslc.ir.execution import MOST_CALLS
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph, Node, Value, type_of
from dslc.ir.memory_plan import MemoryPlan
from dslc.ir.ops.library import LIBRARY
from dslc.ir.ops.scatter import ACCUMULATING
from dslc.ir.passes import Pass, run_pass
from dslc.ir.passes.fuse import fuse
from dslc.ir.passes.order_for_memory import order_for_memory
from dslc.ir.place import Place
from dslc.ir.types import ScalarType, TensorType, Type, UnsetType

from .failures import DTYPES, FailurePoint
from .needs import free_symbols
from .print_arrays import (
    print_append,
    print_arange,
    print_broadcast,
    print_concat,
    print_full,
    print_ones,
    print_reshape,
    print_same,
    print_shape,
    print_transpose,
    print_zeros,
)
from .print_checks import print_as_dim, print_asked, print_check, print_output, print_require
from .print_close import print_allclose, print_array_equal
from .print_elements import print_cast, print_elementwise
from .print_entry import print_entry, result_names
from .print_function import FunctionPrinter, Points, Table
from .print_gather import (
    print_diag,
    print_diagonal,
    print_fill_diagonal,
    print_put_along_axis,
    print_take,
    print_take_along_axis,
    print_within,
)
from .print_indices import print_index, print_store
from .print_masks import print_nonzero
from .print_math import print_math
from .print_matmul import print_column_dots, print_matmul
from .print_nest import print_nest
from .print_order import print_accumulate, print_arg, print_searchsorted, print_sort
from .print_random import print_random_bits, print_random_key
from .print_reductions import print_reduction, print_sum
from .print_regions import print_call, print_for, print_if, print_while
from .print_scatter import print_at, print_copyto
from .print_segments import print_divided, print_segment_best, print_segments
from .print_sparse import print_coo_matmul, print_csr_matmul
from .print_windows import print_conv, print_pool
from .wider import in_wider_dtypes

PRINTERS: Table = {
    **dict.fromkeys(sorted(ELEMENTWISE), print_elementwise),
    "add_accumulate": print_accumulate,
    **dict.fromkeys(sorted(ACCUMULATING), print_at),
    **dict.fromkeys(sorted(LIBRARY), print_asked),
    "all": print_reduction,
    "allclose": print_allclose,
    "any": print_reduction,
    "arange": print_arange,
    "argmax": print_arg,
    "argmin": print_arg,
    "argsort": print_sort,
    "array_equal": print_array_equal,
    "as_dim": print_as_dim,
    "as_scalar": print_same,
    "broadcast_to": print_broadcast,
    "call": print_call,
    "cast": print_cast,
    "check": print_check,
    "append": print_append,
    "concat": print_concat,
    "column_dots": print_column_dots,
    "coo_matmul": print_coo_matmul,
    "csr_matmul": print_csr_matmul,
    "conv": print_conv,
    "copy": print_same,
    "copyto": print_copyto,
    "cumprod": print_accumulate,
    "cumsum": print_accumulate,
    "depend": print_same,
    "diag": print_diag,
    "diagonal": print_diagonal,
    "divided": print_divided,
    "expand_dims": print_shape,
    "fill_diagonal": print_fill_diagonal,
    "flatnonzero": print_nonzero,
    "for": print_for,
    "full": print_full,
    "full_like": print_full,
    "if": print_if,
    "index": print_index,
    "math": print_math,
    "matmul": print_matmul,
    "max": print_reduction,
    "maximum_accumulate": print_accumulate,
    "mean": print_sum,
    "min": print_reduction,
    "minimum_accumulate": print_accumulate,
    "multiply_accumulate": print_accumulate,
    "nanmax": print_reduction,
    "nanmin": print_reduction,
    "nest": print_nest,
    "nonzero": print_nonzero,
    "ones": print_ones,
    "ones_like": print_ones,
    "prod": print_reduction,
    "print": print_output,
    "random_bits": print_random_bits,
    "random_fold_in": print_random_key,
    "random_key": print_random_key,
    "put_along_axis": print_put_along_axis,
    "require": print_require,
    "pool": print_pool,
    "reshape": print_reshape,
    "searchsorted": print_searchsorted,
    "segment_max": print_segment_best,
    "segment_min": print_segment_best,
    "segment_repeat": print_segments,
    "segment_softmax": print_segments,
    "segment_sum": print_segments,
    "sort": print_sort,
    "squeeze": print_shape,
    "store": print_store,
    "sum": print_sum,
    "take": print_take,
    "take_along_axis": print_take_along_axis,
    "transpose": print_transpose,
    "while": print_while,
    "within": print_within,
    "zeros": print_zeros,
    "zeros_like": print_zeros,
}
"""How a node of each op is printed."""

REFUSED: frozenset[str] = frozenset()
"""Ops that kernels do not have."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel.

    Attributes:
        text: its C++.
        points: what its failure points are, by number.
        handed: the nodes that Python runs, by number.
        origins: the node that each line implements.
        plan: where its arrays are to lie.
    """

    text: str
    points: tuple[FailurePoint, ...]
    handed: tuple[Node, ...]
    origins: tuple[Node | None, ...]
    plan: MemoryPlan


@dataclass(frozen=True, slots=True)
class _Section:
    """A part of the file, and the node that each line implements, None for the rest."""

    lines: list[str]
    origins: list[Node | None] = field(default_factory=list)


def kernel_text(graph: Graph) -> str:
    """The C++ text of a graph; raises Unsupported where a kernel cannot run it."""
    return print_kernel(graph).text


def print_kernel(graph: Graph) -> Kernel:
    """A graph as C++.

    Raises:
        Unsupported: for a dtype or a depth of calls that kernels do not have.
    """
    # What nests leave of arrays may be less in another order.
    return print_nests(run_pass(order_for_memory, in_nests(graph)))


def in_nests(graph: Graph, fusion: Pass = fuse) -> Graph:
    """A graph in primitive ops and nests.

    Raises:
        Unsupported: for a dtype or a depth of calls that kernels do not have.
    """
    graph = run_pass(_in_primitives, graph)
    _check_depth(graph)
    for each in [*graph.callees(), graph]:
        _check_types(each)
    return run_pass(fusion, graph)


def print_nests(graph: Graph) -> Kernel:
    """A graph in primitive ops and nests as C++."""
    graphs = [*graph.callees(), graph]
    points = Points()
    names = Names(["call", "count"])
    functions: dict[int, str] = {}
    sections = []
    for each in graphs:
        functions[id(each)] = names.new(each.name)
        sections.append(_function(each, points, functions))
    sections.append(_Section(print_entry(graph, functions[id(graph)])))
    head = ['#include "kernel.h"']
    if points.names:
        head += [
            "",
            "// Where it can fail, by source line.",
            f"enum Place {{ {', '.join(points.names.values())} }};",
        ]
    lines: list[str] = []
    origins: list[Node | None] = []
    for section in [_Section(_title(graph)), _Section(head), *sections]:
        lines += ["", *section.lines] if lines else section.lines
        origins += [None] * (len(lines) - len(origins) - len(section.origins))
        origins += section.origins
    text = "\n".join(lines) + "\n"
    plan = MemoryPlan(graph, points.spots)
    return Kernel(text, tuple(points.names), tuple(points.handed), tuple(origins), plan)


def _in_primitives(graph: Graph) -> Graph:
    """The graph in ops that have a text here."""
    return expand(graph, lambda op: op.name in PRINTERS, in_wider_dtypes)


# --- what kernels have --------------------------------------------------------------------------


def _check_types(graph: Graph) -> None:
    for parameter in graph.parameters:
        _check_type(parameter.type, Place())
    for node in graph.walk():
        for region in node.regions:
            for value in region.parameters:
                _check_type(value.type, node.place)
        operands = (*node.operands, *node.results)
        for operand in operands:
            _check_type(type_of(operand), node.place)
        if has_complex([type_of(operand) for operand in operands]) and not is_supported(node):
            message = f"the CPU backend has no `{node.op.name}` of complex numbers"
            raise Unsupported(message, node.place)
    for result in graph.results:
        if isinstance(type_of(result), UnsetType):
            raise Unsupported("a result that is never set")


def _check_type(type_: Type, place: Place) -> None:
    if isinstance(type_, TensorType | ScalarType) and type_.dtype not in DTYPES:
        raise Unsupported(f"the CPU backend has no {type_.dtype.name}", place)


def _check_depth(graph: Graph) -> None:
    depths: dict[int, int] = {}
    for each in [*graph.callees(), graph]:
        inner = [node.attributes["callee"] for node in each.walk() if node.op.name == "call"]
        depths[id(each)] = 1 + max((depths[id(callee)] for callee in inner), default=-1)
    if depths[id(graph)] > MOST_CALLS:
        raise Unsupported(f"more than {MOST_CALLS} calls stand inside each other")


# --- text ---------------------------------------------------------------------------------------


def _title(graph: Graph) -> list[str]:
    source = f" in {comment(graph.source)}" if graph.source else ""
    lines = [f"// The kernel of {comment(graph.name)}{source}."]
    lines += [f"// requires {comment(str(r.comparison))}" for r in graph.requires]
    return lines


def signature(graph: Graph) -> str:
    """`newton(x: f32[n], tol: f32) -> f32[n]`, by the text of types."""
    parameters = ", ".join(f"{p.hint}: {p.type}" for p in graph.parameters)
    results = ", ".join(str(type_of(result)) for result in graph.results)
    several = f"({results})" if len(graph.results) != 1 else results
    return comment(f"{graph.name}({parameters}) -> {several}")


def _function(graph: Graph, points: Points, functions: dict[int, str]) -> _Section:
    """One graph as a static function."""
    printer = FunctionPrinter(graph, points, functions, PRINTERS)
    parameters = ["Error& error", "Plan plan"]
    for value in graph.parameters:
        name = printer.bind(value, printer.variables.new(value.hint or "value"))
        parameters.append(f"{type_text(value.type)} {name}")
    for symbol in free_symbols(graph):
        printer.symbols[symbol] = printer.variables.new(symbol)
        parameters.append(f"i64 {printer.symbols[symbol]}")
    outs = [printer.variables.new(name) for name in result_names(graph)]
    parameters += [
        f"{type_text(type_of(r))}& {out}" for r, out in zip(graph.results, outs, strict=True)
    ]
    with printer.indented():
        printer.region(graph.body)
        _give(printer, graph, outs)
        printer.line("return true;")
    head = wrapped(f"static bool {functions[id(graph)]}({', '.join(parameters)}) {{")
    lines = [*wrapped(f"// {signature(graph)}"), *head, *printer.text(), "}"]
    return _Section(lines, [*printer.origins(), None])


def _give(printer: FunctionPrinter, graph: Graph, outs: Sequence[str]) -> None:
    printer.moved = printer.schedules[graph.body].moved
    for out, result in zip(outs, graph.results, strict=True):
        if isinstance(result, Value):
            name = printer.names[result]
            text = f"move({name})" if printer.ends(result, graph.results) else name
        else:
            text = printer.constant(result, graph.place)
        printer.line(f"{out} = {text};")
