"""Values in each other, as parameters, results and what branches and loops carry."""

from __future__ import annotations

import dataclasses
import importlib
from functools import cache
from typing import Any

import numpy as np
import pytest

import dslc

programs = importlib.import_module("tests.dsl.nested_programs")
X = np.array([1, 2, 3], np.float32)
F32 = np.float32
CALLS: list[tuple[Any, ...]] = [
    ("given", programs.STATE),
    *(("carried_by_for", programs.STATE, steps) for steps in (0, 3)),
    *(("carried_by_while", programs.STATE, F32(limit)) for limit in (0, 7)),
    *(("branches", programs.STATE, F32(x)) for x in (1, -1)),
    *(("listed", [(X, {"w": F32(w)}) for w in range(count)], 2) for count in (1, 3)),
    ("tuples_and_dicts", X),
    *(("known_items_replaced", *map(programs.Block, (X, 2 * X)), steps) for steps in (0, 2)),
    *(("replaced_by_display", {"a": X, "b": 2 * X}, [X, X], c) for c in (True, False)),
    *(("changed_inside", X, steps, c) for steps in (0, 2) for c in (True, False)),
    ("either", {"b": X, "a": 2 * X}, {"b": X, "a": 2 * X}, True, 1),
    ("rows_of_rows", [[X, X], [X]], [[X, 2 * X], [X]], True),
    *(("dict_of_tuples", X, steps) for steps in (0, 3)),
    *(("scalars", F32(1), 2.0, True, 3, np.int64(4), steps) for steps in (0, 3)),
]


def leaves(value: Any) -> list[Any]:
    """What is in a value, with the classes and keys of what holds it."""
    if dataclasses.is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, dict):
        return [dict, *(part for key, each in value.items() for part in (key, *leaves(each)))]
    if isinstance(value, tuple | list):
        return [type(value), len(value), *(part for each in value for part in leaves(each))]
    return [value]


@cache
def compiled(name: str, device: Any) -> Any:
    return dslc.compile(getattr(programs, name), device=device)


@pytest.mark.parametrize("device", ["reference", "cpu"])
@pytest.mark.parametrize(("name", "arguments"), [(name, given) for name, *given in CALLS])
def test_nested(name: str, arguments: list[Any], device: str) -> None:
    expected = leaves(getattr(programs, name)(*arguments))
    found = leaves(compiled(name, device)(*arguments))
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert type(one) is type(other)
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("other_keys", [{"a": X, "b": 2 * X}, False]),
        ("either", [{"a": X, "b": 2 * X}, {"b": X, "a": 2 * X}, False, 0]),
        ("rows_of_rows", [[[X, X], [X]], [[X], [X, X]], False]),
    ],
)
def test_items_that_are_not_each_others(name: str, arguments: list[Any]) -> None:
    """As many values on both paths, which are those of other items: refused when it is built."""
    with pytest.raises(dslc.DslError, match="other lengths, or dicts with other keys"):
        compiled(name, "reference")(*arguments)
