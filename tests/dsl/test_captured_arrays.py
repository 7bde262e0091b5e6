"""Arrays outside of a function: each call reads what they hold then, no graph writes to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dslc
from dslc.compiled import CompiledFunction
from dslc.ir.diagnostics import DslError
from dslc.transpile import build_module
from dslc.transpile.compile import load_functions

from ..golden.test_transpile import executed

SOURCE = """\
import types
from dataclasses import dataclass
import numpy as np
import dslc
from dslc import InOut, Scalar, Tensor, dims, f64, graph

n, m = dims("n m")
WEIGHTS, BIAS = np.arange(6.0).reshape(2, 3), np.ones(3)
SAME = BIAS
LAYERS = [np.eye(3), np.ones((3, 4))]
SPACE = types.SimpleNamespace(w=np.arange(3.0), inner={"a": (np.ones(3), 2.0)})

def helper(x):
    return x * BIAS

@graph
def plain(x: Tensor[f64, n, 2]) -> Tensor[f64, n, 3]:
    return helper(x @ WEIGHTS)

@graph
def calling(x: Tensor[f64, n, 2]):
    y = plain(x)
    if np.sum(BIAS) > 4.0:
        y = y - BIAS
    return y @ LAYERS[1]

@graph
def looping(x: Tensor[f64, 3], k: int):
    for _ in range(k):
        for layer in LAYERS[:1]:
            x = x @ layer + SPACE.w
    return x, SPACE.inner["a"][0] * SPACE.inner["a"][1]

@graph
def shared(x: Tensor[f64, 3]):
    return x * BIAS + SAME

@graph
def loss(x: Tensor[f64, 3]) -> Scalar[f64]:
    return np.sum(x * BIAS * BIAS)

@graph
def slope(x: Tensor[f64, 3]):
    return dslc.grad(loss)(x) + BIAS

@graph
def added(x: InOut[f64, 3], k: int):
    for _ in range(k):
        x += BIAS
    return BIAS

@graph(breaks=True)
def broken(x: Tensor[f64, 3]) -> Tensor[f64, 3]:
    w = WEIGHTS[0]
    y = x * w + BIAS
    open("/dev/null").close()
    w[1] = 2.0 * y[0]
    BIAS[0] = 7.0
    return y * WEIGHTS[0] + BIAS
"""

GAIN = np.ones(3)
X, Y = np.array([[1.0, 2.0], [3.0, -1.0]]), np.array([1.0, -2.0, 3.0])
CALLS = {
    "plain": (X,), "calling": (X,), "looping": (Y, 3), "shared": (Y,), "slope": (Y,),
    "added": (Y, 2), "broken": (Y,),
}  # fmt: skip


def content(module: Any) -> None:
    module.WEIGHTS[1, 2] += 9.0
    module.BIAS[...] = [1.0, 2.0, 4.0]
    module.LAYERS[0][0, 1] = 5.0
    module.SPACE.w *= 2.0


def arrays(module: Any) -> None:
    module.WEIGHTS = -np.asfortranarray(module.WEIGHTS)
    module.BIAS = np.array([3.0, 3.0, 0.5, 3.0, 0.5])[::2]
    module.LAYERS[0] = module.LAYERS[0] + 1.0
    module.SPACE.w = module.BIAS
    module.SPACE.inner = {"a": (np.zeros(3), 2.0)}


def one_for_two(module: Any) -> None:
    module.SAME = module.SPACE.w = module.BIAS = module.BIAS * 2.0


def nothing(module: Any) -> None:
    pass


Pair = tuple[Any, Any]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source and what is emitted for it."""
    source = tmp_path_factory.mktemp("captured") / "model.py"
    source.write_text(SOURCE)
    result = build_module(source)
    result.path.write_text(result.text)
    return source, result.path


@pytest.fixture
def modules(written: tuple[Path, Path]) -> Pair:
    source, emitted = written
    return executed(source, []), executed(emitted, [])


def test_every_call_reads_what_is_there(modules: Pair) -> None:
    source, emitted = modules
    for change in (nothing, content, arrays, one_for_two):
        change(source)
        change(emitted)
        for name, given in CALLS.items():
            native = change in (nothing, one_for_two) and name != "broken"
            ways = ("cpu", "reference", "step") if native else ("reference",)
            plain = getattr(source, name).__wrapped__
            for device in ways:
                ours, theirs = ([np.copy(a) for a in given] for _ in range(2))
                compiled = getattr(emitted, name).with_device(device)
                expected, found = plain(*theirs[:1], *given[1:]), compiled(*ours[:1], *given[1:])
                np.testing.assert_equal(found, expected, f"{name} {device} {change.__name__}")
                np.testing.assert_equal(ours, theirs)


def test_a_graph_is_built_again_only_where_other_arrays_are_one() -> None:
    gain = offset = np.ones(3)

    @dslc.jit
    def f(x: dslc.Tensor[dslc.f64, 3]):
        return x * gain + offset

    def now() -> tuple[list[str], list[float]]:
        return [value.hint for value in f.graph.parameters], f(np.full(3, 2.0)).tolist()

    assert now() == (["x", "gain"], [3.0] * 3)
    first = f.graph
    gain = offset = np.zeros(3)
    assert now() == (["x", "gain"], [0.0] * 3)
    assert f.graph is first
    offset = np.full(3, 5.0)
    assert now() == (["x", "gain", "offset"], [5.0] * 3)


@pytest.mark.parametrize(
    "other",
    [np.ones(4), np.ones(3, np.float32), np.ones((1, 3)), np.ma.array(np.ones(3)), [1.0], 1.0],
)
def test_an_array_of_another_type_is_an_error(modules: Pair, other: Any) -> None:
    _, emitted = modules
    emitted.calling.with_device("reference")(X)
    emitted.BIAS = other
    for name in ("plain", "calling", "slope"):
        with pytest.raises(DslError) as caught:
            getattr(emitted, name)(*CALLS[name])
        assert caught.value.code == "captured-changed"


def test_an_array_that_is_written_to_shares_no_memory_with_one_that_is_read(
    modules: Pair,
) -> None:
    _, emitted = modules
    with pytest.raises(DslError) as caught:
        emitted.added(emitted.BIAS, 1)
    assert caught.value.code == "shared-memory"
    assert "`x` and `BIAS` of `added` share memory" in str(caught.value)


def test_the_printed_graph_has_them_as_parameters(
    modules: Pair,
) -> None:
    _, emitted = modules
    function: CompiledFunction = emitted.looping
    again = dslc.compile_graph(function.graph)
    names = [parameter.name for parameter in again.signature.parameters]
    assert names == ["x", "k", "LAYERS_0", "SPACE_w", "SPACE_inner_a_0"]
    found = again.with_device("reference")(
        Y, 3, emitted.LAYERS[0], emitted.SPACE.w, emitted.SPACE.inner["a"][0]
    )
    np.testing.assert_equal(found, function.with_device("reference")(Y, 3))


def test_derivatives_take_them_as_constants() -> None:
    gain = np.array([1.0, 2.0, 4.0])

    @dslc.jit
    def f(x: dslc.Tensor[dslc.f64, 3]) -> dslc.Tensor[dslc.f64, 3]:
        return x * x * gain

    ways = [
        function.with_device(device)
        for function in (dslc.vjp(f), dslc.jvp(f))
        for device in ("reference", "step")
    ]
    for _ in range(2):
        for way in ways:
            value, derivative = way(Y, np.array([1.0, 10.0, 0.0]))
            np.testing.assert_equal(value, Y * Y * gain)
            np.testing.assert_equal(derivative, 2 * Y * gain * [1.0, 10.0, 0.0])
        gain = gain + 1.0


def test_a_declared_gradient_stands_for_parameters_alone() -> None:
    @dslc.graph
    def f(x: dslc.Tensor[dslc.f64, 3]) -> dslc.Scalar[dslc.f64]:
        return np.sum(x * GAIN)

    @dslc.graph
    def slope(x: dslc.Tensor[dslc.f64, 3], d: dslc.Scalar[dslc.f64]) -> dslc.Tensor[dslc.f64, 3]:
        return x * d

    @dslc.jit
    def outer(x: dslc.Tensor[dslc.f64, 3]) -> dslc.Scalar[dslc.f64]:
        return f(x)

    dslc.define_gradient(f, slope)
    with pytest.raises(DslError, match="`f` reads `GAIN`, an array of the module"):
        dslc.grad(outer)(Y)


def test_a_source_is_compared_with_the_arrays_that_it_drew(tmp_path: Path) -> None:
    path = tmp_path / "drawn.py"
    drawn = "W = np.random.default_rng().random(3)\nL = [W, {'a': W}]\n"
    head = "import numpy as np\nfrom dslc import Tensor, f64, graph\n"
    text = "@graph\ndef f(x: Tensor[f64, 3]):\n    return x * W + L[1]['a']\n"
    path.write_text(head + drawn + text)
    f = load_functions(path)["f"]
    assert f.__wrapped__ is not None
    np.testing.assert_equal(f.with_device("reference")(Y), f.__wrapped__(Y))
    assert len(f.graph.parameters) == 2
