"""Calls of known forms: whatever comes after whatever, they are what calls of unknown forms are."""

from __future__ import annotations

import copy
import gc
import itertools
import random
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import dslc
from dslc.compiled import CompiledFunction
from dslc.ir.backend import Unsupported
from dslc.ir.cxx.toolchain import find_compiler

from . import shortcut_source as source


@pytest.fixture(scope="module", autouse=True)
def has_compiler() -> None:
    try:
        find_compiler()
    except Unsupported as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def compiled() -> Callable[[Any], CompiledFunction]:
    made: dict[Any, CompiledFunction] = {}
    return lambda function: made.setdefault(function, dslc.compile(function, device="cpu"))


def outcome(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The result, or the exception, and what the arguments hold afterwards."""
    try:
        result = function(*args, **kwargs)
    except Exception as error:  # noqa: BLE001
        return type(error), str(error)
    return types_of(result), result, [each for each in args if isinstance(each, np.ndarray)]


def types_of(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: types_of(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return type(value), [types_of(each) for each in value]
    return (type(value), getattr(value, "dtype", None), np.shape(value))


def check(compiled: CompiledFunction, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    reference = compiled.with_device("reference")
    expected = outcome(reference, copy.deepcopy(args), kwargs)
    found = outcome(compiled, copy.deepcopy(args), kwargs)
    np.testing.assert_equal(found, expected)


SIZES = (0, 1, 3, 3, 3, 17)


def mixed_calls(draw: random.Random) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    while True:
        size = draw.choice(SIZES)
        x = np.arange(size, dtype=np.float32)
        mask = np.arange(size) % 2 == 0
        strided = np.arange(2 * size, dtype=np.float32)[::2]
        strange = draw.choice([strided, x.astype(np.float64), 3.0, [1.0]])
        odd = np.arange(size, dtype=np.uint8).view(np.bool_)
        args = [draw.choice([x, x, x, strange]), draw.choice([mask, mask, mask, odd, x])]
        choices: dict[str, list[Any]] = {
            "scale": [2, 2.5, np.float32(3), np.float64(0.5), np.float64(0.1), True, 2**70, "a"],
            "shift": [0.5, 1, np.float32(0.5), np.float64(0.1), -0.0, 2**2000, True],
            "trips": [2, 3, 3, np.int64(2), 0, -1, 2.0, 2**80],
            "size": [3, 4, -2, 0, True],
            "flag": [True, False, np.True_, 1],
        }
        usual = draw.random() < 0.7
        given = {name: draw.choice(each[:3] if usual else each) for name, each in choices.items()}
        kwargs = {name: each for name, each in given.items() if draw.random() < 0.3}
        if draw.random() < 0.3:
            args += [given[name] for name in ("scale", "shift")]
        yield tuple(args), kwargs


def nested_calls(draw: random.Random) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    layers = [source.Layer(np.ones((3, size)), np.arange(float(size))) for size in (2, 4)]
    broken = source.Layer(np.ones((3, 2)), np.ones(3))
    while True:
        xs: Any = [np.full(3, float(draw.randrange(3))) for _ in range(draw.choice([1, 2, 2]))]
        if draw.random() < 0.1:
            xs = draw.choice([tuple(xs), [], [np.ones(4)], [np.ones(3, np.float32)]])
        named: Any = draw.choice([{"a": 1, "b": 2}, {"a": np.int64(5), "b": -1}, {"b": 2, "a": 1}])
        power = draw.choice([1, 2, 1, 300])
        yield (draw.choice([*layers, *layers, broken]), xs, named, power), {}


def update_calls(draw: random.Random) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    while True:
        size = draw.choice(SIZES)
        x, y, z = (np.arange(size) * draw.random() for _ in range(3))
        if draw.random() < 0.2:
            z = draw.choice([x, y[::-1], z[::-1]])
        if draw.random() < 0.1:
            x.flags.writeable = False
        yield (x, y, z), {}


CALLS: dict[Any, Callable[[random.Random], Iterator[tuple[tuple[Any, ...], dict[str, Any]]]]] = {
    source.mixed: mixed_calls,
    source.nested: nested_calls,
    source.updated: update_calls,
}


@pytest.mark.parametrize("function", CALLS, ids=lambda function: function.__name__)
def test_calls_in_any_order_are_those_of_the_reference(compiled: Any, function: Any) -> None:
    native = compiled(function)
    drawn = list(itertools.islice(CALLS[function](random.Random(7)), 60))
    again = random.Random(8)
    for args, kwargs in (again.choice(drawn) for _ in range(150)):
        check(native, args, kwargs)
    assert native._shortcut is not None


def test_what_a_function_captures_is_looked_at_in_each_call(compiled: Any) -> None:
    native = compiled(source.mixed)
    args = (np.ones(3, np.float32), np.ones(3, np.bool_))
    before = source.GAIN
    try:
        for gain in (2.0, 3.0, 2.0, 1.0 + 1.0, -0.0, 0.0):
            source.GAIN = gain
            for _ in range(4):
                check(native, args, {})
    finally:
        source.GAIN = before


def test_arrays_of_the_module_are_read_as_they_are_at_each_call(compiled: Any) -> None:
    native = compiled(source.looked_up)
    before = source.TABLE
    try:
        for table in (before, before + 1.0, np.ones(3), np.ones(12)[::2], before, before):
            source.TABLE = table
            for trip in range(4):
                table[0] = trip
                check(native, (np.arange(5.0),), {})
        assert outcome(native, (before,), {})[0] is dslc.DslError
    finally:
        source.TABLE = before


def test_arrays_that_are_updated_from_each_other(compiled: Any) -> None:
    native = compiled(source.swapped)
    for trip in range(6):
        x, y = np.full(4, float(trip)), np.arange(4.0)
        assert native(x, y) == 6.0
        np.testing.assert_array_equal(x, np.arange(4.0))
        np.testing.assert_array_equal(y, np.full(4, float(trip)))


def test_results_are_never_the_arguments(compiled: Any) -> None:
    native = compiled(source.same)
    for size in (4, 50_000):
        x = np.arange(float(size))
        for _ in range(5):
            whole, rest = native(x)
            assert not np.shares_memory(whole, x) and not np.shares_memory(whole, rest)
            whole[:] = -1.0
            np.testing.assert_array_equal(rest, x[1:])


def test_every_call_is_counted(compiled: Any) -> None:
    native = compiled(source.same).with_versions(None)
    for size in (3, 3, 3, 5, 3, 5, 5, 5):
        native(np.ones(size))
    assert [version.calls for version in native.versions] == [8]
    for _ in range(300):
        native(np.ones(5))
    assert [version.calls for version in native.versions] == [308]
    assert native.memory is not None


def test_versions_by_size_are_chosen_as_before() -> None:
    native = dslc.compile(source.same, device="cpu", specialize={source.n: (4, 8)})
    for size in [4, 8, 5] * 6:
        x, _ = native(np.ones(size))
        assert x.shape == (size,)
    assert {str(version): version.calls for version in native.versions} == {
        "every size": 6, "n == 4": 6, "n == 8": 6,
    }  # fmt: skip
    assert [record.sizes["n"] for record in native.why().calls[-3:]] == [4, 8, 5]


def test_threads_call_the_same_forms(compiled: Any) -> None:
    native = compiled(source.nested)
    wrong: list[str] = []

    def call(number: int) -> None:
        layer = source.Layer(np.full((3, 2), float(number)), np.zeros(2))
        for _ in range(200):
            found = native(layer, [np.ones(3)], {"a": 1, "b": 1}, 1)["y"]
            layer.w = layer.w.copy()
            if not np.array_equal(found, np.full(2, 3.0 * number + 3.0)):
                wrong.append(str(found))

    threads = [threading.Thread(target=call, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_functions_that_nobody_needs_are_forgotten() -> None:
    native = dslc.compile(source.same, device="cpu")
    for _ in range(4):
        native(np.ones(3))
    assert native._shortcut is not None
    gone = weakref.ref(native)
    del native
    gc.collect()
    assert gone() is None
