"""Keywords in NumPy's words mean what they mean in NumPy, and what it refuses is refused."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from operator import attrgetter
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import Tensor, f64, graph
from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY, Op, RuleError
from dslc.transpile.binding import Argument
from dslc.transpile.keywords import op_keywords
from dslc.transpile.kinds import Built

n = dslc.dims("n")


def functions() -> Iterator[tuple[Op, str]]:
    for op in REGISTRY.values():
        for name in op.numpy:
            if op.name != "clip" and hasattr(np, name.partition(".")[0]):
                yield op, name


@pytest.mark.parametrize(("op", "name"), list(functions()))
def test_no_array_has_a_name_that_numpy_refuses(op: Op, name: str) -> None:
    function = attrgetter(name)(np)
    try:
        accepted = {
            p.name
            for p in inspect.signature(function).parameters.values()
            if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
        }
    except ValueError:
        pytest.skip("a function in C without a signature")
    needed = [each for each in op.operands if each not in op.optional]
    for keyword in needed:
        if keyword not in accepted:
            with pytest.raises(RuleError):
                op_keywords(op, function, name, {keyword: ARGUMENT})
    first = next(iter(inspect.signature(function).parameters))
    if first in accepted and op.operands:
        assert op_keywords(op, function, name, {first: ARGUMENT}) == {op.call[0]: ARGUMENT}


ARGUMENT = Argument(Built("0", 0), Span.of_line("", 1))


@graph
def in_numpy_words(x: Tensor[f64, n], y: Tensor[f64, n]) -> Any:
    return (
        np.sum(a=x, axis=0),
        np.stack(arrays=[x, y], axis=1),
        np.vstack(tup=(x, y)),
        np.searchsorted(a=x, v=y, side="right"),
        np.isclose(a=x, b=y),
        np.argsort(a=x, kind="stable"),
        np.trapezoid(y=x, x=y),
    )


def test_arrays_by_numpys_names() -> None:
    x, y = np.arange(3.0), np.array([0.5, 2.0, 1.0])
    expected = in_numpy_words(x, y)
    for given, each in zip(dslc.compile(in_numpy_words)(x, y), expected, strict=True):
        np.testing.assert_array_equal(given, each)
