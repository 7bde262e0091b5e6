"""Pages of `docs/` that are written from the records, the catalogue and the commands."""

import difflib
from collections.abc import Callable
from pathlib import Path

import pytest

from dslc.cli.code_pages import code_index
from dslc.cli.command_page import command_page
from dslc.cli.numpy_page import numpy_page
from dslc.cli.op_pages import reference

from ..language.page import language_page

DOCS = Path(__file__).parents[2] / "docs"
PAGES: dict[str, Callable[[], str]] = {
    "ops.md": reference,
    "numpy.md": numpy_page,
    "diagnostic-codes.md": code_index,
    "command-line.md": command_page,
    "language.md": language_page,
}


@pytest.mark.parametrize("name", PAGES)
def test_page_is_up_to_date(
    name: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    page, made = DOCS / name, PAGES[name]()
    held = page.read_text("utf-8") if page.exists() else ""
    if not request.config.getoption("--update"):
        assert made == held, "pytest tests/golden/test_pages.py --update"
        return
    with capsys.disabled():
        changes = difflib.unified_diff(held.splitlines(), made.splitlines(), name, "made")
        print("\n".join(changes))
    page.write_text(made, "utf-8")
