"""The same source gives the same text on any run, from any folder; a small edit, a small change."""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dslc.transpile import build_module

ROOT = Path(__file__).parent.parent
GOLDEN = sorted((ROOT / "tests" / "golden" / "transpile").glob("*.py"))
SAMPLES = sorted(
    path for path in (ROOT / "samples").glob("*.py") if not path.stem.endswith("_graph")
)

SEEDS, MANY_SEEDS = 4, 16
"""Of hashes, which decide the order of a set: how many are tried."""

BUILD_ALL = """
import hashlib, sys
from pathlib import Path
from dslc.transpile import build_module
paths = sorted(Path(sys.argv[1]).glob("*.py"), reverse=sys.argv[2] == "backwards")
texts = {path.name: build_module(path).text for path in paths}
for name in sorted(texts):
    print(name, hashlib.sha256(texts[name].encode()).hexdigest())
"""


def source_of(path: Path) -> bytes:
    """The source of a golden case or of a sample."""
    return re.split(rb"^# --- calls ---\r?\n", path.read_bytes(), flags=re.MULTILINE)[0]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    for path in [*GOLDEN, *SAMPLES]:
        (folder / path.name).write_bytes(source_of(path))
    return folder


def test_texts_are_the_same_in_every_process(sources: Path, request: pytest.FixtureRequest) -> None:
    def digests(seed: str, order: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", BUILD_ALL, str(sources), order]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    first = digests("0", "forwards")
    assert len(first.splitlines()) == len(GOLDEN) + len(SAMPLES)
    seeds = MANY_SEEDS if request.config.getoption("--thorough") else SEEDS
    for seed in range(1, seeds):
        assert digests(str(seed), "backwards" if seed % 2 else "forwards") == first


def test_texts_are_the_same_from_every_folder(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = GOLDEN[0].name
    here = build_module(sources / name).text
    monkeypatch.chdir(sources)
    (sources / "inner").mkdir()
    (tmp_path / "link").symlink_to(sources)
    for path in (Path(name), Path("inner") / ".." / name, tmp_path / "link" / name):
        assert build_module(path).text == here
    monkeypatch.chdir(tmp_path)
    assert build_module(Path(os.path.relpath(sources / name))).text == here


LINE_TABLE = re.compile(
    r"^(?:    \w+\.lines\([\d,\s]*\)|# breaks at lines [\d, ]*)\r?\n", re.MULTILINE
)


@pytest.mark.parametrize("path", [*GOLDEN[::4], *SAMPLES], ids=lambda path: path.stem)
def test_a_blank_line_on_top_changes_only_line_tables(path: Path, tmp_path: Path) -> None:
    source = source_of(path).decode()
    end = "\r\n" if "\r\n" in source else "\n"
    texts = []
    for number, text in enumerate((source, end + source)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / path.name).write_bytes(text.encode())
        texts.append(build_module(folder / path.name).text)
    note, *before = LINE_TABLE.sub("", texts[0]).split(end)
    assert LINE_TABLE.sub("", texts[1]).split(end) == [note, "", *before]
    tables = [LINE_TABLE.findall(text) for text in texts]
    assert len(tables[0]) == len(tables[1])
    shifted = [re.sub(r"\d+", lambda found: str(int(found[0]) + 1), table) for table in tables[0]]
    assert [numbers(table) for table in tables[1]] == [numbers(table) for table in shifted]


def numbers(table: str) -> list[int]:
    return [int(number) for number in re.findall(r"\b\d+\b", table)]


# --- small edits ------------------------------------------------------------------------------

PROGRAM = """\
import numpy as np

import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.graph
def f(x: Tensor[f32, n], a: float, k: int) -> Tensor[f32, n]:
    y = np.maximum(x, 1.0)
    z = y * y - x * a
    for i in range(k):
        y = y + z * i
        z[0] = a
    if a > 0.0:
        z = z + y
    w = np.tanh(z) * y
    return w + z * 2.0
"""

EDITS = {
    "another operator": ("z = y * y - x * a", "z = y * y + x * a"),
    "more of them": ("z = y * y - x * a", "z = np.exp(y * y - x * a) + np.abs(y) * y"),
    "fewer of them": ("z = y * y - x * a", "z = y * x"),
    "in a loop": ("y = y + z * i", "y = y + (z * i) * (z + i)"),
    "a store in a loop": ("z[0] = a", "z[1:] = a * 2.0"),
    "in a branch": ("z = z + y", "z = z + y * y - y"),
    "a test": ("if a > 0.0:", "if a > 0.0 and (k > 1 or a < 5.0):"),
    "the result": ("return w + z * 2.0", "return (w + z * 2.0) / (w * w)"),
}


@pytest.mark.parametrize(("old", "new"), EDITS.values(), ids=EDITS)
def test_an_edit_changes_only_the_lines_of_its_statement(
    old: str, new: str, tmp_path: Path
) -> None:
    before, after = emitted(PROGRAM, tmp_path), emitted(PROGRAM.replace(old, new), tmp_path)
    for text, statement, other in ((before, old, after), (after, new, before)):
        lines = text.splitlines()
        start = next(i for i, line in enumerate(lines) if f'.at("{statement}")' in line)
        end = next(
            i for i in range(start + 1, len(lines) + 1) if i == len(lines) or of_next(lines[i])
        )
        kept = set(unchanged(lines, other.splitlines()))
        assert set(range(len(lines))) - set(range(start, end)) <= kept


def of_next(line: str) -> bool:
    """Whether an emitted line is of another statement."""
    return ".at(" in line or line.lstrip().startswith(("return y", "return z", "@", "z = g.if_"))


def unchanged(lines: list[str], others: list[str]) -> list[int]:
    matcher = difflib.SequenceMatcher(None, lines, others, autojunk=False)
    return [
        i for block in matcher.get_matching_blocks() for i in range(block.a, block.a + block.size)
    ]


def test_a_new_statement_adds_lines_and_changes_none(tmp_path: Path) -> None:
    before = emitted(PROGRAM, tmp_path)
    after = emitted(PROGRAM.replace("    w =", "    v = z * z\n    w ="), tmp_path)
    changes = list(
        difflib.ndiff(
            LINE_TABLE.sub("", before).splitlines(), LINE_TABLE.sub("", after).splitlines()
        )
    )
    assert [line for line in changes if line.startswith("-")] == []
    added = [line[2:].strip() for line in changes if line.startswith("+")]
    assert [line.partition("  ")[0] for line in added if line] == [
        'g.at("v = z * z")',
        "v = g.multiply(z, z)",
    ]


def emitted(source: str, folder: Path) -> str:
    path = folder / "case.py"
    path.write_text(source)
    return build_module(path).text
