"""The types of nested values, as a reader of emitted text finds them in its comments."""

from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import pytest

from dslc.ir.container import shown_types
from dslc.ir.nesting import flatten

Pair = namedtuple("Pair", ("left", "right"))


@dataclass
class Dense:
    weight: Any
    bias: Any


@dataclass
class Network:
    layers: tuple[Dense, ...]
    head: Any


LAYER = Dense("f32[n, n]", "f32[n]")

SHOWN: dict[str, tuple[Any, str]] = {
    "a single value": ("f32[n]", "f32[n]"),
    "a tuple": (("i64", "f32[n]"), "(i64, f32[n])"),
    "a tuple of one": (("i64",), "(i64,)"),
    "a list": (["i64", "f32"], "[i64, f32]"),
    "a long list of equal items": (["f32[n]"] * 12, "[12 of f32[n]]"),
    "a long list of unlike items": (["f32"] * 4 + ["i64"], "[f32, f32, f32, f32, i64]"),
    "a dict": ({"low": "f32", "high": "f32"}, "{low: f32, high: f32}"),
    "a small struct": (LAYER, "Dense(f32[n, n], f32[n])"),
    "a named tuple": (Pair("f32", "i64"), "Pair(f32, i64)"),
    "a struct with structs": (Network((LAYER, LAYER), "f32[m]"), "Network"),
    "a list of such": ([Network((LAYER,), "f32[m]")] * 4, "[4 of Network]"),
    "nothing": ((), "()"),
}


@pytest.mark.parametrize(("value", "expected"), SHOWN.values(), ids=SHOWN)
def test_a_nested_value_is_shown_whole(value: Any, expected: str) -> None:
    leaves: list[str] = []
    forms = [flatten(value, leaves), None]
    assert shown_types(forms, [*leaves, "int"]) == f"{expected}, int"


def test_leaves_without_a_form_stand_alone() -> None:
    assert shown_types([], ["f32", "int"]) == "f32, int"
