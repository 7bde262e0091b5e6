"""Drawn programs: plain Python, the evaluated graph, its printed text and stepping agree.

So does native code, for programs whose results are the same for every order of summation and every
math library. `bench/fuzz.py` draws more.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dslc.devices import resolved

from .programs.compare import compare
from .programs.modules import draw_program

CHUNKS, PROGRAMS = 10, 20
"""In all `CHUNKS * PROGRAMS` programs."""

REFUSED = 2
"""Programs of a chunk that may be refused: writes to what may be shared, constants that raise."""

OFTEN = 8


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_way_of_running_a_program_agrees(chunk: int, tmp_path: Path) -> None:
    native = resolved("auto") == "cpu"
    seeds = range(chunk * PROGRAMS, (chunk + 1) * PROGRAMS)
    reports = {seed: compare(draw_program(seed), tmp_path, native=native) for seed in seeds}
    different = [f"seed {seed}: {r.difference}" for seed, r in reports.items() if r.difference]
    assert not different, "\n".join(different)
    refused = [f"seed {seed}: {r.refused}" for seed, r in reports.items() if r.refused]
    assert len(refused) <= REFUSED, "\n".join(refused)
    assert sum(report.values for report in reports.values()) >= PROGRAMS


def test_every_construct_is_drawn_often() -> None:
    counts: Counter[str] = Counter()
    for seed in range(CHUNKS * PROGRAMS):
        counts += draw_program(seed).counts
    assert len(counts) >= 90
    assert min(counts.values()) >= OFTEN, counts.most_common()[-5:]


def test_a_seed_gives_one_program() -> None:
    assert draw_program(7).source == draw_program(7).source
    assert draw_program(7).source != draw_program(8).source
