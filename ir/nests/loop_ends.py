"""How a loop over whole arrays ends: by a mask of which no element is true, and by numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from dslc.ir.builder import BREAK
from dslc.ir.equal_nodes import key_of, may_be_shared
from dslc.ir.graph import Literal, Node, Operand, Region, Value
from dslc.ir.remarks import remark
from dslc.ir.structure import carried_operands, has_exits
from dslc.ir.types import TensorType

from .settling import is_settled, leaves_as_it_is, with_mask_first
from .stepping import ENDLESS
from .steps import Steps, are_elementwise, count_trips, steps_of
from .trip_counts import with_trips


def ended_steps(
    node: Node, is_read: Callable[[Value], bool], makers: Mapping[Value, Node]
) -> Steps | None:
    """The steps that a loop makes with each element; None where it is no such loop.

    Args:
        node: of a graph of primitive ops.
        is_read: whether anything reads a value.
        makers: of the values of the graph.
    """
    steps = steps_of(node, is_read)
    if steps is None:
        return None
    found: Steps | None = steps
    if node.op.name == "while":
        found = _tested(steps)
    if found is not None and has_exits(node):
        found = None if is_read(node.results[-1]) else _left(found)
    if found is None:
        return None
    found = count_trips(found)
    if found.mask is None and not found.tests and found.trips == ENDLESS:
        return None
    if not are_elementwise(found):
        return None
    counted = with_trips(found)
    if counted is None:
        remark("the loop goes over arrays: a number tells of more than its trips", node.place)
        return None
    found = with_mask_first(counted, makers)
    if found.mask is None or is_settled(found):
        return found
    remark(
        "the loop goes over arrays: an element goes on where its own mask is false",
        node.place,
    )
    return None


# --- `while` --------------------------------------------------------------------------------------


def _tested(steps: Steps) -> Steps | None:
    """The steps of a `while`, by the truths that its test is made of."""
    test, body = steps.node.regions
    same: dict[Value, Operand] = dict(zip(test.parameters, body.parameters, strict=True))
    makers = {value: node for node in test.nodes for value in node.results}
    tests: list[Value] = []
    mask: Value | None = None
    asking: list[Node] = []
    for each in _truths(test.results[0], makers, asking):
        made = makers.get(each) if isinstance(each, Value) else None
        if isinstance(each, Literal) and each.value is True:
            continue
        if made is not None and _asks_all(made) and isinstance(made.operands[0], Value):
            if mask is not None:
                return None
            mask = made.operands[0]
            asking.append(made)
        elif isinstance(each, Value):
            tests.append(each)
        else:
            return None
    nodes = [node for node in test.nodes if node not in asking]
    found = replace(steps, nodes=(*nodes, *body.nodes), mask=mask, tests=tuple(tests), same=same)
    found = _without_again(found, len(nodes))
    named = None if mask is None else found.named(mask)
    return replace(found, mask=named) if named is None or isinstance(named, Value) else None


def _truths(
    operand: Operand, makers: Mapping[Value, Node], asking: list[Node]
) -> Iterator[Operand]:
    """The truths that must all hold; `asking` takes the nodes that put them together."""
    made = makers.get(operand) if isinstance(operand, Value) else None
    if made is None or made.op.name != "and":
        yield operand
        return
    asking.append(made)
    for each in made.operands:
        yield from _truths(each, makers, asking)


def _without_again(steps: Steps, count: int) -> Steps:
    """The steps where the body reads what the test, its first nodes, has computed already."""
    same = dict(steps.same)
    known: dict[object, Value] = {}
    kept: list[Node] = []
    for number, node in enumerate(steps.nodes):
        operands = tuple(replace(steps, same=same).named(each) for each in node.operands)
        if len(node.results) == 1 and may_be_shared(node):
            key = key_of(replace(node, operands=operands))
            if number < count:
                known.setdefault(key, node.results[0])
            elif key in known:
                same[node.results[0]] = known[key]
                continue
        kept.append(node)
    return replace(steps, nodes=tuple(kept), same=same)


# --- `break` --------------------------------------------------------------------------------------


def _left(steps: Steps) -> Steps | None:
    """The steps of a loop whose last node leaves it where no element of a mask is true."""
    nodes, last = steps.nodes[:-1], steps.nodes[-1] if steps.nodes else None
    ends = steps.node.regions[-1].results
    if last is None or last.op.name != "if" or last.hidden or ends != last.results:
        return None
    makers = {value: node for node in nodes for value in node.results}
    test, goes, tests = steps.named(last.operands[0]), True, list[Node]()
    while isinstance(test, Value) and test in makers and makers[test].op.name in _TESTS:
        tests.append(makers[test])
        test, goes = tests[-1].operands[0], goes ^ (tests[-1].op.name != "any")
        if tests[-1].op.name == "any":
            break
    if steps.mask is not None or not isinstance(test, Value) or not tests:
        return None
    going, leaving = last.regions if goes else last.regions[::-1]
    if not _asks_all(tests[-1]) or leaving.nodes:
        return None
    if _code(leaving) < BREAK or _code(going) >= BREAK:
        return None
    same = {**steps.same}
    for region in (going, leaving):
        same |= dict(zip(region.parameters, carried_operands(last), strict=True))
    kept = (*(each for each in nodes if each not in tests), *going.nodes)
    found = replace(steps, nodes=kept, ends=going.results[:-1], mask=test, same=same)
    if found.named(test) is not test:
        return None
    return found if leaves_as_it_is(found, leaving.results[:-1]) else None


_TESTS = ("not", "logical_not", "any")


def _asks_all(node: Node) -> bool:
    """Whether a node says whether any element of an array is true."""
    whole = len(node.operands) == 1 and not isinstance(node.results[0].type, TensorType)
    return node.op.name == "any" and whole


def _code(region: Region) -> int:
    """The exit code that a branch ends with; one that only the run knows is none."""
    code = region.results[-1]
    known = isinstance(code, Literal) and isinstance(code.value, int)
    return int(code.value) if known else -1  # type: ignore[arg-type, union-attr]
