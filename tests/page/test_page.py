"""The page as a document: whole, safe, every line there, every node linked to its line."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dslc.cli.page import page_text
from dslc.cli.page.paint import paint_cpp, paint_python
from dslc.cli.page.rows import escaped
from dslc.cli.page.sources import source_files
from dslc.cli.page.stages import changes, stages
from dslc.compiled import CompiledFunction
from dslc.cpu.print_kernel import print_kernel
from dslc.ir.diagnostics import DslError
from dslc.ir.place import Place
from dslc.transpile import load_functions

ROOT = Path(__file__).parent.parent.parent
VOID = {"meta", "input"}


class Document(HTMLParser):
    """A page taken apart; fails where a tag is not closed where it should be.

    Attributes:
        rows: the text of each row that has an id, by id.
        links: where the margin of a row leads.
        numbers: the data of each row.
        raw: the contents of style and script elements, by name and type.
        tags: how often each tag stands there.
        handlers: attributes that would run script.
    """

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self.numbers: dict[str, dict[str, int]] = {}
        self.raw: dict[tuple[str, str], str] = {}
        self.tags = Counter[str]()
        self.ids = Counter[str]()
        self.handlers: list[str] = []
        self.policy = ""
        self._open: list[tuple[str, dict[str, str]]] = []
        self._row = ""
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags[tag] += 1
        self.handlers += [name for name in given if name.startswith("on") or name == "style"]
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        if "id" in given:
            self.ids[given["id"]] += 1
        if given.get("class", "").split()[:1] == ["row"]:
            self._row = given.get("id", "")
            self.rows[self._row] = ""
            self.numbers[self._row] = {
                name.removeprefix("data-"): int(value)
                for name, value in given.items()
                if name.startswith("data-")
            }
        if tag == "a" and self._row:
            self.links[self._row] = given["href"].removeprefix("#")
        if tag not in VOID:
            self._open.append((tag, given))

    def handle_endtag(self, tag: str) -> None:
        name, _ = self._open.pop()
        assert name == tag

    def handle_data(self, data: str) -> None:
        if not self._open:
            return
        tag, given = self._open[-1]
        if tag in ("style", "script"):
            key = tag, given.get("type", "")
            self.raw[key] = self.raw.get(key, "") + data
        elif self._row and any(name == "code" for name, _ in self._open):
            self.rows[self._row] += data


def shown(text: str) -> str:
    """A line as the page shows it."""
    holder = Document(f'<div class="row" id="s"><code>{escaped(text)}</code></div>')
    return holder.rows["s"]


SAMPLES = {"newton": "newton_sqrt", "mlp": "classify", "recurrent": "run_cell"}


@pytest.fixture(scope="module", params=[*SAMPLES, "hostile"])
def function(request: pytest.FixtureRequest, hostile: CompiledFunction) -> CompiledFunction:
    if request.param == "hostile":
        return hostile
    return load_functions(ROOT / "samples" / f"{request.param}.py")[SAMPLES[request.param]]


@pytest.fixture(scope="module")
def document(function: CompiledFunction) -> Document:
    return Document(page_text(function))


def test_ids_are_unique_and_links_lead_somewhere(document: Document) -> None:
    assert set(document.ids.values()) == {1}
    assert set(document.links.values()) <= set(document.rows)


def test_every_line_of_every_text_is_there(function: CompiledFunction, document: Document) -> None:
    source = Path(function.graph.source).read_text("utf-8").split("\n")[:-1]
    texts = {"s0": source}
    for index, stage in enumerate(stages(function.graph)):
        texts[f"g{index}"] = list(stage.lines)
    texts["k"] = function.kernels["cpu"].split("\n")[:-1]
    for prefix, lines in texts.items():
        for number, line in enumerate(lines, 1):
            assert document.rows[f"{prefix}-{number}"] == shown(line)
        assert f"{prefix}-{len(lines) + 1}" not in document.rows


def test_every_node_leads_to_its_line(function: CompiledFunction, document: Document) -> None:
    for index, stage in enumerate(stages(function.graph)):
        seen = stage.piece_of_node()
        nodes = [n for each in (*stage.graph.callees(), stage.graph) for n in each.walk()]
        assert set(seen) == set(nodes)
        for node, number in seen.items():
            for row in stage.pieces[number].rows:
                key = f"g{index}-{row + 1}"
                assert document.numbers[key]["p"] == number
                line = document.links[key]
                assert line.endswith(f"-{node.place.source_line}")
                assert document.rows[line].strip() != ""


def test_kernel_lines_belong_to_the_statement_above_them(function: CompiledFunction) -> None:
    kernel = print_kernel(stages(function.graph)[-1].graph)
    lines = kernel.text.split("\n")[:-1]
    assert len(lines) == len(kernel.origins)
    named = 0
    for line, node in zip(lines, kernel.origins, strict=True):
        if node is not None and line.lstrip().startswith(f"// {function.graph.source}:"):
            assert f":{node.place.source_line}  " in line
            named += 1
    assert named > 0


def test_pieces_read_what_others_give(function: CompiledFunction) -> None:
    for stage in stages(function.graph):
        for number, reads in enumerate(stage.reads):
            for read in reads:
                names = [name for name, _ in stage.pieces[read.piece].named]
                assert read.name in names or not names
                assert read.piece != number


def test_data_and_policy(document: Document) -> None:
    data = document.raw["script", "application/json"]
    assert not set("<>&") & set(data)
    assert json.loads(data)["begin"] in document.rows
    for tag in ("style", "script"):
        digest = hashlib.sha256(document.raw[tag, ""].encode()).digest()
        assert f"{tag}-src 'sha256-{base64.b64encode(digest).decode()}'" in document.policy
    assert document.policy.startswith("default-src 'none'")


def test_nothing_of_the_program_becomes_markup(document: Document) -> None:
    assert document.handlers == []
    assert (document.tags["script"], document.tags["img"], document.tags["b"]) == (2, 0, 0)


def test_page_asks_for_nothing(document: Document) -> None:
    own = document.raw["style", ""] + document.raw["script", ""]
    for word in ("http:", "https:", "url(", "@import", "fetch(", "innerHTML", "eval("):
        assert word not in own
    assert document.tags["link"] == 0


def test_pass_in_front(hostile: CompiledFunction, pruned: int) -> None:
    text = page_text(hostile, "prune_dead_nodes")
    assert re.findall(r'id="tab-(\d+)"[^>]*aria-selected="true"', text) == [str(pruned)]
    assert re.findall(r'id="tab-(\d+)"[^>]*aria-selected="true"', page_text(hostile)) == ["0"]


def test_a_pass_shows_what_it_changed(hostile: CompiledFunction) -> None:
    first, *_, last = stages(hostile.graph)
    found = changes(first.lines, last.lines)
    assert [each.text for each in found if each.row is not None] == list(last.lines)
    assert [each.text for each in found if not each.new] != list(last.lines)
    before = [each.text for each in found if each.row is None or not each.new]
    assert before == list(first.lines)
    assert any("unused" in each.text for each in found if each.row is None)


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_changes_hold_both_texts(before: list[str], after: list[str]) -> None:
    found = changes(before, after)
    assert [(each.row, each.text) for each in found if each.row is not None] == list(
        enumerate(after)
    )
    assert [each.text for each in found if each.row is None or not each.new] == before
    if before == after:
        assert not any(each.new or each.row is None for each in found)


def test_statement_of_each_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (
        "@f\ndef g(\n    x,\n):\n    '''a\n    b'''\n    if (x\n        > 1):\n        y = [\n1]\n"
    )
    Path("m.py").write_bytes(text.replace("\n", "\r\n").encode())
    [file] = source_files("m.py", [])
    assert file.lines[5] == "    '''a"
    assert list(file.firsts.values()) == [1, 2, 2, 2, 5, 5, 7, 7, 9, 9]
    assert file.functions == {"g": 2}


def test_file_that_is_gone_is_what_is_known_of_it() -> None:
    places = [Place("gone.py", "y = 1", number=7), Place("gone.py", "x = 1", number=3)]
    [file] = source_files("gone.py", places)
    assert file.lines == {3: "x = 1", 7: "y = 1"}
    assert file.firsts == {3: 3, 7: 7}


PYTHON = sorted([*(ROOT / "samples").glob("*.py"), *(ROOT / "tests" / "ui").glob("*.py")])


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: path.stem)
def test_paint_keeps_the_text_of_files(path: Path) -> None:
    lines = path.read_text("utf-8", errors="replace").split("\n")
    assert texts(paint_python(lines)) == lines


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "x = '''a\nb''' + 'c' # d",
        "f'a{b!r:>{w}}c' 'd'",
        'f"""{{x}}\n{y}""" + z',
        "x = '''never closed\nb",
        "(1 +\n",
        "\tif x:\n  y",
        "é = 'ü' ; 𐐀 = 1  # 𐐀",
        "x = 1\x0c\ny = 2 \\\n + 3",
    ],
)
def test_paint_keeps_any_text(text: str) -> None:
    assert texts(paint_python(text.split("\n"))) == text.split("\n")
    assert texts(paint_cpp(text.split("\n"))) == text.split("\n")


def texts(painted: Any) -> list[str]:
    return ["".join(span.text for span in line) for line in painted]


def test_paint_names_what_it_sees() -> None:
    [line] = paint_python(["def f(x): return f'{x}' + 12  # why"])
    assert [(s.kind, s.text) for s in line if s.kind] == [
        ("keyword", "def"), ("name", "f"), ("keyword", "return"), ("string", "f'{x}'"),
        ("number", "12"), ("comment", "# why"),
    ]  # fmt: skip
    [line] = paint_cpp(['if (x < 0.5f) return "a // b";  // if'])
    assert [(s.kind, s.text) for s in line if s.kind] == [
        ("keyword", "if"), ("number", "0.5f"), ("keyword", "return"), ("string", '"a // b"'),
        ("comment", "// if"),
    ]  # fmt: skip


def test_hidden_characters_are_seen() -> None:
    assert escaped("a\x00\x1b\x7f\u202e\u2028\ud800<&\t") == (
        "a␀␛␡⟨U+202E⟩⟨U+2028⟩⟨U+D800⟩&lt;&amp;\t"
    )


# --- any program ----------------------------------------------------------------------------------

GOLDEN = sorted((ROOT / "tests" / "golden" / "transpile").glob("*.py"))


@pytest.mark.parametrize("path", GOLDEN[::3], ids=lambda path: path.stem)
def test_any_program_has_a_page(path: Path, tmp_path: Path) -> None:
    source = tmp_path / path.name
    source.write_bytes(
        re.split(rb"^# --- calls ---\r?\n", path.read_bytes(), flags=re.MULTILINE)[0]
    )
    for function in load_functions(source).values():
        try:
            function.graph  # noqa: B018
        except DslError:
            continue  # it needs values for its build-time parameters
        document = Document(page_text(function))
        assert set(document.ids.values()) == {1}
        assert set(document.links.values()) <= set(document.rows)
        for stage in stages(function.graph):
            assert all(p.place.source_line for p in stage.pieces if p.node is not None)


SHOW_ALL = """
import sys
from dslc.cli import main
for form in ("html", "dot", "mermaid", "json", "table"):
    main(["show", sys.argv[1], "--as", form])
"""


def test_texts_are_the_same_in_every_process() -> None:
    def shown(seed: str) -> str:
        target = f"{ROOT / 'samples' / 'recurrent.py'}:run_cell"
        done = subprocess.run(
            [sys.executable, "-c", SHOW_ALL, target],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
        return done.stdout

    assert shown("1") == shown("2") == shown("3")
