"""`dslc annotate`: what is written for the calls of a script, and what is said otherwise."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from dslc.cli.inferring import Unclear, infer
from dslc.cli.recording import Call, look
from dslc.transpile.definitions import Wish

Command: TypeAlias = Callable[..., Any]

PLAIN = """\
\"\"\"Layers.\"\"\"
import numpy as np


# Kept as it is:   é
def dense(x, w, b, act="relu"):  # one layer
    h = x @ w+b
    if act == "relu":
        h = np.maximum(h, 0.0)
    return h


def helper(z):
    return z * 2


def doubled(x, k=2, *,
            scale):
    return np.concatenate((helper(x), x)) * scale, k


def chosen(x, kind):
    return x if kind == "same" else -x


def first(items):
    return items[0]


def unused(x):
    return x
"""
SCRIPT = """\
import sys
import numpy as np
import layers
print("from the script", sys.argv)
for rows in (3, 5):
    x = np.ones((rows, 4), np.float32)
    layers.dense(x, np.ones((4, 2), np.float32), np.ones(2, np.float32))
    layers.doubled(x[:, 0], scale=1.5)
    layers.chosen(x, "same"), layers.chosen(x, "other")
    layers.first([x])
sys.exit(0)
"""
ANNOTATED = """\
\"\"\"Layers.\"\"\"
import numpy as np
from dslc import Static, Tensor, dims, f32, graph

n, m, p = dims("n m p")


# Kept as it is:   é
@graph
def dense(x: Tensor[f32, n, m], w: Tensor[f32, m, p], b: Tensor[f32, p], act: Static[str] = "relu")\
 -> Tensor[f32, n, p]:  # one layer
    h = x @ w+b
    if act == "relu":
        h = np.maximum(h, 0.0)
    return h


def helper(z):
    return z * 2


@graph
def doubled(x: Tensor[f32, n], k: int = 2, *,
            scale: float) -> tuple[Tensor[f32, 2 * n], int]:
    return np.concatenate((helper(x), x)) * scale, k


@graph(check=[dict(kind="same"), dict(kind="other")])
def chosen(x: Tensor[f32, n, m], kind: Static[str]) -> Tensor[f32, n, m]:
    return x if kind == "same" else -x


def first(items):
    return items[0]


def unused(x):
    return x
"""


@pytest.fixture
def layers(command: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """`layers.py` and `train.py`; each run imports the module anew."""
    Path("layers.py").write_text(PLAIN, "utf-8")
    Path("train.py").write_text(SCRIPT, "utf-8")

    def run(*arguments: str) -> Any:
        import sys

        sys.modules.pop("layers", None)
        return command(*arguments)

    monkeypatch.setattr("sys.dont_write_bytecode", True)
    return run


def text() -> str:
    return Path("layers.py").read_text("utf-8")


def test_a_diff_first_then_the_file(layers: Command) -> None:
    code, out, err = layers("annotate", "layers.py", "--from", "train.py")
    assert code == 0
    assert out.startswith("--- layers.py\n+++ layers.py (annotated)\n@@")
    assert "from the script ['train.py']" in err
    assert "note: `first` is left as it is: `items` is a list" in err
    assert "note: a check of it passes" in err
    assert "unused" not in err
    assert text() == PLAIN
    code, written, err = layers("annotate", "layers.py", "--from", "train.py", "--write")
    assert (code, written) == (0, f"{out}wrote layers.py\n")
    assert text() == ANNOTATED
    assert layers("check", "layers.py") == (0, "1 module correct\n", "")


def test_it_still_runs_and_a_second_time_changes_nothing(layers: Command) -> None:
    layers("annotate", "layers.py", "--from", "train.py", "--write")
    code, out, err = layers("annotate", "layers.py", "--from", "train.py", "--write")
    assert (code, out) == (1, "")
    assert "`dense` is left as it is: it has annotations" in err
    assert "error[nothing-annotated]" in err
    spec = importlib.util.spec_from_file_location("annotated_layers", "layers.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.chosen(np.ones((1, 2), np.float32), "other").tolist() == [[-1, -1]]


def test_named_functions_and_exact_sizes(layers: Command) -> None:
    layers("annotate", "layers.py", "chosen", "--from", "train.py", "--exact", "--write")
    assert "def chosen(x: Tensor[f32, n, 4], kind: Static[str]) -> Tensor[f32, n, 4]:" in text()
    assert "def doubled(x, k=2, *,\n" in text()
    assert layers("check", "layers.py").code == 0
    # The dims that the module has are used again, new ones get a line.
    layers("annotate", "layers.py", "dense", "--from", "train.py", "--write")
    assert 'm, p = dims("m p")\n\nn = dims("n")\n' in text()
    assert layers("check", "layers.py").code == 0


def test_names_that_are_taken(layers: Command) -> None:
    Path("layers.py").write_text(PLAIN + "\n\ngraph, n = 1, 2\n", "utf-8")
    code, *_ = layers("annotate", "layers.py", "--from", "train.py", "--write")
    assert code == 0
    assert 'import numpy as np\nimport dslc\n\nm, p, q = dslc.dims("m p q")\n' in text()
    assert "@dslc.graph\ndef doubled(x: dslc.Tensor[dslc.f32, m]" in text()
    assert layers("check", "layers.py").code == 0


def test_annotations_that_are_there_stay(layers: Command) -> None:
    head = "import numpy as np\nfrom dslc import Tensor, dims, f32, graph\n\nn = dims('n')\n\n\n"
    body = "@graph\ndef chosen(x: Tensor[f32, n, 4], kind='same'):\n    return x\n"
    Path("layers.py").write_text(head + body)
    Path("train.py").write_text(
        "import layers, numpy as np\nfor k in (2, 3):\n"
        "    layers.chosen.__wrapped__(np.ones((k, 4), np.float32))\n"
    )
    assert layers("annotate", "layers.py", "--from", "train.py", "--write").code == 0
    expected = "x: Tensor[f32, n, 4], kind: Static[str] = 'same') -> Tensor[f32, n, 4]:"
    assert expected in text()
    assert "from dslc import Static, Tensor, dims, f32, graph\n" in text()


def test_line_ends_stay(layers: Command) -> None:
    Path("layers.py").write_bytes(PLAIN.replace("\n", "\r\n").encode())
    layers("annotate", "layers.py", "--from", "train.py", "--write")
    assert Path("layers.py").read_bytes() == ANNOTATED.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (["layers.py", "--from", "missing.py"], 1, "missing-file"),
        (["missing.py", "--from", "train.py"], 1, "file-not-found"),
        (["layers.py", "helpr", "--from", "train.py"], 2, "usage"),
        (["layers.py", "unused", "--from", "train.py"], 1, "nothing-annotated"),
        (["layers.py", "--from", "raises.py"], 1, "script-failed"),
        (["layers.py", "--from", "broken.py"], 1, "script-failed"),
        (["broken.py", "--from", "train.py"], 1, "syntax-error"),
    ],
)
def test_bad_input(layers: Command, arguments: list[str], code: int, error: str) -> None:
    Path("raises.py").write_text("x = 1\nassert x == 2, 'no'\n")
    Path("broken.py").write_text("def f(:\n")
    result = layers("annotate", *arguments, "--write")
    assert (result.code, result.out) == (code, "")
    assert f"error[{error}]" in result.err
    assert text() == PLAIN
    if "raises.py" in arguments:
        assert "raises.py:2:1" in result.err
        assert "AssertionError: no" in result.err


def test_a_script_may_be_the_module_itself(layers: Command) -> None:
    main = "\n\nif __name__ == '__main__':\n    unused(np.ones(3))\n"
    Path("layers.py").write_text(PLAIN + main, "utf-8")
    assert layers("annotate", "layers.py", "--from", "layers.py", "--write").code == 0
    assert "@graph\ndef unused(x: Tensor[f64, n]) -> Tensor[f64, n]:" in text()


def test_what_does_not_check_is_said(layers: Command) -> None:
    Path("layers.py").write_text("def unused(x):\n    return {i for i in x}\n")
    Path("train.py").write_text("import layers, numpy as np\nlayers.unused(np.ones(3))\n")
    code, out, err = layers("annotate", "layers.py", "--from", "train.py")
    assert code == 1
    assert "its result is not annotated: it is a set" in err
    assert "a check of it says unsupported-construct" in err
    assert '+from dslc import Tensor, dims, f64, graph\n+\n+n = dims("n")\n+\n+\n+@graph\n' in out


# --- one annotation for several calls ---------------------------------------------------------


def _wish(*names: str, none: str = "", result: bool = False) -> Wish:
    return Wish(names, {}, frozenset(), frozenset(none.split()), result)


def _inferred(*values: Any, none: str = "") -> str:
    calls = [Call({"x": look(value, {})}) for value in values]
    return infer(_wish("x", none=none), calls, "nmk", "", exact=False).parameters["x"]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([np.ones(3)], "Tensor[f64, n]"),
        ([np.ones((3, 3), np.int8)], "Tensor[i8, n, n]"),
        ([np.ones((3, 3)), np.ones((3, 4))], "Tensor[f64, n, m]"),
        ([np.ones((1, 3)), np.ones((1, 4))], "Tensor[f64, 1, n]"),
        ([np.ones((1, 3)), np.ones((2, 3))], "Tensor[f64, n, m]"),
        ([np.ones(())], "Tensor[f64, ()]"),
        ([np.ones(2, bool)], "Tensor[bool_, n]"),
        ([np.float32(1)], "Scalar[f32]"),
        ([1, 2], "int"),
        ([1, 2.5], "float"),
        ([True], "bool"),
        (["a", "b"], "Static[str]"),
        ([(np.ones(2), 1)], "tuple[Tensor[f64, n], int]"),
        ([()], "tuple[()]"),
    ],
)
def test_a_common_annotation(values: list[Any], expected: str) -> None:
    assert _inferred(*values) == expected


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([np.ones(3), np.ones((3, 3))], r"`x` is f64\[3\] in one call and f64\[3, 3\] in another"),
        ([np.ones(3), np.ones(3, "f4")], "in one call"),
        ([1, True], "an int in one call and a bool in another"),
        ([np.ones(3), 1.0], "a float in another"),
        ([[1]], "`x` is a list"),
        ([{}], "`x` is a dict"),
        ([np.ones(3, object)], "`x` is"),
        ([np.ma.ones(3)], "MaskedArray"),
        ([None], "None in every call"),
        ([None, 1], "has no default None"),
        ([1j], "the complex 1j"),
        ([(1,), (1, 2)], "a tuple of 1 in one call and a tuple of 2"),
    ],
)
def test_no_common_annotation(values: list[Any], reason: str) -> None:
    with pytest.raises(Unclear, match=reason):
        _inferred(*values)


def test_none_by_default() -> None:
    assert _inferred(None, np.ones(3), np.ones(3), none="x") == "Tensor[f64, n] | None"
    with pytest.raises(Unclear, match="different in others"):
        _inferred(None, np.ones(3), np.ones(4), none="x")


@pytest.mark.parametrize(
    ("sizes", "result", "expected"),
    [
        ([3, 5], [3, 5], "n"),
        ([3, 5], [6, 10], "2 * n"),
        ([3, 5], [7, 11], "2 * n + 1"),
        ([3, 5], [2, 4], "n - 1"),
        ([3, 5], [7, 7], "7"),
        ([3, 5], [1, 1], "1"),
        ([3], [3], "n"),
        ([3], [6], None),
        ([3, 5], [4, 9], None),
    ],
)
def test_the_size_of_a_result(sizes: list[int], result: list[int], expected: str | None) -> None:
    calls = [
        Call({"x": look(np.ones(size), {})}, look(np.ones(given), {}))
        for size, given in zip(sizes, result, strict=True)
    ]
    found = infer(_wish("x", result=True), calls, "nmk", "", exact=False)
    assert found.result == (expected and f"Tensor[f64, {expected}]")
    assert bool(found.remarks) == (expected is None)
