"""Sizes as a user sees them: what is tied to what, and that one graph serves every size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import DslError, Tensor, f32, graph
from dslc.ir.same import difference
from dslc.ir.verify import verify

n, m, b = dslc.dims("n m b")


@dataclass
class Linear:
    """A layer; its dims are its own."""

    w: Tensor[f32, n, m]
    bias: Tensor[f32, m]


@dataclass
class Net:
    """Layers that need not be of one size."""

    layers: list[Linear]
    last: Linear


@graph
def forward(net: Net, x: Tensor[f32, b, n]) -> Tensor[f32, b, m]:
    for layer in net.layers:
        x = np.maximum(x @ layer.w + layer.bias, 0)
    return x @ net.last.w + net.last.bias


@graph
def two(p: Linear, q: Linear) -> tuple[Tensor[f32, n], Tensor[f32, m]]:
    return p.w[:, 0], q.bias


@graph
def stacked(x: Tensor[f32, n, m]) -> list[Linear]:
    return [Linear(x, x[0]), Linear(x.T, x[:, 0])]


@graph
def sum_of(x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, m]:
    z = x + y
    return z * y - x


@graph
def past_64(x: Tensor[f32, n]) -> Any:
    if x.shape[0] > 64:
        return x[:64] * 2
    return x


@graph
def folded(x: Tensor[f32, n]) -> Any:
    while x.shape[0] > 1:
        half = x.shape[0] // 2
        x = np.concatenate((x[:half] + x[half : 2 * half], x[2 * half :]))
    return x


@graph
def blocks(x: Tensor[f32, n]) -> Any:
    padded = np.pad(x, (0, -x.shape[0] % 8))
    return padded.reshape(-1, 8).max(axis=1)


def ones(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


def layer(rows: int, columns: int) -> Linear:
    return Linear(ones(rows, columns), ones(columns))


def requires(function: Any) -> list[str]:
    """The assumptions of a function's graph, as they are printed."""
    return [str(each.comparison) for each in dslc.compile(function).graph.requires]


# --- ties ---------------------------------------------------------------------------------------


def test_the_dims_of_an_instance_are_its_own() -> None:
    compiled = dslc.compile(forward)
    net = Net([layer(3, 4), layer(4, 5)], layer(5, 2))
    assert compiled(net, ones(7, 3)).shape == (7, 2)
    for wrong in ([layer(3, 4), layer(6, 5)], [layer(2, 4), layer(4, 5)]):
        with pytest.raises(DslError) as error:
            compiled(Net(wrong, net.last), ones(7, 3))
        assert error.value.code == "shape-assumption"


def test_the_dims_inside_an_instance_are_tied() -> None:
    for way in (forward, dslc.compile(forward)):
        with pytest.raises(DslError, match=r"`m` is 2 by axis 1 of `net.last.w`, but 3 by axis 0"):
            way(Net([], Linear(ones(5, 2), ones(3))), ones(7, 5))


def test_instances_are_not_tied_to_each_other() -> None:
    for way in (two, dslc.compile(two)):
        rows, columns = way(layer(2, 3), layer(4, 5))
        assert (rows.shape, columns.shape) == ((2,), (5,))


def test_each_struct_of_a_result_has_dims_of_its_own() -> None:
    for way in (stacked, dslc.compile(stacked)):
        assert [each.bias.shape for each in way(ones(2, 3))] == [(3,), (2,)]


def test_two_names_of_one_size_are_one_after_they_met() -> None:
    assert len(requires(sum_of)) == 1


# --- one graph for every size ---------------------------------------------------------------------


@pytest.mark.parametrize("function", [past_64, folded, blocks], ids=lambda each: each.__name__)
def test_one_compile_serves_every_length(function: Any) -> None:
    compiled = dslc.compile(function)
    for size in range(101):
        x = np.arange(float(size)).astype(np.float32)
        assert compiled(x).tobytes() == function(x).tobytes(), size
    assert len(compiled.why().compiles) == 1
    assert not requires(function)


def test_a_batch_of_one_in_an_example_stays_symbolic() -> None:
    def scaled(x, rate):
        return x.reshape(x.shape[0], -1) * rate + x.shape[0]

    compiled = dslc.compile(scaled, example=(ones(1, 4), 2.0))
    assert compiled(ones(3, 5), 2.0)[0, 0] == 5.0
    assert compiled(ones(1, 1), 2.0)[0, 0] == 3.0
    assert len(compiled.why().compiles) == 1


# --- what a refusal says --------------------------------------------------------------------------


@graph
def heads(x: Tensor[f32, n, m], count: int) -> Any:
    rows, columns = x.shape
    return x.reshape(rows, count, columns // count)


@graph
def up_to_the_greatest(x: Tensor[f32, n]) -> Any:
    last = np.argmax(x)
    return np.zeros(2 * last + 1, np.float32) * x


@graph
def cut_or_doubled(x: Tensor[f32, n], cut: bool) -> Any:
    y = x[1:] if cut else np.concatenate((x, x))
    return y + x


@pytest.mark.parametrize(
    ("function", "arguments", "origins"),
    [
        (heads, (ones(2, 7), 3), ["m` is axis 1 of `x`", "` is `m // count`"]),
        (up_to_the_greatest, (ones(5),), ["n` is axis 0 of `x`", "` is `2 * last + 1`"]),
        (cut_or_doubled, (ones(5), True), ["n` is axis 0 of `x`", "y_n` is axis 0 of `y`"]),
    ],
    ids=lambda each: getattr(each, "__name__", None),
)
@pytest.mark.parametrize("device", ["reference", "step", "auto"])
def test_a_refusal_says_where_its_sizes_come_from(
    function: Any, arguments: Any, origins: list[str], device: str
) -> None:
    with pytest.raises(DslError) as error:
        dslc.compile(function, device=device)(*arguments)
    for origin in origins:
        assert origin in str(error.value)


@graph
def contradictory(x: Tensor[f32, n]) -> int:
    count = 0
    if x.shape[0] == 0:
        y = np.concatenate((x, x))
        if x.shape[0] >= 3:  # never, where the one above holds
            count = y[np.argwhere(y)[:, 0]].shape[0]
    return count


@pytest.mark.parametrize("device", ["reference", "step"])
def test_sizes_of_what_never_runs_are_of_no_matter(device: str) -> None:
    compiled = dslc.compile(contradictory, device=device)
    assert compiled(np.ones(4, np.float32)) == compiled(np.ones(0, np.float32)) == 0


@graph
def known_at_the_end(
    x: Tensor[f32, n],
    y: Tensor[f32, m, n],
    z: Tensor[f32, "max(n - 2, 0)"],  # noqa: UP037
) -> Tensor[f32, (m + 3) // 4]:
    z = z[: x.shape[0]]
    for _ in range(z.shape[0] // 2):
        if x.shape[0] <= 64 and y.shape[0] >= 3:
            np.zeros(z.shape[0], np.float32)
    return z


@graph
def known_in_a_region(x: Tensor[f32, n], layer: Linear, count: int) -> Tensor[f32, n]:
    for i in range(count):
        y = np.zeros(layer.w.shape[0], np.float32)
        for _ in range(layer.w.shape[0]):
            y = y * np.float32(i)
        x = x + y
    return x


@pytest.mark.parametrize("function", [known_at_the_end, known_in_a_region])
def test_what_a_graph_requires_is_known_wherever_it_is_found_out(function: Any) -> None:
    made = verify(dslc.compile(function, device="reference").graph)
    again = dslc.compile_graph(made, device="reference").graph
    assert difference(made, again) is None
