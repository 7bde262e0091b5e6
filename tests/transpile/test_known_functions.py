"""The page of `unknown-function` lists the NumPy functions that the language has."""

import re

from dslc.ir import ops  # noqa: F401  (fills the registry)
from dslc.ir.diagnostics import explain
from dslc.ir.op import REGISTRY


def test_page_lists_every_function() -> None:
    page = explain("unknown-function")
    assert page is not None
    listed = re.findall(r"`np\.(\w+)`", page)
    assert listed == sorted({name for op in REGISTRY.values() for name in op.numpy})
