"""Sizes that loops carry and branches give: by the index, by invariants, by what both know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.comparison import Comparison
from dslc.ir.diagnostics import CompilerBug, DslError
from dslc.ir.dims import dim_min, dims, symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph, Node, Value
from dslc.ir.types import BOOL_NUMBER, INT, TensorType, Type
from dslc.ir.verify import verify
from tests.props.programs.shapes import ShapesHold

F32 = BY_NAME["f32"]
n, s = dims("n s")
k = symbol("k", low=None, high=None)
VECTOR = TensorType(F32, (n,))

Text = Callable[..., Any]


def built(text: Text, **parameters: Type) -> Graph:
    """The verified graph of a text on `x` and more; `k` is an integer of the call."""
    integers = {"k": k} if "k" in parameters else {}
    g = Builder("f", [("x", VECTOR), *parameters.items()], integers=integers, source="a.py")
    given = [k if value.dim is not None else value for value in g.graph.parameters]
    results = text(g, *given)
    return verify(g.finish(results if isinstance(results, tuple) else (results,)))


def shown(graph: Graph) -> str:
    """The type of the only result."""
    (result,) = graph.results
    assert isinstance(result, Value)
    return str(result.type)


def loops(graph: Graph) -> list[Node]:
    return [node for node in graph.walk() if node.op.name in ("for", "while")]


def invariants(graph: Graph) -> list[str]:
    """Those of the first loop."""
    return [str(Comparison(*each)) for each in loops(graph)[0].attributes["invariants"]]


def run(graph: Graph, size: int, *others: Any, **sizes: int) -> list[Any]:
    """The results on `np.arange(size)`, with all that is known of sizes checked on the way."""
    x = np.arange(size, dtype=F32)
    return evaluate(graph, [x, *others], {"n": size, **sizes}, ShapesHold(graph))


# --- growth by the index --------------------------------------------------------------------------


def growing(*bounds: Any, exits: bool = False) -> Text:
    """A text whose loop puts `x` behind what it carries in each trip."""

    def text(g: Builder, x: Any, *_: Any) -> Any:
        def body(i: Any, y: Any) -> Any:
            y = g.concat((y, x))
            return (y, g.RUN) if exits else y

        found = g.for_(g.range(*bounds), body, (g.index(x, g.s_[:1]),), exits=exits)
        return found[0] if exits else found

    return text


@pytest.mark.parametrize(
    ("bounds", "type_"),
    [
        ((n,), "f32[n*n + min(n, 1)]"),
        ((3,), "f32[3*n + min(n, 1)]"),
        ((0,), "f32[min(n, 1)]"),
        ((2, n), "f32[n*max(n - 2, 0) + min(n, 1)]"),
        ((n, -1, -1), "f32[n*n + n + min(n, 1)]"),
        ((0, n, 3), "f32[n*((n + 2)//3) + min(n, 1)]"),
    ],
)
def test_a_size_that_grows_alike_follows_from_the_index(
    bounds: tuple[Any, ...], type_: str
) -> None:
    graph = built(growing(*bounds))
    assert shown(graph) == type_
    for size in (0, 1, 2, 5, 8):
        run(graph, size)


def test_a_loop_of_one_trip_at_most_has_a_size_of_its_own() -> None:
    graph = built(growing(0, dim_min(n, 2), 2))
    assert shown(graph) == "f32[y_n]"
    for size in (0, 1, 2, 5):
        run(graph, size)


def test_a_loop_that_may_end_early_has_a_size_of_its_own() -> None:
    graph = built(growing(n, exits=True))
    assert shown(graph) == "f32[y_n]"
    assert invariants(graph) == ["min(n, 1) <= y_n"]
    run(graph, 4)


def test_a_size_that_grows_differently_has_a_symbol() -> None:
    def text(g: Builder, x: Any) -> Any:
        return g.for_(g.range(3), lambda i, y: g.concat((y, y)), (x,))

    graph = built(text)
    assert shown(graph) == "f32[y_n]"
    assert invariants(graph) == ["n <= y_n"]
    assert len(run(graph, 3)[0]) == 24


def test_growth_in_loops_inside_each_other() -> None:
    def text(g: Builder, x: Any, k: Any) -> Any:
        def outer(i: Any, y: Any) -> Any:
            return g.for_(g.range(i), lambda j, y: g.concat((y, g.zeros(2, dtype=F32))), (y,))

        return g.for_(g.range(k), outer, (x,))

    graph = built(text, k=INT)
    assert len(run(graph, 1, 4, k=4)[0]) == 1 + 2 * (0 + 1 + 2 + 3)
    assert str(loops(graph)[1].results[0].type) != "f32[n]"


def late(length: Any) -> Text:
    """A text whose third trip adds what has so many elements to what has grown by 3."""

    def text(g: Builder, x: Any) -> Any:
        def body(i: Any, y: Any, total: Any) -> Any:
            y = g.concat((y, g.ones((1,), dtype=F32)))

            def third() -> Any:
                return g.sum(g.add(y, g.zeros((length,), dtype=F32)))

            return y, g.if_(g.equal(i, 2), third, lambda: total)

        return g.for_(g.range(4), body, (x, g.sum(x)))[1]

    return text


def test_a_branch_for_some_trips_has_the_sizes_of_these() -> None:
    """The first tracing takes it that nothing grows, with which the branch would be refused."""
    assert run(built(late(n + 3)), 2) == [np.float32(4)]
    with pytest.raises(DslError, match=r"i \+ n \+ 1 is never n \+ 4"):
        built(late(n + 4))


def test_a_loop_that_is_never_run_carries_the_sizes_before_it() -> None:
    def text(g: Builder, x: Any) -> Any:
        g.require(n, "<=", 1)

        def outer(i: Any, y: Any) -> Any:
            return g.for_(g.range(2), lambda j, z: g.index(z, g.s_[: z.shape[0] // 2]), (y,))

        return g.for_(g.range(n - 1), outer, (x,))

    graph = built(text)
    assert [str(node.results[-1].type) for node in loops(graph)] == ["f32[n]"] * 2
    assert len(run(graph, 1)[0]) == 1


def test_sizes_that_are_numbers_do_not_grow_in_a_loop_that_is_never_run() -> None:
    def text(g: Builder, x: Any) -> Any:
        z = g.zeros((1,), dtype=F32)
        return g.for_(g.range(0), lambda i, z: g.index(z, g.s_[: z.shape[0] // 2]), (z,))

    (loop,) = loops(built(text))
    assert [str(value.type) for value in loop.regions[0].parameters] == ["int", "f32[1]"]


# --- invariants -----------------------------------------------------------------------------------


def halving(g: Builder, x: Any) -> Any:
    """`while len(y) > 1: y = y[:len(y) // 2]`."""

    def body(y: Any) -> Any:
        return g.index(y, g.s_[: y.shape[0] // 2])

    return g.while_(lambda y: g.greater(y.shape[0], 1), body, (x,))


def test_what_shrinks_stays_at_most_what_it_was() -> None:
    graph = built(halving)
    assert invariants(graph) == ["y_n <= n", "min(n, 1) <= y_n"]
    for size in (0, 1, 2, 7, 64):
        assert len(run(graph, size)[0]) == min(size, 1)


def test_what_grows_by_eights_stays_a_multiple() -> None:
    def text(g: Builder, x: Any) -> Any:
        def body(y: Any) -> Any:
            return g.concat((y, g.zeros(16, dtype=F32)))

        test = lambda y: g.less(y.shape[0], g.multiply(x.shape[0], 3))  # noqa: E731
        return g.while_(test, body, (g.zeros(8, dtype=F32),))

    graph = built(text)
    assert invariants(graph) == ["y_n >= 8", "y_n % 8 == 0"]
    for size in (0, 3, 40):
        run(graph, size)


def test_an_invariant_that_a_trip_breaks_is_dropped() -> None:
    """The first trip shortens the array, the second may not."""

    def text(g: Builder, x: Any, flag: Any) -> Any:
        def body(i: Any, y: Any, flag: Any) -> Any:
            y = g.if_(flag, lambda: g.index(y, g.s_[1:]), lambda: g.concat((y, y)))
            return y, g.not_(flag)

        return g.for_(g.range(4), body, (x, flag))[0]

    graph = built(text, flag=BOOL_NUMBER)
    for size in (0, 1, 4):
        run(graph, size, True)
        run(graph, size, False)


@pytest.mark.parametrize(
    ("invariant", "said"),
    [
        (("<=", symbol("y_n"), 5), "nothing shows that y_n <= 5 holds before the first trip"),
        (("<=", 1, symbol("y_n")), "nothing shows that y_n >= 1 holds before the first trip"),
        (("<=", n, symbol("y_n")), "nothing shows that n <= y_n holds after a trip"),
    ],
)
def test_invariants_are_checked(invariant: tuple[Any, ...], said: str) -> None:
    graph = built(halving)
    loops(graph)[0].attributes["invariants"] = (invariant,)
    with pytest.raises(CompilerBug) as caught:
        verify(graph)
    assert said in caught.value.message


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_tracing_does_not_multiply_with_the_depth(depth: int) -> None:
    """Each level is at a line of its own, as in emitted text."""
    lines = ["def text(g, x, trace):"]
    for level in range(depth):
        lines += [f"{' ' * (level + 1)}def body{level}(i, y):"]
    lines += [f"{' ' * (depth + 1)}trace()", f"{' ' * (depth + 1)}return g.concat((y, x))"]
    for level in reversed(range(depth)):
        lines += [
            f"{' ' * (level + 1)}return g.for_(g.range(2), body{level}, ({'y' if level else 'x'},))"
        ]
    namespace: dict[str, Any] = {}
    exec("\n".join(lines), namespace)
    traced: list[None] = []
    graph = built(lambda g, x: namespace["text"](g, x, lambda: traced.append(None)))
    assert shown(graph) == f"f32[{2**depth + 1}*n]"
    assert len(traced) <= 2 * depth


# --- branches -------------------------------------------------------------------------------------


def choice(then: Callable[[Builder, Any], Any], otherwise: Callable[[Builder, Any], Any]) -> Text:
    """One of two arrays made of `x`, as it has more than 64 elements."""

    def text(g: Builder, x: Any) -> Any:
        test = g.greater(x.shape[0], 64)
        return g.if_(test, lambda: then(g, x), lambda: otherwise(g, x))

    return text


def head(g: Builder, x: Any) -> Any:
    return g.index(x, g.s_[:64])


def test_one_size_that_is_that_of_both() -> None:
    graph = built(choice(head, lambda g, x: x))
    assert shown(graph) == "f32[min(n, 64)]"
    for size in (0, 63, 64, 65):
        assert len(run(graph, size)[0]) == min(size, 64)


def test_a_size_of_neither_has_the_limits_of_both() -> None:
    def text(g: Builder, x: Any) -> Any:
        y = choice(lambda g, x: g.index(x, g.s_[1:]), lambda g, x: x)(g, x)
        return g.index(x, g.s_[: y.shape[0]])

    graph = built(text)
    assert shown(graph) == "f32[x_n]"
    for size in (0, 1, 64, 65):
        run(graph, size)
