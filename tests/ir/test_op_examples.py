"""The example in every op's docstring runs and gives what it says."""

import doctest

import numpy as np
import pytest

import dslc
import dslc.ir.ops
from dslc.ir.op import REGISTRY

WITHOUT = frozenset(
    ("as_dim", "as_scalar", "call", "check", "depend", "for", "if", "print", "require", "while")
)
"""Ops that nobody writes by name."""


@pytest.mark.parametrize("name", [name for name in REGISTRY if name not in WITHOUT])
def test_example(name: str) -> None:
    functions = REGISTRY[name].numpy
    if functions and not any(hasattr(np, each.partition(".")[0]) for each in functions):
        pytest.skip("this NumPy has no such function")
    examples = {"np": np, "dslc": dslc}
    test = doctest.DocTestParser().get_doctest(REGISTRY[name].doc, examples, name, None, 0)
    assert test.examples, f"the docstring of `{name}` has no example"
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)
