"""Long builds: the bar that shows where they are, and what an interrupt leaves."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from dslc.cli import progress
from dslc.cli.building import build_modules
from dslc.cli.modules import Job
from dslc.cli.reports import make_report
from dslc.cli.terminal import guarded

Command: TypeAlias = Callable[..., Any]


class Terminal(io.StringIO):
    """A stream that somebody watches."""

    def isatty(self) -> bool:
        return True


def watched(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Lets stderr be a terminal; in the test itself, since pytest changes it after fixtures."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "DELAY", 0.0)
    return stream


def _build_twice(command: Command) -> str:
    jobs = [Job(Path("model.py"), Path("[a].py")), Job(Path("model.py"), Path("b.py"))]
    report = make_report("text", len(jobs))
    assert build_modules(jobs, report)
    report.close()
    return str(command.capsys.readouterr().out)  # type: ignore[attr-defined]


def test_a_bar_where_somebody_watches(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watched(monkeypatch)
    assert _build_twice(command) == "wrote [a].py\nwrote b.py\n"
    assert "0/2" in terminal.getvalue()
    assert "1/2" in terminal.getvalue()
    # Each time it is taken away before the next line.
    assert terminal.getvalue().endswith("\x1b[2K")


@pytest.mark.parametrize(
    ("name", "value"), [("DELAY", 60.0), ("TERM", "dumb"), ("isatty", False), ("modules", 1)]
)
def test_no_bar_otherwise(
    command: Command, monkeypatch: pytest.MonkeyPatch, name: str, value: Any
) -> None:
    terminal = watched(monkeypatch)
    if name == "DELAY":
        monkeypatch.setattr(progress, name, value)
    elif name == "TERM":
        monkeypatch.setenv(name, value)
    elif name == "isatty":
        monkeypatch.setattr(terminal, name, lambda: value)
    else:
        report = make_report("text", value)
        assert build_modules([Job(Path("model.py"), None)], report)
    if name != "modules":
        _build_twice(command)
    assert terminal.getvalue() == ""


def test_an_interrupt_is_130(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    assert guarded(interrupt) == 130
    monkeypatch.setattr("dslc.cli.building.write", interrupt)
    result = command("build", "model.py", "--json")
    assert (result.code, result.out) == (130, "")


def test_an_interrupted_write_leaves_what_was_there(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    command("build", "model.py")
    held = Path("model_graph.py").read_bytes()
    Path("model.py").write_text(Path("model.py").read_text().replace("2.0", "3.0"))

    def interrupted(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    assert command("build", "model.py").code == 130
    assert Path("model_graph.py").read_bytes() == held
    assert sorted(p.name for p in Path.cwd().iterdir()) == ["model.py", "model_graph.py"]


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_a_module_runs(command: Command) -> None:
    slow = "import pathlib, time\npathlib.Path('running').touch()\ntime.sleep(60)\n"
    Path("slow.py").write_text(slow + Path("model.py").read_text())
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "dslc", "build", "slow.py"],
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    while not Path("running").exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (130, b"")
    assert not Path("slow_graph.py").exists()
