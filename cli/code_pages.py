"""The index of the diagnostic codes, `docs/diagnostic-codes.md`."""

import re

from dslc.ir.diagnostics import codes, explain

_HEAD = """\
# Diagnostic codes

Every error has a code: `error[shape-mismatch]: ...`.
`dslc explain CODE` prints the page that is linked here: why, an example, the fix.
In Python a `DslError` has `.code` and `.diagnostics`.
This page is written from the catalogue: `pytest tests/golden/test_pages.py --update`.

| code | what it says |
|---|---|
"""


def code_index() -> str:
    """Every code with the first sentence of its page, and a link to that."""
    rows = [
        f"| [{code}](../ir/catalogue/{code}.md) | {_first_sentence(code)} |" for code in codes()
    ]
    return _HEAD + "\n".join(rows) + "\n"


def _first_sentence(code: str) -> str:
    paragraph = (explain(code) or "").split("\n\n")[1].replace("\n", " ")
    # A dot inside of a name or a number is followed by no blank.
    return re.split(r"(?<=\.) ", paragraph)[0].replace("|", "\\|")
