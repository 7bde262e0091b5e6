"""Orders of axes: results keep every bit, and no graph gets more transposes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.passes import run_pass
from dslc.ir.passes.choose_layouts import choose_layouts
from dslc.ir.passes.prune_dead_nodes import prune_dead_nodes
from dslc.ir.passes.simplify import simplify
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

n = dims("n")
F64 = BY_NAME["f64"]
TYPES = {
    "x": TensorType(F64, (n, n, n)),
    "y": TensorType(F64, (n, n, n)),
    "m": TensorType(F64, (n, 1)),
    "v": TensorType(F64, (n,)),
}
ORDERS = [(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]

Step = tuple[str, int, int]
STEPS: dict[str, Callable[..., Any]] = {
    "transpose": lambda xp, a, b, m, v, k: xp.transpose(a, ORDERS[k % 3]),
    "turn": lambda xp, a, b, m, v, k: xp.transpose(a, ORDERS[2 + k % 3]),
    "add": lambda xp, a, b, m, v, k: xp.add(a, b),
    "less": lambda xp, a, b, m, v, k: xp.where(xp.less(a, b), a, 2.0),
    "bias": lambda xp, a, b, m, v, k: xp.multiply(a, v),
    "columns": lambda xp, a, b, m, v, k: xp.subtract(m, a),
    "negative": lambda xp, a, b, m, v, k: xp.negative(a),
    "scan": lambda xp, a, b, m, v, k: xp.cumsum(a, axis=k % 3),
    "stretched": lambda xp, a, b, m, v, k: xp.add(a, xp.sum(xp.maximum(a, b), axis=k % 3)),
}
steps = st.lists(
    st.tuples(st.sampled_from(list(STEPS)), st.integers(0, 9), st.integers(0, 9)), max_size=16
)


def run(xp: Any, program: list[Step], x: Any, y: Any, m: Any, v: Any) -> tuple[Any, ...]:
    values = [x, y]
    for name, first, second in program:
        one, other = values[-1 - first % len(values)], values[-1 - second % len(values)]
        values.append(STEPS[name](xp, one, other, m, v, second))
    return tuple(values[-1 - len(program) // 3 :])


def graph_of(program: list[Step]) -> Graph:
    g = Builder("program", [*TYPES.items()], source="program.py")
    return verify(g.finish(run(g, program, *g.graph.parameters)))


def transposes(graph: Graph) -> int:
    return sum(node.op.name == "transpose" for node in prune_dead_nodes(graph).walk())


@settings(max_examples=60, deadline=None)
@given(steps)
def test_every_bit_is_kept_and_no_transpose_comes(program: list[Step]) -> None:
    before = run_pass(simplify, graph_of(program))
    after = run_pass(choose_layouts, before)
    assert transposes(after) <= transposes(before)
    assert run_pass(choose_layouts, after) is after
    random = np.random.default_rng(len(program))
    shapes = [[3 if size is n else size for size in type_.shape] for type_ in TYPES.values()]
    arguments = [random.integers(-3, 4, shape).astype(np.float64) for shape in shapes]
    sizes = {"n": 3}
    for one, other in zip(
        evaluate(after, arguments, sizes), run(np, program, *arguments), strict=True
    ):
        np.testing.assert_array_equal(one, other)


def test_activations_and_norms_do_not_mind_the_order_of_axes() -> None:
    channels = TensorType(F64, (n, 2, n))
    g = Builder("network", [("x", channels), ("v", TensorType(F64, (2,)))])
    x, v = g.graph.parameters
    y = g.transpose(x, (2, 0, 1))
    for name in ("relu", "gelu", "silu", "sigmoid", "softplus", "mish", "elu", "hard_swish"):
        y = getattr(g, name)(y)
    y = g.batch_norm(y, v, g.square(v), axis=2)
    before = verify(g.finish((g.transpose(y, (1, 2, 0)),)))
    after = prune_dead_nodes(run_pass(choose_layouts, before))
    assert transposes(after) == 0
    random = np.random.default_rng(0)
    arguments = [random.standard_normal((3, 2, 3)), random.standard_normal(2)]
    (one,), (other,) = (evaluate(each, arguments, {"n": 3}) for each in (before, after))
    np.testing.assert_allclose(one, other, rtol=1e-14)
