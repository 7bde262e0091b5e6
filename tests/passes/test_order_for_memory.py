"""Another order gives the same bits, and never needs more memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dslc.cpu.memory import AT_COMPILING, extent
from dslc.cpu.print_kernel import in_nests, print_nests
from dslc.ir.builder import Builder
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.passes import optimize, run_pass
from dslc.ir.passes.order_for_memory import order_for_memory
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

n = symbol("n")
VECTOR = TensorType(BY_NAME["f64"], (n,))

Step = tuple[str, int, int]
steps = st.tuples(
    st.sampled_from(["exp", "negative", "add", "multiply", "sum", "print"]),
    st.integers(0, 99),
    st.integers(0, 99),
)


def graph_of_steps(program: list[Step]) -> Graph:
    """Each step reads values before it; all that nothing reads is summed up at the end."""

    def text(g: Any, x: Any) -> Any:
        values, numbers, read = [x], [g.sum(x)], set()
        for op, one, other in program:
            a, b = one % len(values), other % len(values)
            read.add(a)
            if op == "print":
                g.print(numbers[one % len(numbers)])
            elif op == "sum":
                numbers.append(g.sum(values[a]))
            elif op in ("add", "multiply"):
                read.add(b)
                values.append(getattr(g, op)(values[a], values[b]))
            else:
                values.append(getattr(g, op)(values[a]))
        numbers += [g.sum(v) for number, v in enumerate(values) if number not in read]
        total = numbers[0]
        for number in numbers[1:]:
            total = g.add(total, number)
        return total

    g = Builder("steps", [("x", VECTOR)], integers={}, source="prog.py")
    return verify(g.finish((text(g, *g.graph.parameters),)))


def needed(graph: Graph) -> int:
    """What an array for each node needs, as the pass counts it; nests need fewer."""
    alone = in_nests(graph, lambda graph: graph)
    return print_nests(alone).plan.at({"n": 1000}, extent, AT_COMPILING).bound


@settings(max_examples=30, deadline=None)
@given(st.lists(steps, max_size=25))
def test_nests_in_another_order_need_no_more(program: list[Step]) -> None:
    nests = in_nests(optimize(graph_of_steps(program)))
    after, before = (
        print_nests(graph).plan.at({"n": 1000}, extent, AT_COMPILING).bound
        for graph in (run_pass(order_for_memory, nests), nests)
    )
    assert after <= before


@settings(max_examples=60, deadline=None)
@given(st.lists(steps, max_size=25))
def test_it_needs_no_more_and_gives_the_same(program: list[Step]) -> None:
    before = graph_of_steps(program)
    after = run_pass(order_for_memory, before)
    x = np.linspace(-2.0, 1.0, 7)
    with np.errstate(all="ignore"):
        results = [evaluate(graph, [x], {"n": 7})[0] for graph in (before, after)]
    assert np.asarray(results[0]).tobytes() == np.asarray(results[1]).tobytes()
    assert needed(after) <= needed(before)
    shown = [[v for v in g.walk() if v.op.name == "print"] for g in (before, after)]
    assert shown[0] == shown[1]


def test_it_needs_less_where_large_values_are_made_before_they_are_used() -> None:
    program = [("exp", 0, 0), *[("negative", 0, 0)] * 5]
    before = graph_of_steps(program)
    after = run_pass(order_for_memory, before)
    assert needed(before) > 5 * 8000 > 3 * 8000 > needed(after)
