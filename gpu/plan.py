"""A launch plan: what a graph is on a device, node by node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dslc.ir.backend import Unsupported
from dslc.ir.cxx.lines import comment, wrapped
from dslc.ir.cxx.names import Names
from dslc.ir.dims import Size
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph, Node, Region, Value, values_in
from dslc.ir.nests.language import Local, Nest
from dslc.ir.nests.traffic import bytes_of_operand, node_traffic
from dslc.ir.passes import run_pass
from dslc.ir.passes.fuse import fuse_between_products
from dslc.ir.structure import STRUCTURED
from dslc.ir.types import ScalarType, TensorType

from .attention import products_of_attention
from .checks import outside_of
from .decisions import Decisions
from .kernels import ArrayParameter, Kernel, NestKernels
from .materialize import is_product, materialize, read_in_place
from .primitives import is_primitive
from .print_kernel import shown_place
from .print_nest import print_nest
from .procedures.attending import OP, attention_procedure
from .procedures.call import Procedure, Written
from .procedures.parts import is_view
from .procedures.table import procedure_of
from .tiles import with_tiles

RESHAPES = ("reshape", "expand_dims", "squeeze", "copy", "depend")
"""Nodes whose result has the elements of the first operand, in the same order."""


@dataclass(slots=True, eq=False)
class Plan:
    """A launch plan.

    Attributes:
        graph: whose nodes are run in order.
        text: the kernels.
        kernels: of each nest and check that has some.
        reasons: why a node runs on the host, where that is not plain.
        texts: of each kernel by itself, by name.
        in_place: transposed matrices that the library alone reads.
        procedures: of each node that kernels compute which are written by hand.
        library: whether there is one for products.
    """

    graph: Graph
    text: str
    kernels: dict[Node, NestKernels]
    reasons: dict[Node, str]
    texts: dict[str, str] = field(default_factory=dict)
    in_place: set[Value] = field(default_factory=set)
    procedures: dict[Node, Procedure] = field(default_factory=dict)
    library: bool = True

    def where(self, node: Node) -> str:
        """What runs a node: kernels, also a check, a procedure, the library, nothing, the host."""
        if node in self.kernels:
            return "check" if node.op.name == "within" else "kernels"
        if is_product(node):
            return "library" if self.library else "host"
        if node.op.name == "transpose" and node.results[0] in self.in_place:
            return "view"
        if node in self.procedures:
            return "procedure"
        return "reshape" if _is_reshape(node) else "host"

    def moved(self, graph: Graph) -> tuple[Size, Size]:
        """The bytes that kernels and the library move for a graph, each region once."""
        nodes = list(graph.walk())
        launched = [self.kernels[node] for node in nodes if node in self.kernels]
        by_kernels = sum((kernel.moved for each in launched for kernel in each.kernels), start=0)
        written = (_traffic(n) for n in nodes if self.where(n) == "procedure")
        by_kernels = sum(written, start=by_kernels)
        products = (node_traffic(n) for n in nodes if self.where(n) == "library")
        return by_kernels, sum(products, start=0)

    def __str__(self) -> str:
        graphs = [*self.graph.callees(), self.graph]
        decisions = Decisions(graphs, self.where)
        return "\n".join(line for graph in graphs for line in _lines(self, graph, decisions))


def plan_of(graph: Graph, *, library: bool = True) -> Plan:
    """The launch plan of a graph, where there is a library for products or none."""
    graph = run_pass(_expanded, graph)
    graph = run_pass(lambda each: fuse_between_products(each, products_of_attention(each)), graph)
    graph = run_pass(lambda each: with_tiles(each, library=library), graph)
    graph = run_pass(materialize, graph)
    plan = Plan(graph, "", {}, {}, library=library)
    names = Names()
    for each in [*graph.callees(), graph]:
        plan.in_place |= read_in_place(each)
    for each in [*graph.callees(), graph]:
        for node in each.walk():
            nest = _nest_of(node)
            if nest is not None:
                _print(node, nest, names, plan)
            elif not node.regions and (procedure := procedure_of(node)) is not None:
                plan.procedures[node] = procedure
    kernels = [kernel for nest in plan.kernels.values() for kernel in nest.kernels]
    written = _written(plan)
    plan.texts = {kernel.name: _alone(kernel) for kernel in kernels}
    plan.texts.update((each.name, each.text) for each in written)
    plan.text = _text(graph, kernels, written)
    return plan


def _expanded(graph: Graph) -> Graph:
    """The graph in primitive ops, and attention where one kernel computes all that there is."""
    of_attention = [node for node in graph.walk() if node.op.name == OP]
    keeps = all(attention_procedure(node) is not None for node in of_attention)
    return expand(graph, lambda op: is_primitive(op.name) or (keeps and op.name == OP))


def _nest_of(node: Node) -> Nest | None:
    if node.op.name == "within":
        return outside_of(node)
    return node.attributes["nest"] if node.op.name == "nest" else None


def _print(node: Node, nest: Nest, names: Names, plan: Plan) -> None:
    try:
        plan.kernels[node] = print_nest(nest, names, _made_by_kernels(node, nest, plan))
    except Unsupported as unsupported:
        plan.reasons[node] = unsupported.reason


def _made_by_kernels(node: Node, nest: Nest, plan: Plan) -> list[Local]:
    """The scalars of a nest that kernels before it make: they need not go by way of the host."""
    if node.op.name != "nest":
        return []
    made = {value for each in plan.kernels for value in each.results}
    return [
        local
        for value, local in zip(node.operands, nest.operands, strict=True)
        if value in made and isinstance(local, Local) and isinstance(local.type, ScalarType)
    ]


def _is_reshape(node: Node) -> bool:
    return node.op.name in RESHAPES and isinstance(node.results[-1].type, TensorType)


# --- text ---------------------------------------------------------------------------------------


def _written(plan: Plan) -> dict[Written, list[Node]]:
    """The kernels of procedures, each once, and the nodes that they are for."""
    found: dict[Written, list[Node]] = {}
    for node, procedure in plan.procedures.items():
        if plan.where(node) == "procedure":
            for each in procedure.kernels:
                found.setdefault(each, []).append(node)
    return found


def _text(graph: Graph, kernels: list[Kernel], written: dict[Written, list[Node]]) -> str:
    source = f" in {comment(graph.source)}" if graph.source else ""
    headers = dict.fromkeys([*map(_header, kernels), *(each.header for each in written)])
    headers = headers or {"device.h": None}
    lines = [f"// The kernels of {comment(graph.name)}{source}.", ""]
    lines += [f'#include "{header}"' for header in headers]
    for kernel in kernels:
        lines += ["", *kernel.lines]
    for each, nodes in written.items():
        shown = dict.fromkeys(line for node in nodes if (line := shown_place(node)))
        lines += ["", *(part for line in shown for part in wrapped(f"// {comment(line)}"))]
        lines.append(each.line)
    return "\n".join(lines) + "\n"


def _alone(kernel: Kernel) -> str:
    return "\n".join([f'#include "{_header(kernel)}"', "", *kernel.lines]) + "\n"


def _header(kernel: Kernel) -> str:
    return "tiles.h" if kernel.kind == "tiles" else "device.h"


def _lines(plan: Plan, graph: Graph, decisions: Decisions) -> Iterator[str]:
    yield f"{graph.name}:"
    yield from _region_lines(plan, graph.body, decisions, 1)
    yield f"    in all {_totals(plan, graph)}"


def _totals(plan: Plan, graph: Graph) -> str:
    """The bytes that all move, each region once, and those that no plan can do without."""
    moved, by_library = plan.moved(graph)
    ends = [*graph.parameters, *graph.results]
    least = sum(map(bytes_of_operand, ends), start=0)
    library = f"{by_library} bytes by the library, " if by_library != 0 else ""
    return f"{moved} bytes by kernels, {library}{least} bytes of arguments and results"


def _region_lines(plan: Plan, region: Region, decisions: Decisions, depth: int) -> Iterator[str]:
    indent = "    " * depth
    for node in region.nodes:
        if node.op.name in STRUCTURED:
            yield f"{indent}{_decided(node, decisions)}"
            for inner in node.regions:
                yield f"{indent}  {inner.name or 'region'}:"
                yield from _region_lines(plan, inner, decisions, depth + 1)
            continue
        where = plan.where(node)
        if where in ("kernels", "check"):
            told = ", an error is told later" if where == "check" else ""
            for kernel in plan.kernels[node].kernels:
                yield f"{indent}launch {kernel.name}({_given(kernel)}): {_cost(kernel)}{told}"
        elif where == "procedure":
            names = ", ".join(v.hint or "array" for v in values_in(node.operands))
            last = plan.procedures[node].kernels[-1].name
            launch = f"launch {last}({names}): {_traffic(node)} bytes"
            yield f"{indent}view {node.op.name}" if is_view(node) else f"{indent}{launch}"
        elif where == "host":
            reason = plan.reasons.get(node, "")
            yield f"{indent}host {node.op.name}{_copied(node)}{f': {reason}' if reason else ''}"
        else:
            yield f"{indent}{where} {node.op.name}"


def _traffic(node: Node) -> Size:
    """The bytes that a procedure moves: none for rows of an array, which are a view."""
    return 0 if is_view(node) else node_traffic(node)


def _decided(node: Node, decisions: Decisions) -> str:
    """A branch, loop or call, and what the host waits for before it goes on."""
    if node.op.name == "call":
        return f"call {node.attributes['callee'].name}"
    read = ", ".join(decisions.reads(node))
    if not read:
        return f"{node.op.name}, the host decides without reading"
    trips = ", each trip" if node.op.name != "if" else ""
    return f"{node.op.name}, the host decides: it reads {read}{trips}"


def _cost(kernel: Kernel) -> str:
    done = f", {kernel.operations} operations" if kernel.operations != 0 else ""
    return f"{kernel.moved} bytes{done}"


def _given(kernel: Kernel) -> str:
    arrays = [p.array.name for p in kernel.parameters if isinstance(p, ArrayParameter)]
    return ", ".join(arrays)


def _copied(node: Node) -> str:
    """The arrays that the host needs."""
    arrays = [v.hint or "array" for v in values_in(node.operands) if isinstance(v.type, TensorType)]
    return f" (copies {', '.join(arrays)})" if arrays else ""
