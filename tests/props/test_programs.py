"""Drawn programs: plain Python, the evaluated graph, its printed text and stepping agree.

So does native code, for programs whose results are the same for every order of summation and every
math library. Some programs are about sizes: dims in annotations that are expressions, arithmetic on
sizes, arrays cut, joined and folded to a size, branches on sizes, arrays that grow and shrink in
loops, calls with the sizes 0, 1, odd and large and with some that are not as declared, and declared
results that may not be true. Some have a case of `tests/language` somewhere, which is supported or
is refused with its code. `bench/fuzz.py` draws more.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from dslc.devices import Device, resolved

from .programs.cases import constructs
from .programs.compare import Report, compare
from .programs.modules import Program, draw_program, draw_refused
from .programs.outcomes import Freedom, alike

pytestmark = pytest.mark.usefixtures("as_shipped")

ROOT = Path(__file__).parents[2]

CHUNKS, PROGRAMS = 6, 20
"""In all `CHUNKS * PROGRAMS` programs."""

SIZED_CHUNKS = 4
"""Further chunks of programs about sizes."""

NATIVE = 2
"""Chunks of each kind that are run as native code too: to compile a program takes its time."""

REFUSED_PROGRAMS = 40
"""Further programs with a construct that is refused."""

REFUSED = 2
"""Programs of a chunk that may be refused: writes to what may be shared, constants that raise."""

REFUSED_SIZED = 2
"""Programs about sizes of a chunk that may be refused, besides: 98 of 100 are accepted."""

REFUSED_CALLS = 1
"""Calls of a chunk that are refused for their sizes, though they have a value."""

DRAWN, OFTEN = 300, 8
"""Programs of each kind, which have every construct, and how often at least."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_way_of_running_a_program_agrees(chunk: int, tmp_path: Path) -> None:
    seeds = range(chunk * PROGRAMS, (chunk + 1) * PROGRAMS)
    programs = {seed: draw_program(seed) for seed in seeds}
    check_agreement(programs, tmp_path, REFUSED, native=chunk < NATIVE)


@pytest.mark.parametrize("chunk", range(SIZED_CHUNKS))
def test_every_way_of_running_a_program_about_sizes_agrees(chunk: int, tmp_path: Path) -> None:
    seeds = range(chunk * PROGRAMS, (chunk + 1) * PROGRAMS)
    programs = {seed: draw_program(seed, sized=True) for seed in seeds}
    reports = check_agreement(programs, tmp_path, REFUSED_SIZED, native=chunk < NATIVE)
    assert sum(report.unfit for report in reports) >= PROGRAMS // 5
    assert sum(report.assumed for report in reports) <= REFUSED_CALLS


def test_what_is_refused_is_refused_anywhere(tmp_path: Path) -> None:
    programs = {seed: draw_refused(seed) for seed in range(REFUSED_PROGRAMS)}
    reports = {seed: compare(each, tmp_path) for seed, each in programs.items()}
    different = [f"seed {seed}: {r.difference}" for seed, r in reports.items() if r.difference]
    assert not different, "\n".join(different)


def check_agreement(
    programs: dict[int, Program], folder: Path, refusals: int, *, native: bool
) -> list[Report]:
    """Compare all ways of running these programs, of which so many may be refused."""
    devices: list[Device] = ["cpu"] if native and resolved("auto") == "cpu" else []
    reports = {seed: compare(each, folder, devices=devices) for seed, each in programs.items()}
    different = [f"seed {seed}: {r.difference}" for seed, r in reports.items() if r.difference]
    assert not different, "\n".join(different)
    refused = [f"seed {seed}: {r.refused}" for seed, r in reports.items() if r.refused]
    assert len(refused) <= refusals, "\n".join(refused)
    assert sum(report.values for report in reports.values()) >= len(programs)
    return list(reports.values())


def test_every_construct_is_drawn() -> None:
    counts: Counter[str] = Counter()
    for seed in range(DRAWN):
        counts += draw_program(seed).counts
        counts += draw_program(seed, sized=True).counts
    cases = {name for name in counts if name.startswith("case ")}
    assert len(cases) >= 0.5 * len(constructs(refused=False))
    drawn = {name: count for name, count in counts.items() if name not in cases}
    assert len(drawn) >= 150
    assert min(drawn.values()) >= OFTEN, sorted(drawn, key=drawn.__getitem__)[:5]


def test_every_fault_can_be_planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of `bench/mutants.py`, whose faults name text of the compiler."""
    monkeypatch.syspath_prepend(ROOT)
    from bench.faults import FAULTS
    from bench.mutants import planted

    for fault in FAULTS:
        planted(fault, (ROOT / fault.path).read_text("utf-8"))


def test_signs_of_zeros_are_free_where_loops_reduce_to_extremes() -> None:
    freedom = Freedom(joins=False, zeros=True)
    one = [np.float32(-0.0), -0.0, np.array([1.0, -0.0]), ["-0.0 [-0.  1.]"]]
    other = [np.float32(0.0), 0.0, np.array([1.0, 0.0]), ["0.0 [0. 1.]"]]
    assert alike(one, other, freedom)
    assert not any(alike([a], [b], freedom.in_numpy()) for a, b in zip(one, other, strict=True))
    assert not alike([np.float32(-0.5)], [np.float32(0.5)], freedom)
    assert not alike([np.array(0.0)], [np.float64(0.0)], freedom)
    assert not alike([["-0.5"]], [["0.5"]], freedom)


def test_a_seed_gives_one_program() -> None:
    assert draw_program(7).source == draw_program(7).source
    assert draw_program(7).source != draw_program(8).source
