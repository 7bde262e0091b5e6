"""`load_params` and `save_params`: what comes back, and what is said of files that do not fit."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

import dslc
from dslc import InOut, Scalar, Static, Tensor, bf16, dims, f32, i64
from dslc.ir.diagnostics import DslError

n, m = dims("n m")


@dataclass
class Dense:
    weight: Tensor[f32, n, m]
    bias: Tensor[f32, m] | None


class Pair(NamedTuple):
    low: Tensor[bf16, n]
    high: Tensor[bf16, n]


@dataclass
class Model:
    blocks: list[Dense]
    named: dict[str, Pair]
    ends: tuple[Dense, Scalar[f32]]
    steps: InOut[i64, ()]
    rate: float
    width: Static[int] = 4
    names: Static[list[str]] = field(default_factory=list)


def floats(*shape: int) -> Any:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape) / 3


def model() -> Model:
    halves = [floats(3).astype(ml_dtypes.bfloat16), -floats(3).astype(ml_dtypes.bfloat16)]
    return Model(
        [Dense(floats(2, 3), floats(3)), Dense(floats(3, 0), None)],
        {"a": Pair(*halves), "b": Pair(*halves[::-1])},
        (Dense(floats(1, 1), None), np.float32(0.5)),
        np.array(7),
        0.25,
    )


KINDS = ["npz", "safetensors"]


@pytest.fixture(params=KINDS)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "safetensors" and importlib.util.find_spec("safetensors") is None:
        pytest.skip("the extra is not installed")
    return tmp_path / f"model.{request.param}"


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *leaves(list(value.values()))]
    if isinstance(value, list | tuple):
        return [type(value), *(leaf for item in value for leaf in leaves(item))]
    if hasattr(value, "__dataclass_fields__"):
        return leaves([getattr(value, name) for name in value.__dataclass_fields__])
    if isinstance(value, np.ndarray | np.generic):
        return [type(value), value.dtype, value.shape, value.tobytes()]
    return [type(value), value]


@pytest.mark.parametrize("into", [Model, model()], ids=["class", "struct"])
def test_what_is_saved_comes_back(file: Path, into: Any) -> None:
    dslc.save_params(file, model())
    loaded = dslc.load_params(file, into)
    assert leaves(loaded) == leaves(model())
    assert loaded.steps.flags.writeable and loaded is not into
    first = file.read_bytes()
    dslc.save_params(file, loaded)
    assert file.read_bytes() == first
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_file_is_whole_or_as_before(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dslc.save_params(file, model())
    before = file.read_bytes()

    def fails_half_way(path: Path, arrays: Any) -> None:
        path.write_bytes(before[:20])
        raise OSError("the disk is full")

    monkeypatch.setattr(f"dslc.array_files._write_{file.suffix[1:]}", fails_half_way)
    with pytest.raises(OSError, match="the disk is full"):
        dslc.save_params(file, floats(2))
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_names_are_paths(tmp_path: Path) -> None:
    dslc.save_params(tmp_path / "model.npz", model())
    names = np.load(tmp_path / "model.npz").files
    assert names == [
        "blocks.0.weight", "blocks.0.bias", "blocks.1.weight", "named.a.low", "named.a.high",
        "named.b.low", "named.b.high", "ends.0.weight", "ends.1", "steps", "rate",
    ]  # fmt: skip


def test_a_struct_of_nothing_says_the_form(file: Path) -> None:
    dslc.save_params(file, model())
    into = Model([Dense(None, None)], {"a": Pair(None, None)}, (Dense(None, None), None), None, 0.0)  # type: ignore[arg-type]
    said = faults(file, into)
    assert said == [
        "`blocks.0.bias` in the file is not expected",
        "`blocks.1.weight` in the file is not expected",
        "`named.b.high` in the file is not expected",
        "`named.b.low` in the file is not expected",
    ]


def test_annotations_without_a_struct(file: Path) -> None:
    arrays = {"w1": floats(2, 3), "w2": floats(5)}
    dslc.save_params(file, arrays)
    said = faults(file, dict[str, Tensor[f32, n, m]])
    assert said == ["`w2` is declared Tensor[f32, n, m], the file has f32[5]"]
    dslc.save_params(file, [floats(2), floats(3)])
    (one,) = faults(file, list[Tensor[f32, n]])
    assert "`n` is 2 by axis 0 of `params[0]`, but 3 by axis 0 of `params[1]`" in one
    dslc.save_params(file, [floats(2), floats(2)])
    loaded: Any = dslc.load_params(file, list[Tensor[f32, n]])
    assert [array.tolist() for array in loaded] == [floats(2).tolist()] * 2


def faults(file: Path, into: Any) -> list[str]:
    with pytest.raises(DslError) as raised:
        dslc.load_params(file, into)
    assert raised.value.code == "params-mismatch", str(raised.value)
    return [note.text for note in raised.value.diagnostics[0].notes]


def test_everything_wrong_is_said_at_once(file: Path) -> None:
    arrays = {
        "blocks.0.weight": floats(2, 3).astype(np.float64),
        "blocks.1.bias": floats(3),
        "blocks.01.bias": floats(3),
        "named.a.low": floats(3).astype(ml_dtypes.bfloat16),
        "ends.1": floats(1),
        "steps": np.array(7, np.int32),
        "rate": np.array(1),
        "extra": floats(1),
    }
    dslc.save_params(file, arrays)
    said = faults(file, Model)
    assert said == [
        "`blocks.1.weight` is not in the file",
        "`named.a.high` is not in the file",
        "`ends.0.weight` is not in the file",
        "`blocks.01.bias` in the file is not expected",
        "`extra` in the file is not expected",
        "`blocks.0.weight` is declared Tensor[f32, n, m], the file has f64[2, 3]",
        "`ends.1` is declared Scalar[f32], the file has f32[1]",
        "`steps` is declared InOut[i64, ()], the file has i32[]",
        "`rate` is declared float, the file has i64[]",
    ]


def test_sizes_that_do_not_agree(file: Path) -> None:
    dslc.save_params(file, {"weight": floats(2, 3), "bias": floats(4)})
    (said,) = faults(file, Dense)
    assert "`m` is 3 by axis 1 of `weight`, but 4 by axis 0 of `bias`" in said


def test_a_build_time_value_comes_from_a_struct(file: Path) -> None:
    @dataclass
    class Layer:
        width: Static[int]
        w: Tensor[f32, n]

    dslc.save_params(file, Layer(3, floats(2)))
    (said,) = faults(file, Layer)
    assert said.startswith("`width` is a build-time value without a default")
    assert dslc.load_params(file, Layer(5, floats(1))).width == 5


def test_a_struct_of_another_form(file: Path) -> None:
    dslc.save_params(file, model())
    wrong: Any = model()
    wrong.blocks = tuple(wrong.blocks)
    with pytest.raises(DslError, match="`blocks` of the Model to load into is a tuple"):
        dslc.load_params(file, wrong)


def test_what_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(DslError, match=r"`a\.0` is a set: only arrays and numbers") as raised:
        dslc.save_params(tmp_path / "x.npz", {"a": [{1}]})
    assert raised.value.code == "params-mismatch"
    assert not list(tmp_path.iterdir())


def pickled(path: Path) -> None:
    np.savez(path, weight=np.array([{}], object), bias=floats(1))


def cut(path: Path) -> None:
    dslc.save_params(path, model())
    path.write_bytes(path.read_bytes()[:-40])


@pytest.mark.parametrize(
    ("name", "make", "fault"),
    [
        ("model.npz", lambda path: None, "there is no such file"),
        ("model.pickle", lambda path: path.write_bytes(b""), r"`\.pickle` is no kind of file"),
        ("model.npz", pickled, "allow_pickle=False"),
        ("model.npz", cut, "cannot be used"),
        ("model.npz", lambda path: path.write_bytes(b"\x80\x04N."), "cannot be used"),
        ("model.safetensors", lambda path: path.write_bytes(b"\xff" * 20), "cannot be used"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, make: Any, fault: str) -> None:
    make(tmp_path / name)
    with pytest.raises(DslError, match=fault) as raised:
        dslc.load_params(tmp_path / name, Dense)
    assert raised.value.code == "params-unreadable"
