"""Curves of a training: in characters, and as a picture where matplotlib is there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dslc import curves, optim


def test_a_curve_in_characters(capsys: pytest.CaptureFixture[str]) -> None:
    optim.show_curve(np.linspace(2.0, 1.0, 5), "error")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "error, 5 steps, from 2 to 1"
    assert lines[1].startswith("    2 ┤⠉")
    assert lines[10].startswith("    1 ┤") and lines[10].endswith("⣀")
    assert lines[11] == "      └" + "─" * 64
    assert lines[12].split() == ["0", "4"]


def test_it_falls_from_left_to_right() -> None:
    rows = curves.drawn_curve(10.0 ** -np.linspace(0, 4, 1000), "loss").splitlines()
    assert rows[0].endswith("logarithmic")
    starts = [len(row) - len(row.split("┤")[1].lstrip()) for row in rows[1:11]]
    assert starts == sorted(starts) and starts[0] < starts[-1]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([], "loss: no finite values\n"),
        ([np.nan, np.inf], "loss: no finite values\n"),
        ([3.0], "loss, 1 steps, from 3 to 3\n"),
        ([np.nan, 1.0, np.inf, 2.0], "loss, 4 steps, from nan to 2\n"),
    ],
)
def test_what_is_no_curve(values: list[float], said: str) -> None:
    assert curves.drawn_curve(np.array(values), "loss").startswith(said)


def test_without_matplotlib_a_line_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curves, "find_spec", lambda name: None)
    optim.show_curve([2.0, 1.0], png=tmp_path / "loss.png")
    assert "loss.png is not written: pip install matplotlib\n" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


def test_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "loss.png"
    optim.show_curve([200.0, np.nan, 1.0], png=file)
    assert f"wrote {file}\n" in capsys.readouterr().out
    assert file.read_bytes().startswith(b"\x89PNG")
