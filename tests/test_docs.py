"""Every code block of `docs/` does what it says.

The blocks of a page run in order, in a folder of the page's own. What a block is, its language and
the line above it tell:

- above it stands ``... `NAME`:`` - the file is written; an emitted one (`NAME_graph.py`) is there
  and has these lines in this order, `...` standing for others;
- `python`: run in the namespace of the page;
- `pycon`: examples of that namespace, each with what it prints or raises;
- `console`: commands after `$ `, each with what it prints; `...` stands for anything;
- `json`: can be read;
- `text`: shown, not run.

Modules of the folder are loaded anew in each block. `pytest --update` rewrites outputs that differ.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import io
import json
import os
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

DOCS = Path(__file__).parent.parent / "docs"
# Written from records whose examples are tests of their own; and read by those who change `dslc`.
ELSEWHERE = {"ops.md", "architecture.md"}
PAGES = sorted(page for page in DOCS.glob("*.md") if page.name not in ELSEWHERE)
FENCE = re.compile(r"(?P<before>.*)\n\n?```(?P<kind>\w*)\n(?P<text>(?:.*\n)*?)```\n")


class Block(NamedTuple):
    """A fenced block: its language, its text and where that stands, and the file it names."""

    kind: str
    text: str
    start: int
    file: str | None


def blocks(page: str) -> Iterator[Block]:
    for found in FENCE.finditer(page):
        named = re.search(r"`([\w./-]+)`:$", found["before"])
        yield Block(found["kind"], found["text"], found.start("text"), named and named[1])


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    # Kernels of a few elements gain nothing by what makes them slow to compile.
    return Reader(tmp_path)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page(path: Path, reader: Reader, request: pytest.FixtureRequest) -> None:
    page = path.read_text("utf-8")
    made, at = "", 0
    for block in blocks(page):
        made += page[at : block.start] + reader.follow(block)
        at = block.start + len(block.text)
    made += page[at:]
    if request.config.getoption("--update"):
        path.write_text(made, "utf-8")
    else:
        changes = difflib.unified_diff(
            page.splitlines(), made.splitlines(), path.name, "what happens", lineterm=""
        )
        assert page == made, "\n".join(changes)


@pytest.mark.parametrize("path", [*DOCS.glob("*.md"), DOCS.parent / "README.md"])
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", path.read_text("utf-8"))  # code has no links
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_what_is_compared() -> None:
    assert agrees("a ... c\n", "a b\nb c\n")
    assert not agrees("a ... c\n", "a b\n")
    assert not agrees("", "something\n")


class Reader:
    """Follows a page in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.namespace: dict[str, Any] = {"__name__": "__main__"}

    def follow(self, block: Block) -> str:
        """Do what a block says; its text, with what happened where that differs."""
        self._forget_modules()
        match block:
            case Block(file=str(name), text=text):
                return self._file(self.folder / name, text)
            case Block("python", text):
                exec(compile(text, "<page>", "exec"), self.namespace)
                return text
            case Block("pycon", text):
                return "".join(map(self._example, examples(text)))
            case Block("console", text):
                return "".join(map(self._command, re.split(r"^(?=\$ )", text, flags=re.M)))
            case Block("json", text):
                json.loads(text)
                return text
            case Block("text", text):
                return text
        raise AssertionError(f"a block is marked {block.kind!r}, which says not what to do")

    def _forget_modules(self) -> None:
        importlib.invalidate_caches()
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if file is not None and self.folder in Path(file).parents:
                del sys.modules[name]

    def _file(self, file: Path, text: str) -> str:
        if not file.name.endswith("_graph.py"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
            return text
        lines = iter(file.read_text("utf-8").splitlines())
        shown = [line for line in text.splitlines() if line.strip() not in ("", "...")]
        missing = [line for line in shown if line not in lines]  # each after the one before
        assert missing == [], file.read_text("utf-8")
        return text

    def _example(self, example: tuple[str, str, str]) -> str:
        written, source, wanted = example
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                exec(compile(source, "<page>", "single"), self.namespace)
            except Exception as error:  # noqa: BLE001
                out.write("Traceback (most recent call last):\n  ...\n")
                out.writelines(traceback.format_exception_only(error))
        return written + kept(wanted, out.getvalue())

    def _command(self, text: str) -> str:
        if not text:
            return ""
        line, _, wanted = text.partition("\n")
        folder = str(Path(sys.executable).parent)
        set_ = {"PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}
        path = os.pathsep.join([folder, os.environ.get("PATH", "")])
        done = subprocess.run(
            ["bash", "-c", line.removeprefix("$ ")],
            cwd=self.folder,
            env={**os.environ, **set_, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return f"{line}\n" + kept(wanted, done.stdout)


SESSION = re.compile(
    r"(?P<written>^>>> .*\n(?:^\.\.\.(?: .*)?\n)*)(?P<wanted>(?:^(?!>>> ).*\n)*)", re.M
)


def examples(text: str) -> Iterator[tuple[str, str, str]]:
    """The examples of a session: as written, the source, what comes after it."""
    for found in SESSION.finditer(text):
        written = found["written"]
        yield written, re.sub(r"^(>>>|\.\.\.) ?", "", written, flags=re.M), found["wanted"]


def kept(wanted: str, got: str) -> str:
    """What a page says, where it agrees with what was printed, else that."""
    return wanted if agrees(wanted, got) else f"{got.rstrip()}\n".lstrip("\n")


def agrees(wanted: str, got: str) -> bool:
    """Whether this was to be expected; blank lines at the end do not count."""
    parts = (re.escape(part) for part in wanted.rstrip().split("..."))
    return re.fullmatch(".*".join(parts), got.rstrip(), flags=re.S) is not None
