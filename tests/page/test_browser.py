"""The page as a reader uses it, in a real browser; skipped where there is none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dslc.cli.page.stages import Stage, stages
from dslc.compiled import CompiledFunction

from .browser import Browser


@pytest.fixture
def opened(browser: Browser, page: Path) -> Iterator[Browser]:
    """The page in the browser, which in the end must not have complained or asked for anything."""
    browser.open(page)
    yield browser
    assert browser.troubles == []
    assert {address.partition("#")[0] for address in browser.requests} <= {page.as_uri()}


@pytest.fixture(scope="module")
def written(hostile: CompiledFunction) -> Stage:
    return stages(hostile.graph)[0]


def marked(browser: Browser, name: str, pane: str) -> list[str]:
    """The ids of the rows of a pane that have a mark and can be seen."""
    query = f"#{pane} .row.{name}"
    found: list[str] = browser.value(
        f"[...document.querySelectorAll({json.dumps(query)})]"
        ".filter(e => e.offsetParent).map(e => e.id)"
    )
    return found


def rows(stage: Stage, *pieces: int) -> list[str]:
    """The ids of the rows of some pieces of the graph as it was written."""
    return [f"g0-{row + 1}" for piece in sorted(pieces) for row in stage.pieces[piece].rows]


def line_of(hostile: CompiledFunction, text: str) -> int:
    lines = Path(hostile.graph.source).read_text("utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_a_line_shows_its_nodes(opened: Browser, hostile: CompiledFunction, written: Stage) -> None:
    line = line_of(hostile, "y = np.where(")
    opened.click(f"#s0-{line + 2}")  # in the middle of the statement
    own = [i for i, p in enumerate(written.pieces) if p.place.source_line == line]
    assert len(own) > 2
    assert marked(opened, "hit", "graph") == rows(written, *own)
    assert marked(opened, "hit", "source") == [f"s0-{n}" for n in range(line, line + 5)]
    assert marked(opened, "picked", "source") == [f"s0-{line + 2}"]
    native = opened.value(
        "[...document.querySelectorAll('#kernel .row.hit')].map(e => e.innerText).join('\\n')"
    )
    assert f":{line}  y = np.where(" in native
    told = opened.value("document.getElementById('chosen').innerText")
    assert "f32[n]" in told
    assert "g.where(" in told


def test_what_is_picked_is_scrolled_to(opened: Browser, written: Stage) -> None:
    last = len(written.pieces) - 1
    opened.value("document.querySelector('#graph .scroll').scrollTop = 1e6")
    opened.click("#" + rows(written, last - 1)[0])
    [source] = opened.value(
        "(() => { const row = document.querySelector('#source .row.hit').getBoundingClientRect();"
        " const pane = document.querySelector('#source .scroll').getBoundingClientRect();"
        " return [row.top >= pane.top && row.bottom <= pane.bottom]; })()"
    )
    assert source is True


def test_a_node_shows_its_line_and_who_reads_it(
    opened: Browser, hostile: CompiledFunction, written: Stage
) -> None:
    number, piece = next(
        (i, p) for i, p in enumerate(written.pieces) if p.node and p.node.op.name == "where"
    )
    opened.click("#" + rows(written, number)[0])
    assert marked(opened, "picked", "graph") == rows(written, number)
    assert f"s0-{piece.place.source_line}" in marked(opened, "hit", "source")
    readers = [i for i, reads in enumerate(written.reads) if number in {r.piece for r in reads}]
    assert len(readers) > 1
    assert marked(opened, "reader", "graph") == rows(written, *readers)
    read = {r.piece for r in written.reads[number]}
    assert marked(opened, "read", "graph") == rows(written, *read)


def test_a_link_of_the_details_goes_to_its_node(opened: Browser, written: Stage) -> None:
    number = next(i for i, p in enumerate(written.pieces) if p.node and p.node.op.name == "call")
    opened.click("#" + rows(written, number)[0])
    opened.value(
        "[...document.querySelectorAll('#chosen button')]"
        ".find(e => e.textContent.startsWith('def half')).click()"
    )
    assert marked(opened, "picked", "graph") == rows(written, written.callees[number])


def test_keys(opened: Browser, hostile: CompiledFunction) -> None:
    line = line_of(hostile, "def hostile(")
    opened.click(f"#s0-{line}")
    opened.key("ArrowDown")
    opened.key("ArrowDown")
    opened.key("ArrowUp")
    assert marked(opened, "picked", "source") == [f"s0-{line + 1}"]
    assert opened.value("location.hash") == f"#s0-{line + 1}"
    active = opened.value("document.activeElement.getAttribute('aria-activedescendant')")
    assert active == f"s0-{line + 1}"
    opened.key("Escape")
    assert marked(opened, "picked", "source") == []
    opened.key("End")
    assert marked(opened, "picked", "source") != []


def test_filter(opened: Browser) -> None:
    opened.key("/", "/")
    opened.type("UNUSED")
    shown = opened.value(
        "[...document.querySelectorAll('.row')].filter(e => e.offsetParent)"
        ".map(e => e.querySelector('code').textContent)"
    )
    assert shown
    assert all("unused" in line for line in shown)
    assert opened.value("document.getElementById('matches').innerText") == f"{len(shown)} lines"
    opened.key("Escape")
    assert opened.value("document.querySelectorAll('.row[hidden]').length") == 0


def test_tabs(opened: Browser, hostile: CompiledFunction, pruned: int) -> None:
    opened.click(f"#s0-{line_of(hostile, 'unused =')}")
    assert marked(opened, "hit", "graph") != []
    opened.click("#tab-0")
    for _ in range(pruned):
        opened.key("ArrowRight")
    assert opened.value("document.activeElement.id") == f"tab-{pruned}"
    assert marked(opened, "hit", "graph") == []
    assert "nothing of it is left" in opened.value("document.getElementById('chosen').innerText")
    assert marked(opened, "gone", "graph") != []
    opened.click("#gone")
    assert marked(opened, "gone", "graph") == []


def test_a_row_of_the_address_is_picked(browser: Browser, page: Path) -> None:
    browser.open(page, row="g1-12")
    assert "g1-12" in marked(browser, "picked", "graph")
    assert browser.value("document.querySelector('[aria-selected=true][role=tab]').id") == "tab-1"
    assert browser.troubles == []


def test_text_of_the_program_stays_text(opened: Browser, hostile: CompiledFunction) -> None:
    assert opened.value("document.title").startswith("hostile")
    assert opened.value("document.querySelectorAll('img, b, main script').length") == 0
    line = line_of(hostile, "Ends in")
    shown = opened.value(f"document.querySelector('#s0-{line} code').textContent")
    assert shown == Path(hostile.graph.source).read_text("utf-8").split("\n")[line - 1]


@pytest.mark.parametrize("width", [800, 1280, 1920])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits(browser: Browser, page: Path, width: int, scheme: str) -> None:
    browser.open(page, width=width, scheme=scheme)
    assert browser.value("document.documentElement.scrollWidth") <= width
    background = browser.value("getComputedStyle(document.body).backgroundColor")
    light = int(background.strip("rgb()").split(",")[0])
    assert (light > 128) is (scheme == "light")
    for pane in ("source", "graph", "facts", "kernel"):
        size = browser.value(f"document.querySelector('#{pane} .scroll').clientHeight")
        assert size > 90
    assert browser.troubles == []


def test_it_reads_without_its_script(browser: Browser, page: Path) -> None:
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(page)
        size = browser.ask("Page.getLayoutMetrics")["cssContentSize"]
    finally:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
    lines = page.read_text("utf-8").count('<div class="row')
    assert size["height"] > 15 * lines  # every text stands there in full
