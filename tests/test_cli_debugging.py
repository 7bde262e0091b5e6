"""`dslc run` as a debugging tool: checks, profiles, prints."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

from dslc.cli import main
from dslc.transpile import load_functions

MODEL = """\
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def logs(x: Tensor[f32, n]) -> Tensor[f32, n]:
    low = x - 1.0
    for i in range(3):
        low = low - 1.0
        print(f"{i}: {low[0]:.1f}")
    return np.log(low)


@graph
def total(x: Tensor[f32, n]) -> Tensor[f32, n]:
    y = x * 2.0
    for i in range(x.shape[0]):
        y[i] = y[i] + 1
    return y
"""


@pytest.fixture(autouse=True)
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DSLC_DEVICE", raising=False)
    Path("model.py").write_text(MODEL)


def run(*arguments: str) -> int:
    return main(["run", *arguments])


def test_check_nan_names_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("model.py:logs", "--arg", "x=[3.0, 9.0]", "--check-nan") == 1
    said = capsys.readouterr()
    assert "0: 1.0\n1: 0.0\n2: -1.0\n" in said.out
    assert "error[nan-found]: `result` has a NaN" in said.err
    assert "--> model.py:14:1" in said.err
    assert run("model.py:logs", "--arg", "x=[8.0, 9.0]", "--check-nan", "--compare") == 0


def test_check_inf(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("model.py:logs", "--arg", "x=[4.0]", "--check-nan") == 0
    assert run("model.py:logs", "--arg", "x=[4.0]", "--check-inf") == 1
    assert "infinity-found" in capsys.readouterr().err


def test_checks_run_on_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("model.py:logs", "--check-nan", "--device", "step") == 2
    assert "checks run on the device `reference`" in capsys.readouterr().err


def test_profile_shows_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("model.py:total", "--dim", "n=16", "--profile", "--repeat", "2") == 0
    out = capsys.readouterr().out
    assert out.startswith("total: reference ")
    assert "the median of 2 runs" in out
    rows = {line.split()[0]: line for line in out.splitlines() if line.endswith("y[i] = y[i] + 1")}
    assert len(rows) == 2  # in the table, and beside the source
    # 16 trips, each an index (an array of 64 bytes, a number of 8), an addition, a store.
    row = next(line for line in rows.values() if "%" in line).split()
    assert row[4:5] == ["48"] and "model.py:" in out


def test_profile_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("model.py:total", "--dim", "n=16", "--profile", "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["function"], record["repeat"]) == ("total", 5)
    lines = {each["line"]: each for each in record["lines"]}
    assert sorted(lines) == [19, 20, 21]
    assert lines[19]["ops"] == {"multiply": 1}
    assert (lines[19]["bytes_read"], lines[19]["bytes_written"]) == (64 + 8, 64)
    assert lines[21]["ops"] == {"index": 16, "add": 16, "store": 16}
    assert lines[21]["bytes_written"] == 16 * (4 + 4 + 64)
    assert all(each["file"] == "model.py" and each["seconds"] >= 0 for each in record["lines"])
    assert record["reference_seconds"] > 0


def test_profile_of_what_raises(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("model.py:logs", "--arg", "x=[]", "--profile") == 1
    assert "function-raised" in capsys.readouterr().err
    assert run("model.py:logs", "--profile", "--compare") == 2


def test_show_tells_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "model.py:logs", "--as", "table"]) == 0
    (row,) = (line for line in capsys.readouterr().out.splitlines() if "print" in line)
    assert row.endswith(
        "i, value_index, templates=['{}: {:.1f}'], sep=' ', end='\\n', file=stdout, flush=False"
    )
    assert main(["show", "model.py:logs", "--as", "dot"]) == 0
    assert "print(g.format(" in capsys.readouterr().out


# --- breakpoints ----------------------------------------------------------------------------------


@pytest.fixture
def stops(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The variables wherever `breakpoint()` is called."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(
        sys, "breakpointhook", lambda: found.append(dict(sys._getframe(1).f_locals))
    )
    return found


def test_a_breakpoint_in_the_emitted_file_stops_with_arrays_in_hand(
    stops: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "model.py"]) == 0
    emitted = Path("model_graph.py")
    text = emitted.read_text()
    line = "        y_index = g.index(y, g.s_[i])"
    assert line in text
    emitted.write_text(text.replace(line, f"        breakpoint()\n{line}"))
    assert run("model_graph.py:total", "--arg", "x=[1.0, 2.0]", "--step") == 0
    assert [(stop["i"], list(map(float, stop["y"]))) for stop in stops] == [
        (0, [2, 4]),
        (1, [3, 4]),
    ]
    assert "result: f32[2] = [3. 5.]" in capsys.readouterr().out
    assert run("model_graph.py:nothing") == 1
    assert "unknown-function" in capsys.readouterr().err


def test_a_debugger_does_not_see_the_graph_being_built() -> None:
    assert main(["build", "model.py"]) == 0
    lines: list[int] = []

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename.endswith("model_graph.py") and event == "line":
            lines.append(frame.f_lineno)
        return trace

    function = load_functions(Path("model_graph.py"))["total"]
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function.step(np.array([1, 2], np.float32))
    finally:
        sys.settrace(before)
    text = Path("model_graph.py").read_text().splitlines()
    body = next(number for number, line in enumerate(text, 1) if "y_index = g.index" in line)
    assert lines.count(body) == 2  # its two trips, and no build


def test_a_breakpoint_in_the_source_stops_the_plain_function(
    stops: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("model.py").write_text(
        MODEL.replace("    low = x - 1.0\n", "    breakpoint()\n    low = x - 1.0\n")
    )
    namespace = runpy.run_path("model.py")
    namespace["logs"](np.array([9], np.float32))
    assert [list(stop) for stop in stops] == [["x"]]
    assert run("model.py:logs") == 1
    assert "a graph does not stop at `breakpoint()`" in capsys.readouterr().err
