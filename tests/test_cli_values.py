"""What `dslc run` passes to a function, and how it compares two outcomes."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from dslc import DslError, InOut, Scalar, Static, Tensor, bf16, bool_, dims, f32, i32, u8
from dslc.cli.arguments import Arguments
from dslc.cli.comparing import Outcome, compare, leaves, type_text
from dslc.signature import Signature

n, m = dims("n m")


@dataclass
class Layer:
    w: Tensor[f32, n, 2 * m + 1]
    width: int


class Pair(NamedTuple):
    left: Tensor[u8, 3]
    right: float


def plain(x: Tensor[f32, n], y: InOut[bf16, n, m], count: Scalar[i32], yes: bool) -> None:
    pass


def structured(layer: Layer, pair: Pair, items: tuple[Tensor[bool_, ()], int], size: int) -> None:
    pass


def static(depth: Static[int], name: Static[str], layer: Layer | None) -> None:
    pass


def with_default(x: Tensor[f32, n], tol: Scalar[f32] = 0.5, *, steps: int = 3) -> None:
    pass


def made(
    function: Callable[..., object], *given: str, sizes: tuple[str, ...] = (), seed: int = 0
) -> Any:
    signature = Signature.of(function)
    values = Arguments(signature, given, sizes, seed).make()
    positional, keywords = signature.split(values)
    signature.bind(positional, keywords)  # they are what the annotations say
    return dict(
        leaf
        for parameter, value in zip(signature.parameters, values, strict=True)
        for leaf in leaves(parameter.name, value)
    )


def types(values: dict[str, Any]) -> dict[str, str]:
    return {path: type_text(value) for path, value in values.items()}


def test_random_arguments_are_as_annotated() -> None:
    assert types(made(plain)) == {"x": "f32[8]", "y": "bf16[8, 8]", "count": "i32", "yes": "bool"}
    assert types(made(structured, sizes=("m=2", "n=0", "size=5"))) == {
        "layer.w": "f32[0, 5]",
        "layer.width": "int",
        "pair.left": "u8[3]",
        "pair.right": "float",
        "items[0]": "bool_[]",
        "items[1]": "int",
        "size": "int",
    }


def test_a_seed_gives_the_same_arguments_each_time() -> None:
    one, again, other = made(plain), made(plain), made(plain, seed=1)
    assert np.array_equal(one["x"], again["x"])
    assert one["x"] is not again["x"]
    assert not np.array_equal(one["x"], other["x"])
    # What is given for one parameter changes no other.
    assert np.array_equal(made(plain, "count=3")["x"], one["x"])


def test_given_arrays_size_the_others(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.zeros(5, np.float32))
    values = made(plain, f"x={tmp_path / 'x.npy'}", sizes=("m=2",))
    assert types(values)["y"] == "bf16[5, 2]"
    assert types(made(plain, "x=[1, 2.5, -3]"))["y"] == "bf16[3, 8]"


def test_given_values_reach_into_structs() -> None:
    values = made(structured, "layer.width=7", "pair.right=-inf", "items[0]=True", "size=2")
    assert values["layer.width"] == 7
    assert values["pair.right"] == -np.inf
    assert values["items[0]"].item() is True
    assert values["size"] == 2


def test_defaults_hold_unless_given() -> None:
    assert made(with_default)["tol"] == 0.5
    assert made(with_default, "steps=9")["steps"] == 9


def test_build_time_values_are_given() -> None:
    values = made(static, "depth=2", "name=relu", "layer=None")
    assert values == {"depth": 2, "name": "relu", "layer": None}
    assert "layer.w" in made(static, "depth=2", "name='a b'", "layer.width=3")
    with pytest.raises(DslError, match="needs a value for `depth`"):
        made(static)


@pytest.mark.parametrize(
    ("given", "sizes", "message"),
    [
        (["x"], [], "has no `=`"),
        (["z=1"], [], "there is no `z`"),
        (["x=["], [], "is not a Python literal"),
        (["x=['a']"], [], "is no Tensor"),
        (["x=[[1], [2, 3]]"], [], "is no Tensor"),
        (["x=missing.npy"], [], "there is no file"),
        (["x=__import__('os')"], [], "is not a Python literal"),
        ([], ["k=1"], "there is no `k`"),
        ([], ["n=-1"], "no integer of 0 or more"),
        ([], ["n=²"], "no integer of 0 or more"),
    ],
)
def test_wrong_texts_are_refused(given: list[str], sizes: list[str], message: str) -> None:
    with pytest.raises(DslError, match=message):
        Arguments(Signature.of(plain), given, sizes, 0)


def test_a_negative_size_is_refused() -> None:
    def shrunk(x: Tensor[f32, n - 10]) -> None:
        pass

    with pytest.raises(DslError, match="the size n - 10 of `x` is -2"):
        made(shrunk)
    assert types(made(shrunk, sizes=("n=12",))) == {"x": "f32[2]"}


def test_object_arrays_are_not_loaded(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.array([{}], object), allow_pickle=True)
    with pytest.raises(DslError, match="no array that NumPy can load"):
        made(plain, f"x={tmp_path / 'x.npy'}")


# --- comparing --------------------------------------------------------------------------------


def array(*values: object, dtype: type = np.float32) -> Any:
    return np.array(values, dtype)


@pytest.mark.parametrize(
    ("plain", "compiled", "agree"),
    [
        (array(1, np.nan), array(1, np.nan), True),
        (array(1, np.nan), array(1, 2), False),
        (array(1, np.inf), array(1 + 1e-7, np.inf), True),
        (array(1, np.inf), array(1, -np.inf), False),
        (array(1, 2, dtype=np.float64), array(1, 2 + 1e-7, dtype=np.float64), False),
        (array(True, False, dtype=np.bool_), array(True, True, dtype=np.bool_), False),
        (2**62, 2**62 + 1, False),
        (array(), array(), True),
        (array(), array(1), False),
        (np.float32(1), 1.0, False),
        (True, 1, False),
        ((1,), 1, False),
        ((1, (2.0, 3)), (1, (2.0, 3)), True),
        (Layer(array(1), 2), Layer(array(1), 3), False),
        ("a", "b", False),
        (None, None, True),
    ],
)
def test_compare(plain: object, compiled: object, agree: bool) -> None:
    assert compare(Outcome(plain, None, {}), Outcome(compiled, None, {})).agree is agree


def test_compare_exceptions_and_arguments() -> None:
    raised = Outcome(None, ZeroDivisionError("division by zero"), {})
    assert compare(raised, raised).agree
    assert not compare(raised, Outcome(None, IndexError("out of range"), {})).agree
    assert not compare(Outcome(1, None, {}), raised).agree
    changed = Outcome(None, None, {"x": np.ones(2)})
    assert not compare(changed, Outcome(None, None, {"x": np.zeros(2)})).agree
