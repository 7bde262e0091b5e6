"""From a graph to the graph of its value and gradient."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph, Literal, Operand, Value, type_of
from dslc.ir.op import Op
from dslc.ir.rebuild import rebuild_callees
from dslc.ir.traced import Traced, Tracing, traced_operand
from dslc.ir.types import NumberType, ScalarType, Type, default_dtype, shape_of
from dslc.ir.value_names import value_names
from dslc.ir.verify import verify

from . import rules  # noqa: F401  (fills the tables)
from .activity import active_values, is_differentiable
from .backward import Backward, Cotangents
from .forward import Forward
from .halves import Halves
from .joint import Joint
from .replay import Replay
from .rule import CONSTANT, GATHERS, RULES
from .snapshots import Limit

Named = tuple[str, Type]
"""A parameter besides those of the graph."""

Saving = Callable[[Halves], Graph]
"""Gives the joint graph that is to be had, where parts of the forward part may be run again."""


def value_and_gradient(
    graph: Graph,
    wrt: Sequence[int],
    *,
    value: bool = True,
    memory: Limit = None,
    saving: Saving | None = None,
) -> Graph:
    """The graph of a float that a graph gives, and of its derivatives by parameters.

    Args:
        graph: a legal graph with one result, a float without axes, besides its updates.
        wrt: the numbers of flat parameters, floats.
        value: whether the result comes first; then the gradients, each of the type of its
            parameter, a Python float's of f64.
        memory: what each loop may keep.
        saving: chooses what the backward part computes again; None for nothing.

    Returns:
        A graph with the same parameters and updates. The number of its nodes does not depend on
        sizes.

    Raises:
        DslError: `no-gradient`.
    """
    _check_result(graph)
    halves = _reverse(graph, wrt, None, value=value, memory=memory)
    return halves.graph if saving is None else saving(halves)


def vector_jacobian(
    graph: Graph,
    wrt: Sequence[int],
    cotangents: Sequence[Named],
    *,
    memory: Limit = None,
    saving: Saving | None = None,
) -> Graph:
    """The graph of what a graph gives, and of the derivatives of a weighted sum of that.

    Args:
        graph: a legal graph whose results are floats.
        wrt: the numbers of flat parameters, floats.
        cotangents: further parameters, the weights of each result, in order.
        memory: as in `value_and_gradient`.
        saving: as in `value_and_gradient`.

    Returns:
        A graph with these parameters: its results are those of the graph, then the gradients,
        then the updates.

    Raises:
        DslError: `no-gradient`.
    """
    _check_results(graph)
    halves = _reverse(graph, wrt, cotangents, value=True, memory=memory)
    return halves.graph if saving is None else saving(halves)


def jacobian_vector(graph: Graph, wrt: Sequence[int], tangents: Sequence[Named]) -> Graph:
    """The graph of what a graph gives, and of how that changes along a direction.

    Args:
        graph: a legal graph whose results are floats.
        wrt: the numbers of flat parameters, floats.
        tangents: further parameters, the direction: how each of those parameters changes.

    Returns:
        A graph with these parameters: its results are those of the graph, then the derivative of
        each, then the updates.

    Raises:
        DslError: `no-gradient`.
    """
    _check_results(graph)
    graph, parameters, active = _prepared(graph, wrt)
    joint = Joint(graph, f"{graph.name}_derivative", tangents)
    replay = Replay(joint, active, value_names(graph))
    count = len(graph.parameters)
    replay.stand(graph.parameters, joint.graph.parameters[:count])
    with joint.open():
        forward = Forward(replay)
        for parameter, tangent in zip(parameters, joint.graph.parameters[count:], strict=True):
            forward.start(parameter, _scalar(joint, tangent))
        forward.nodes(graph.body.nodes)
        changes = [traced_operand(forward.taken(result)) for result in graph.returned]
    updates = replay.operands(graph.results[len(graph.returned) :])
    joint.graph.updates = graph.updates
    return verify(joint.finish([*replay.operands(graph.returned), *changes, *updates]))


def _reverse(
    graph: Graph,
    wrt: Sequence[int],
    weights: Sequence[Named] | None,
    *,
    value: bool,
    memory: Limit,
) -> Halves:
    """The graph of results and gradients; without weights that of the one result is 1."""
    graph, parameters, active = _prepared(graph, wrt)
    joint = Joint(graph, f"{graph.name}_gradient", weights or ())
    replay = Replay(joint, active, value_names(graph), memory)
    count = len(graph.parameters)
    replay.stand(graph.parameters, joint.graph.parameters[:count])
    with joint.open():
        replay.nodes(graph.body.nodes, taped=True)
        split = len(joint.graph.body.nodes)
        backward, cotangents = Backward(replay), Cotangents()
        ends: Sequence[Operand] = joint.graph.parameters[count:]
        if weights is None:
            ends = [Literal(default_dtype(type_of(graph.results[0])).type(1))]
        for result, end in zip(graph.returned, ends, strict=True):
            _meet(joint, replay.operand(result), end)
            backward.add(result, _scalar(joint, end), cotangents)
        backward.nodes(graph.body.nodes, cotangents)
        gradients = [_gradient(backward, parameter, cotangents) for parameter in parameters]
    shown = replay.operands(graph.returned) if value else ()
    updates = replay.operands(graph.results[len(graph.returned) :])
    joint.graph.updates = graph.updates
    return Halves(verify(joint.finish([*shown, *gradients, *updates])), split)


def _scalar(joint: Joint, operand: Operand) -> Traced:
    """A derivative; that of a Python float is an f64."""
    own = type_of(operand)
    if isinstance(own, NumberType):
        operand = joint.convert(None, operand, ScalarType(default_dtype(own)))
    return Traced(operand)


def _meet(joint: Joint, result: Operand, cotangent: Operand) -> None:
    """Rely on a result and its cotangent being of the same shape."""
    for one, other in zip(shape_of(type_of(result)), shape_of(type_of(cotangent)), strict=True):
        joint.assume_equal(one, other, joint.graph.place)


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


def _check_results(graph: Graph) -> None:
    """Refuse a graph that gives anything but floats.

    Raises:
        DslError: `no-gradient`.
    """
    for type_ in map(type_of, graph.returned):
        if not is_differentiable(type_):
            raise _refused(f"`{graph.name}` gives {type_}, derivatives are of floats")


def _refused(message: str) -> DslError:
    return DslError(Diagnostic("no-gradient", message))


def _prepared(graph: Graph, wrt: Sequence[int]) -> tuple[Graph, list[Value], set[Value]]:
    """The graph to go through, the parameters that it is by, and what carries a gradient there."""
    if graph.gradient is not None:
        graph = _called(graph)
    parameters = [graph.parameters[number] for number in wrt]
    graph = _with_rules(graph, active_values(graph, parameters))
    return graph, parameters, active_values(graph, parameters)


def _called(graph: Graph) -> Graph:
    """A graph that does nothing but call this one, whose gradient is declared."""
    parameters = [(value.hint, value.type) for value in graph.parameters]
    integers = {value.hint: value.dim for value in graph.parameters if value.dim is not None}
    tracing = Tracing(graph.name, parameters, integers=integers, source=graph.source)
    results = tracing.call_graph(graph, tracing.graph.parameters)
    return tracing.finish(results)


def _with_rules(graph: Graph, active: set[Value]) -> Graph:
    """The graph with what they are made of in place of ops that have no rule and need one."""
    nodes = [node for each in (*graph.callees(), graph) for node in each.walk()]
    used = {node.op.name for node in nodes if not active.isdisjoint(node.results)}
    others = {node.op.name for node in nodes} - used

    def keep(op: Op) -> bool:
        return op.name in others or op.name in (RULES.keys() | GATHERS.keys() | CONSTANT)

    return expand(rebuild_callees(graph, lambda callee: expand(callee, keep)), keep)
