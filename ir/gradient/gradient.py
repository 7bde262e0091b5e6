"""From a graph to the graph of its value and gradient."""

from __future__ import annotations

from collections.abc import Sequence

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph, Literal, Operand, Value, type_of
from dslc.ir.op import Op
from dslc.ir.rebuild import rebuild_callees
from dslc.ir.traced import Traced, traced_operand
from dslc.ir.types import default_dtype, shape_of
from dslc.ir.value_names import value_names
from dslc.ir.verify import verify

from . import rules  # noqa: F401  (fills the tables)
from .activity import active_values, is_differentiable
from .backward import Backward, Cotangents
from .joint import Joint
from .replay import Replay
from .rule import CONSTANT, GATHERS, RULES


def value_and_gradient(graph: Graph, wrt: Sequence[int], *, value: bool = True) -> Graph:
    """The graph of a float that a graph gives, and of its derivatives by parameters.

    Args:
        graph: a legal graph with one result, a float without axes, besides its updates.
        wrt: the numbers of flat parameters, floats.
        value: whether the result comes first; then the gradients, each of the type of its
            parameter, a Python float's of f64.

    Returns:
        A graph with the same parameters and updates. The number of its nodes does not depend on
        sizes.

    Raises:
        DslError: `no-gradient`.
    """
    _check_result(graph)
    parameters = [graph.parameters[number] for number in wrt]
    graph = _with_rules(graph, active_values(graph, parameters))
    joint = Joint(graph, f"{graph.name}_gradient")
    replay = Replay(joint, active_values(graph, parameters), value_names(graph))
    replay.stand(graph.parameters, joint.graph.parameters)
    with joint.open():
        replay.nodes(graph.body.nodes, taped=True)
        result = graph.results[0]
        backward, cotangents = Backward(replay), Cotangents()
        one = Literal(default_dtype(type_of(result)).type(1))
        backward.add(result, Traced(one), cotangents)
        backward.nodes(graph.body.nodes, cotangents)
        gradients = [_gradient(backward, parameter, cotangents) for parameter in parameters]
    shown = [replay.operand(result)] if value else []
    updates = replay.operands(graph.results[1:])
    joint.graph.updates = graph.updates
    return verify(joint.finish([*shown, *gradients, *updates]))


def _gradient(backward: Backward, parameter: Value, cotangents: Cotangents) -> Operand:
    found = cotangents.get(parameter)
    return traced_operand(backward.zero(parameter) if found is None else found)


def _check_result(graph: Graph) -> None:
    """Refuse a graph that does not give one float.

    Raises:
        DslError: `no-gradient`.
    """
    if len(graph.returned) != 1:
        raise _refused(f"`{graph.name}` gives {len(graph.returned)} values, a gradient is of one")
    type_ = type_of(graph.results[0])
    if shape_of(type_) or not is_differentiable(type_):
        raise _refused(f"`{graph.name}` gives {type_}, a gradient is of one float")


def _refused(message: str) -> DslError:
    return DslError(Diagnostic("no-gradient", message))


def _with_rules(graph: Graph, active: set[Value]) -> Graph:
    """The graph with what they are made of in place of ops that have no rule and need one."""
    nodes = [node for each in (*graph.callees(), graph) for node in each.walk()]
    used = {node.op.name for node in nodes if not active.isdisjoint(node.results)}
    others = {node.op.name for node in nodes} - used

    def keep(op: Op) -> bool:
        return op.name in others or op.name in (RULES.keys() | GATHERS.keys() | CONSTANT)

    return expand(rebuild_callees(graph, lambda callee: expand(callee, keep)), keep)
