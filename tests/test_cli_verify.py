"""`dslc verify`: inputs that take every branch, and what is said of those that differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc import transpile
from dslc.cli import main
from dslc.cli.comparing import leaves
from dslc.cli.trial_inputs import Drawing, Inputs, thresholds
from dslc.cli.trials import Trials
from dslc.ir.coverage import Coverage
from dslc.transpile import load_functions

SAMPLES = Path(__file__).parent.parent / "samples"

MODEL = """\
from dataclasses import dataclass

import numpy as np

from dslc import InOut, Scalar, Static, Tensor, dims, f32, graph, i64

n, m = dims("n m")


@dataclass
class Layer:
    w: Tensor[f32, n, 2 * m + 1]
    scale: float


@graph
def steps(x: Tensor[f32, n], layer: Layer, k: int, most: Scalar[i64], out: InOut[f32, n]):
    total = np.float32(0)
    for i in range(k):
        if total > 117.5:
            break
        if most == 41:
            return total
        for row in range(x.shape[0]):
            total = total + x[row]
    else:
        total = -total
    out[:] = total
    return total * layer.scale


@graph
def rare(x: Tensor[f32, n], flag: bool) -> Tensor[f32, n]:
    if flag and x.shape[0] == 123456:
        x = x + 1
    print(x.shape[0])
    return x * 2


@graph(check=[{"depth": 2}])
def needy(x: Tensor[f32, n], depth: Static[int]):
    for _ in range(depth):
        x = x * 2
    return x


@graph
def endless(x: float):
    while x < 10:
        x = x * 2
    return x
"""


@pytest.fixture(autouse=True)
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DSLC_DEVICE", raising=False)
    Path("model.py").write_text(MODEL)


def test_inputs_reach_every_branch_and_exit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "model.py:steps", "--coverage", "100"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("steps: ")
    assert "14 of 14 branches and exits reached\n" in said


def test_what_is_not_reached_is_named_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "model.py:rare", "--trials", "40"]) == 0
    said = capsys.readouterr().out
    line = MODEL.splitlines().index("    if flag and x.shape[0] == 123456:") + 1
    assert f"  line {line}: `if flag and x.shape[0] == 123456:` was never true\n" in said
    assert main(["verify", "model.py:rare", "--trials", "40", "--coverage", "100"]) == 1


def test_a_value_fixed_while_building_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "model.py:needy"]) == 1
    assert "give `--arg depth=VALUE`" in capsys.readouterr().out
    assert main(["verify", "model.py:needy", "--arg", "depth=2", "--trials", "5"]) == 0
    assert capsys.readouterr().out == "needy: 5 trials agree, 2 of 2 branches and exits reached\n"


def test_a_loop_that_does_not_end_is_no_trial(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "model.py:endless", "--trials", "30"]) == 0
    assert "not run to their end" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nowhere.py"], "missing-file"),
        (["model.py:nothing"], "unknown-function"),
        (["model.py:needy", "--arg", "depth=two words"], "unreadable-argument"),
    ],
)
def test_what_cannot_be_verified(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", *arguments]) != 0
    assert f"error[{code}]" in capsys.readouterr().err


# --- differences ----------------------------------------------------------------------------------


def wrong(x: Any, flag: bool) -> Any:
    """Like `rare`, but for a long array with a 3 in it."""
    print(x.shape[0])
    return x * 2 + np.float32(len(x) > 2 and bool((np.floor(x) == 3).any()))


def test_the_smallest_input_that_differs_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def loaded(path: Path) -> Any:
        functions = load_functions(path)
        functions["rare"].__wrapped__ = wrong
        return functions

    monkeypatch.setattr(transpile, "load_functions", loaded)
    assert main(["verify", "model.py:rare", "--trials", "2000"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("rare: the graph before any pass and plain Python differ: result")
    x = eval(said[1].removeprefix("  x = "), {"np": np, "array": np.array})
    assert (x == 3).sum() == 1
    assert x.size == 3
    assert (x[x != 3] == 0).all()
    assert said[2] == "  flag = False"


def test_what_is_printed_is_compared() -> None:
    function = load_functions(Path("model.py"))["rare"]
    function.__wrapped__ = lambda x, flag: x * 2
    drawing = Drawing(function.signature, (1.0,), {}, 0)
    found = Trials(function, drawing, None).run(20, 0)
    assert found.difference is not None
    assert "plain prints ''" in found.difference.text


# --- inputs ---------------------------------------------------------------------------------------


def inputs_of(name: str, count: int) -> list[tuple[Drawing, Inputs]]:
    signature = load_functions(Path("model.py"))[name].signature
    drawing = Drawing(signature, thresholds(Path("model.py"), name), {}, 7)
    found = [drawing.draw()]
    while len(found) < count:
        found.append(drawing.vary(found[-1]))
    return [(drawing, each) for each in found]


def test_inputs_are_as_annotated_and_tied_by_dims() -> None:
    signature = load_functions(Path("model.py"))["steps"].signature
    sizes = set()
    for drawing, inputs in inputs_of("steps", 150):
        x, layer, k, most, out = drawing.arguments(inputs)
        signature.bind([x, layer, k, most, out], {})
        assert layer.w.shape[0] == x.shape[0] == out.shape[0]
        assert layer.w.shape[1] % 2 == 1
        sizes.add(x.shape[0])
    assert {0, 1} < sizes


def test_values_are_drawn_at_the_numbers_of_the_source() -> None:
    assert set(thresholds(Path("model.py"), "steps")) == {0.0, 1.0, 2.0, 41.0, 117.5}
    drawing, _ = inputs_of("steps", 1)[0]
    assert {40, 41, 42} <= {int(drawing.draw().values["most"]) for _ in range(600)}


def test_smaller_inputs_are_smaller_and_end() -> None:
    drawing, inputs = inputs_of("steps", 30)[-1]
    for _ in range(200):
        smaller = next(drawing.smaller(inputs), None)
        if smaller is None:
            break
        inputs = smaller
    else:
        pytest.fail("there is always a smaller one")
    values = dict(leaf for a in drawing.arguments(inputs) for leaf in leaves("a", a))
    assert all(not np.any(value) for value in values.values())


def test_samples_are_covered() -> None:
    """At least 95 % of the branches and exits of some samples that have many."""
    goals = missed = 0
    for sample in ("edit_distance", "ode", "decoding", "life", "power_iteration", "recurrent"):
        path = SAMPLES / f"{sample}.py"
        for name, function in load_functions(path).items():
            drawing = Drawing(function.signature, thresholds(path, name), {}, 0)
            found = Trials(function, drawing, None).run(60, 0)
            assert found.difference is None
            goals, missed = goals + found.goals, missed + len(found.missed)
    assert goals > 60
    assert missed <= 0.05 * goals


def test_only_what_can_be_is_a_goal() -> None:
    Path("fixed.py").write_text(
        "from dslc import graph\n\n\n@graph\ndef f(x: float):\n    for i in range(3):\n"
        "        x = x + i\n    while True:\n        x = x + 1\n        if x > 5:\n"
        "            break\n    return x\n"
    )
    goals = Coverage(load_functions(Path("fixed.py"))["f"].graph).goals
    ways = sorted((goal.node.op.name, goal.way) for goal in goals)
    assert ways == [
        ("for", "end"),
        ("for", "trip"),
        ("if", "else"),
        ("if", "then"),
        ("while", "break"),
        ("while", "trip"),
    ]
