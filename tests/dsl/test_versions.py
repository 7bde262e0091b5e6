"""Versions for some sizes: which runs, that it gives the same bits, and how many are compiled."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import DslError, Tensor, devices, f32
from dslc.compiled import CompiledFunction

from .versioned_source import PADDABLE, REASONS, accumulate, embedded

n, m = dslc.dims("n m")
NATIVE = ["reference", "cpu"]
SIZES = (4, 8, 16)


def rows(*shape: int) -> Any:
    return np.random.default_rng(list(shape)).standard_normal(shape).astype(np.float32)


def doubled(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return x * 2.0


def plane(x: Tensor[f32, n, m]) -> Tensor[f32, n, m]:
    return x + 1.0


def last_version(function: CompiledFunction) -> str:
    return str(function.why().calls[-1].version)


def same(a: Any, b: Any) -> bool:
    if isinstance(a, tuple):
        return all(map(same, a, b))
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def folded(x: Tensor[f32, n]) -> Tensor[f32, n // 2]:
    assert len(x) % 2 == 0, "it has no halves"
    low, high = np.split(x, 2)
    return low + high


# --- which version runs -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "size", "version"),
    [
        ((4, 8), 4, "n == 4"),
        ((4, 8), 3, "n == 4"),
        ((4, 8), 2, "n == 4"),
        ((4, 8), 1, "every size"),
        ((4, 8), 0, "every size"),
        ((4, 8), 9, "every size"),
        (8, 8, "n == 8"),
        (dslc.exact(4, 8), 7, "every size"),
        (dslc.exact(4, 8), 8, "n == 8"),
        (dslc.multiple_of(4), 12, "n % 4 == 0"),
        (dslc.multiple_of(4), 13, "every size"),
        ((8, dslc.multiple_of(16), dslc.multiple_of(4)), 32, "n % 16 == 0"),
        ((8, dslc.multiple_of(16), dslc.multiple_of(4)), 12, "n % 4 == 0"),
        ((8, dslc.multiple_of(3)), 6, "n == 8"),
        ((1,), 1, "n == 1"),
        ((0, 1), 0, "n == 0"),
    ],
)
def test_the_guard_chooses(asked: Any, size: int, version: str) -> None:
    function = dslc.compile(doubled, device="reference", specialize={n: asked})
    assert same(function(rows(size)), rows(size) * 2)
    assert last_version(function) == version


@pytest.mark.parametrize("device", NATIVE)
def test_a_version_may_end_where_every_call_of_its_size_does(device: str) -> None:
    """What stands behind a check that never holds has sizes that no rule takes."""
    function = dslc.compile(folded, device=device, specialize={n: dslc.exact(3, 4)})
    assert same(function(rows(4)), rows(4)[:2] + rows(4)[2:])
    with pytest.raises(AssertionError, match="it has no halves"):
        function(rows(3))
    assert last_version(function) == "n == 3"


def test_dims_choose_together() -> None:
    function = dslc.compile(
        plane, device="reference", specialize={"n": (4, 8), "m": dslc.multiple_of(2)}
    )
    for shape in [(4, 6), (7, 5), (3, 2), (9, 9), (9, 4)]:
        assert same(function(rows(*shape)), rows(*shape) + 1)
    assert [str(call.version) for call in function.why().calls] == [
        "n == 4, m % 2 == 0",
        "n == 8",
        "n == 4, m % 2 == 0",
        "every size",
        "m % 2 == 0",
    ]


def test_the_plain_function_gives_its_versions_to_what_is_compiled_of_it() -> None:
    function = dslc.compile(dslc.graph(specialize={n: 4})(doubled))
    assert [str(version) for version in function.versions] == ["every size", "n == 4"]
    assert 'specialize={"n": 4}' in function.source
    assert len(function.with_versions(None).versions) == 1
    assert len(function.with_device("reference").versions) == 2
    assert len(dslc.jit(specialize={n: (4, 8)})(doubled).versions) == 3


# --- when they are compiled -------------------------------------------------------------------


@pytest.mark.parametrize("device", NATIVE)
@pytest.mark.parametrize(("asked", "most"), [({n: (32, 64, 128)}, 4), ("auto", 5)])
def test_a_hundred_lengths_cause_no_storm(
    device: str, asked: Any, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[object] = []

    def counting(*args: Any) -> Any:
        compiled.append(args)
        return devices.compile_for(*args)

    monkeypatch.setattr("dslc.versions.compile_for", counting)
    function = dslc.compile(doubled, device=device, specialize=asked)
    for size in (*range(1, 101), *range(50, 100)):
        assert same(function(rows(size)), rows(size) * 2)
    assert 1 < len(compiled) <= most
    assert len(function.versions.compiled) == len(compiled)
    assert sum(version.calls for version in function.versions) == 150


def test_nothing_is_specialized_that_nobody_asks_for() -> None:
    function = dslc.compile(doubled, device="reference")
    for size in (1, 1, 1, 64, 64, 64, 64, 64, 64):
        function(rows(size))
    (version,) = function.versions
    assert (str(version), version.calls) == ("every size", 9)


def test_a_batch_of_one_stays_symbolic() -> None:
    def scaled(x):
        return x * np.float32(2.0)

    function = dslc.compile(scaled, example=[rows(1, 3)], device="reference")
    assert "f32[x0, x1]" in str(function.graph)
    assert same(function(rows(1, 3)), rows(1, 3) * np.float32(2))
    assert same(function(rows(5, 1)), rows(5, 1) * np.float32(2))
    assert len(function.versions) == 1


def test_nothing_is_compiled_before_it_is_needed() -> None:
    function = dslc.compile(doubled, device="reference", specialize={n: SIZES})
    assert not function.versions.compiled
    function(rows(4))
    assert [str(version) for version in function.versions.compiled] == ["n == 4"]
    assert len(function.warm().compiled) == 1 + len(SIZES)


def test_frequent_sizes_get_versions() -> None:
    function = dslc.compile(plane, device="reference", specialize={n: dslc.auto(after=2, most=2)})
    seen = []
    for size in (5, 5, 5, 5, 16, 32, 48, 64, 7, 7, 7, 7):
        function(rows(size, 3))
        seen.append(last_version(function))
    general, exact, multiple = "every size", "n == 5", "n % 16 == 0"
    assert seen == [general] * 2 + [exact] * 2 + [general] * 2 + [multiple] * 2 + [general] * 4
    assert "the most that there may be" in function.why().calls[-1].reason


def test_threads_compile_a_version_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[object] = []

    def slow(*args: Any) -> Any:
        compiled.append(args)
        time.sleep(0.05)
        return devices.compile_for(*args)

    monkeypatch.setattr("dslc.versions.compile_for", slow)
    function = dslc.compile(doubled, device="reference", specialize={n: (4, 8)})
    function.graph  # noqa: B018  (builds it)
    wrong: list[int] = []

    def call(size: int) -> None:
        if not same(function(rows(size)), rows(size) * 2):
            wrong.append(size)

    threads = [threading.Thread(target=call, args=(size,)) for size in (4, 8, 3, 7, 9) * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(compiled) == 3
    assert sum(version.calls for version in function.versions) == 15


# --- padding ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PADDABLE)
def test_a_padded_call_gives_the_same_bits(name: str) -> None:
    function, draw = PADDABLE[name]
    general = dslc.compile(function, device="cpu")
    padded = general.with_versions({n: (4, 9)})
    for size in (0, 1, 2, 3, 4, 5, 8, 9, 10):
        arguments = draw(rows, size)
        assert same(padded(*arguments), general(*arguments)), size
    assert not padded.why().obstacles
    assert sum(version.padded for version in padded.versions) == 4


@pytest.mark.parametrize("name", PADDABLE)
def test_numpy_runs_a_padded_call_where_it_rounds_alike(name: str) -> None:
    function, draw = PADDABLE[name]
    general = dslc.compile(function, device="reference")
    padded = general.with_versions({n: SIZES})
    for size in (0, 1, 3, 4, 5, 9, 17):
        arguments = draw(rows, size)
        assert same(padded(*arguments), general(*arguments)), size
    rounds = name in ("dense", "attend")
    assert rounds == ("may round it otherwise" in "".join(padded.why().obstacles.values()))


@pytest.mark.parametrize("name", REASONS)
def test_what_cannot_be_padded_says_why(name: str) -> None:
    function, reason = REASONS[name]
    compiled = dslc.compile(function, device="cpu", specialize={n: 8})
    if name == "last":
        assert compiled(rows(5)) == rows(5)[-1]
        assert "not padded to 8: it picks some" in compiled.why().calls[-1].reason
    assert compiled.why().obstacles["n"].startswith(reason)
    assert "versioned_source.py:" in compiled.why().obstacles["n"]


def test_padding_raises_what_the_call_raises() -> None:
    function = dslc.compile(embedded, device="reference", specialize={"n": 8})
    with pytest.raises(IndexError) as raised:
        function(rows(4, 2), np.array([0, 1, 7, 2, 3]))
    assert "index 7 is out of bounds for axis 0 with size 4" in str(raised.value)
    assert last_version(function) == "n == 8"


@pytest.mark.parametrize("device", NATIVE)
def test_an_inout_array_is_padded_and_updated(device: str) -> None:
    function = dslc.compile(accumulate, device=device, specialize={"n": 8})
    total = rows(6)
    expected = total + rows(6) * rows(6)
    function(total, rows(6))
    assert same(total, expected)
    assert last_version(function) == "n == 8"


def test_two_padded_dims() -> None:
    function = dslc.compile(plane, device="reference", specialize={n: 8, m: (4, 8)})
    assert same(function(rows(5, 7)), rows(5, 7) + 1)
    assert last_version(function) == "n == 8, m == 8"


# --- versions that are not to be ----------------------------------------------------------------


def test_the_general_version_runs_where_a_rule_refuses_the_size() -> None:
    def offset(x: Tensor[dslc.u8, n]) -> Tensor[dslc.u8, n]:
        return x + x.shape[0]

    function = dslc.compile(offset, device="reference", specialize={n: (200, 300)})
    assert function(np.zeros(200, np.uint8))[0] == 200
    with pytest.raises(OverflowError):
        function(np.zeros(300, np.uint8))
    assert [version.state for version in function.versions] == ["compiled", "compiled", "refused"]
    assert "that version is refused" in function.why().calls[-1].reason


def test_an_assumption_is_checked_in_the_words_of_the_source() -> None:
    def total(x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, n]:
        return x + y

    function = dslc.compile(total, device="reference", specialize={n: 4})
    assert same(function(rows(4), rows(4)), rows(4) * 2)
    with pytest.raises(DslError) as raised:
        function(rows(4), rows(5))
    (diagnostic,) = raised.value.diagnostics
    with pytest.raises(DslError) as general:
        function.with_versions(None)(rows(4), rows(5))
    assert diagnostic == general.value.diagnostics[0]


# --- what there is to see -----------------------------------------------------------------------


def test_the_tables() -> None:
    function = dslc.compile(doubled, device="reference", specialize={n: (4, dslc.multiple_of(16))})
    for size in (4, 3, 32, 7):
        function(rows(size))
    head, *lines = str(function.versions).splitlines()
    assert head.split() == ["version", "state", "calls", "padded", "compiled", "in", "because"]
    assert [line[:34].split() for line in lines] == [
        ["every", "size", "compiled", "1", "0"],
        ["n", "==", "4", "compiled", "2", "1"],
        ["n", "%", "16", "==", "0", "compiled", "1", "0"],
    ]
    assert str(function.why()).splitlines()[:5] == [
        "calls, the latest at the end:",
        "  n == 4       n is 4",
        "  n == 4       n is 3, padded to 4",
        "  n % 16 == 0  n is 32, a multiple of 16",
        "  every size   n is 7, larger than the sizes asked for",
    ]
