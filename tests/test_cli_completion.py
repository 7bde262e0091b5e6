"""What the shells complete, and the scripts by which they ask."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from dslc.cli import completion
from dslc.cli.completion import split_at_colon, targets
from dslc.ir.diagnostics import codes
from dslc.ir.passes import PIPELINE

Command: TypeAlias = Callable[..., Any]
DSLC = Path(sys.executable).with_name("dslc")


@pytest.fixture
def folder(command: Command) -> Command:
    Path("pkg/__pycache__").mkdir(parents=True)
    Path("pkg/other.py").write_text(
        "import os\nos.abort()\n\n@dslc.graph(check=[])\ndef f(): ...\n"
    )
    Path("pkg/broken.py").write_text("@graph\ndef g(:\n")
    Path("pkg/other_graph.py").write_text("@graph\ndef h(): ...\n")
    Path("plain.py").write_text("def p(): ...\n")
    return command


def test_targets(folder: Command) -> None:
    assert targets("") == ["model.py:halve", "model.py:shifted", "pkg/"]
    assert targets("mo") == ["model.py:halve", "model.py:shifted"]
    assert targets("model.py:") == ["model.py:halve", "model.py:shifted"]
    assert targets("model.py:sh") == ["model.py:shifted"]
    assert targets("pkg/") == ["pkg/other.py:f"]
    assert targets("./model.py:h") == ["./model.py:halve"]
    for word in ("zzz", "missing.py:", "pkg/broken.py:", "missing/", "plain", "pkg:", ":", "a\0b:"):
        assert targets(word) == []


def test_passes_and_names() -> None:
    assert completion.passes("") == ["gradient", *(step.__name__ for step in PIPELINE)]
    assert completion.explained("shape-m") == ["shape-mismatch"]
    assert set(codes()) < set(completion.explained(""))
    assert {"tanh", "np.tanh", "ops"} <= set(completion.explained(""))


def _asked(shell: str, line: str, monkeypatch: pytest.MonkeyPatch, command: Command) -> list[str]:
    """What the command answers when a shell asks for the end of `line`."""
    monkeypatch.setenv("_DSLC_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    words = line.split(" ")
    monkeypatch.setenv("COMP_WORDS", "\n".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    monkeypatch.setattr(sys, "argv", ["dslc"])
    return [word.strip('"') for word in command().out.split()]


@pytest.mark.parametrize("shell", ["bash", "fish"])
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dslc run mod", ["model.py:halve", "model.py:shifted"]),
        ("dslc show model.py:halve --after fold_c", ["fold_constants"]),
        ("dslc explain ambiguous-w", ["ambiguous-write"]),
        ("dslc run model.py:halve --device re", ["reference"]),
        ("dslc check --format sa", ["sarif"]),
        ("dslc che", ["check"]),
    ],
)
def test_what_a_shell_is_told(
    folder: Command,
    monkeypatch: pytest.MonkeyPatch,
    shell: str,
    line: str,
    expected: list[str],
) -> None:
    assert _asked(shell, line, monkeypatch, folder)[: len(expected)] == expected


def test_zsh_gets_escaped_colons(folder: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    said = " ".join(_asked("zsh", "dslc run model.py:h", monkeypatch, folder))
    assert said.startswith("_arguments ")
    assert r"model.py\\:halve" in said


@pytest.mark.parametrize(
    ("words", "number", "expected"),
    [
        (["dslc", "run", "m.py", ":", "f"], 4, ("m.py", ["dslc", "run", "f"])),
        (["dslc", "run", "m.py", ":"], 3, ("m.py", ["dslc", "run", ""])),
        (["dslc", "run", "m.py", ":"], 4, ("m.py", ["dslc", "run", ""])),
        (["dslc", "run", "m.py", ":", "f", "--dev"], 5, (None, ["dslc", "run", "m.py:f", "--dev"])),
        (["dslc", "run", "m.py", ":", "f", ""], 5, (None, ["dslc", "run", "m.py:f", ""])),
        (["dslc", "run", "m.py", ":", "f", "x"], 2, (None, ["dslc", "run", "m.py"])),
        (["dslc", "ru"], 1, (None, ["dslc", "ru"])),
        ([""], 0, (None, [""])),
    ],
)
def test_bash_splits_at_colons(
    words: list[str], number: int, expected: tuple[str | None, list[str]]
) -> None:
    environment = {"_DSLC_COMPLETE": "complete_bash"}
    environment |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(number)}
    split_at_colon(environment)
    got = environment["COMP_WORDS"].split("\n")
    assert (environment.get("_DSLC_COMPLETED_FILE"), got) == expected
    assert int(environment["COMP_CWORD"]) == len(expected[1]) - 1


def test_other_shells_are_left_alone() -> None:
    environment = {"_DSLC_COMPLETE": "complete_zsh", "COMP_WORDS": "a\n:\nb", "COMP_CWORD": "2"}
    before = dict(environment)
    split_at_colon(environment)
    assert environment == before


BASH = """
eval "$(dslc --show-completion bash)"
COMP_WORDS=(dslc run model.py : sh); COMP_CWORD=4
$(complete -p dslc | sed 's/.*-F \\([^ ]*\\) .*/\\1/') dslc
echo "${COMPREPLY[@]}"
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_in_bash_itself(folder: Command) -> None:
    environment = {**os.environ, "PATH": f"{DSLC.parent}:{os.environ['PATH']}"}
    result = subprocess.run(
        ["bash", "--norc", "-c", BASH], env=environment, capture_output=True, text=True, check=True
    )
    assert (result.stdout, result.stderr) == ("shifted\n", "")


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        ("bash", ".bash_completions/dslc.sh"),
        ("zsh", ".zfunc/_dslc"),
        ("fish", ".config/fish/completions/dslc.fish"),
    ],
)
def test_installing(tmp_path: Path, shell: str, file: str) -> None:
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
    }
    for option in ("--show-completion", "--install-completion"):
        result = subprocess.run(
            [DSLC, option, shell], env=environment, capture_output=True, text=True, check=False
        )
        assert result.returncode == 0, result.stderr
    assert "_DSLC_COMPLETE" in (tmp_path / file).read_text()
