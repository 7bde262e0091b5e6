"""`dslc watch`: which changes are seen, and what is built for them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from dslc.cli.watching import batches, watch
from dslc.ir.diagnostics import DslError

Command: TypeAlias = Callable[..., Any]
TICKS = count(10**18)
"""Times of saves, in nanoseconds: two in one tick of the clock are two all the same."""

GRAPH = "{imports}import dslc\n\n\n@dslc.graph\ndef f(x: float):\n    return x\n"


class Steps:
    """Each pause between two looks does one thing more; the last one is an interrupt."""

    def __init__(self, *steps: Callable[[], object]) -> None:
        self._steps = iter(steps)

    def __call__(self) -> None:
        step = next(self._steps, None)
        if step is None:
            raise KeyboardInterrupt
        step()


def saving(name: str, text: str) -> Callable[[], object]:
    def save() -> None:
        path = Path(name)
        path.write_text(text)
        tick = next(TICKS)
        os.utime(path, ns=(tick, tick))

    return save


def removing(name: str) -> Callable[[], object]:
    return lambda: Path(name).unlink()


def seen(paths: list[str], *steps: Callable[[], object]) -> list[tuple[list[str], list[str]]]:
    """What is built anew and what is gone, look by look, the first one left out."""
    found: Iterator[Any] = batches(list(map(Path, paths)), Steps(*steps))
    result: list[tuple[list[str], list[str]]] = []
    next(found)
    with pytest.raises(KeyboardInterrupt):
        for batch in found:
            result += [([p.name for p in batch.sources], [p.name for p in batch.gone])]
    return result


@pytest.fixture
def folder(command: Command) -> Command:
    Path("src").mkdir()
    saving("src/base.py", GRAPH.format(imports="import config\n"))()
    saving("src/config.py", "K = 1\n")()
    saving("src/top.py", GRAPH.format(imports="from base import f as g\n"))()
    saving("src/apart.py", GRAPH.format(imports=""))()
    return command


def test_at_first_everything_is_built(folder: Command) -> None:
    first = next(batches([Path("src")], Steps()))
    assert [p.name for p in first.sources] == ["apart.py", "base.py", "top.py"]
    assert Path("src/config.py") in first.changed


def test_what_imports_a_changed_file_is_built_too(folder: Command) -> None:
    assert seen(["src"], saving("src/config.py", "K = 2\n")) == [(["base.py", "top.py"], [])]
    assert seen(["src"], saving("src/apart.py", GRAPH.format(imports=""))) == [(["apart.py"], [])]
    assert seen(["src/top.py"], saving("src/config.py", "K = 3\n")) == [(["top.py"], [])]
    assert seen(["src/apart.py"], saving("src/config.py", "K = 4\n")) == [([], [])]


def test_syntax_errors_and_vanishing_files(folder: Command) -> None:
    right = GRAPH.format(imports="import config\n")
    assert seen(
        ["src"],
        saving("src/apart.py", "@graph\ndef f(:\n"),
        saving("src/apart.py", "\0"),
        saving("src/apart.py", "@graph\n" + "(" * 300),
        removing("src/apart.py"),
        saving("src/apart.py", right),
    ) == [(["apart.py"], []), ([], []), (["apart.py"], []), ([], ["apart.py"]), (["apart.py"], [])]


def test_nothing_for_what_is_emitted_or_hidden_or_touched_not(folder: Command) -> None:
    steps = [
        saving("src/top_graph.py", "x = 1\n"),
        saving("src/.hidden.py", GRAPH.format(imports="")),
        lambda: Path("src/.git").mkdir(),
        saving("src/.git/a.py", GRAPH.format(imports="")),
        saving("src/notes.txt", ""),
        lambda: None,
    ]
    assert seen(["src"], *steps) == []


def test_a_folder_that_vanishes(folder: Command) -> None:
    import shutil

    assert seen(["src"], lambda: shutil.rmtree("src"), lambda: None) == [
        ([], ["apart.py", "base.py", "config.py", "top.py"])
    ]


def test_what_is_said(folder: Command, capsys: pytest.CaptureFixture[str]) -> None:
    built: list[list[str]] = []

    def build(modules: Sequence[Path]) -> int:
        built.append([p.name for p in modules])
        return len(built) % 2

    steps = [saving("src/apart.py", "x = 1\n"), removing("src/apart.py")]
    watch([Path("src")], Steps(saving("src/apart.py", GRAPH), *steps), build)
    lines = [line.partition(" ")[2] for line in capsys.readouterr().out.splitlines()]
    assert built == [["apart.py", "base.py", "top.py"], ["apart.py"]]
    assert lines[0] == "building src/apart.py, src/base.py, src/top.py"
    assert lines[1].startswith("wrong, ")
    assert lines[3].startswith("correct, ")
    assert lines[4] == "src/apart.py is gone"


def test_an_interrupted_build_ends_it(folder: Command) -> None:
    watch([Path("src")], Steps(), lambda _: 130)


def test_nothing_to_watch(command: Command) -> None:
    with pytest.raises(DslError):
        watch([Path("missing.py")])
    assert command("watch", "missing.py").code == 1


@pytest.mark.usefixtures("interruptible")
def test_the_command(command: Command) -> None:
    """A build, an edit of what the module imports, another build, Ctrl-C."""
    text = Path("model.py").read_text().replace("2.0", "config.K")
    saving("model.py", f"import config\n{text}")()
    saving("config.py", "K = 2.0\n")()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "dslc", "watch", "model.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert process.stdout is not None
    _until(process.stdout, "correct")
    saving("config.py", "K = undefined\n")()
    _until(process.stdout, "wrong")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, "\n")
    assert "error[module-failed]" in err
    assert Path("model_graph.py").exists()


def _until(stream: Any, word: str) -> None:
    deadline = time.monotonic() + 60
    while word not in stream.readline():
        assert time.monotonic() < deadline
