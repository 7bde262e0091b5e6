"""Drawn programs: plain Python, the evaluated graph, its printed text and stepping agree bit for bit.

So does native code, where every order of summation gives the same bits. `bench/fuzz.py` draws more.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from .programs.compare import compare
from .programs.failures import failure
from .programs.modules import draw_program

CHUNKS, PROGRAMS = 12, 20
"""In all `CHUNKS * PROGRAMS` programs."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_way_of_running_a_program_agrees(chunk: int, tmp_path: Path) -> None:
    failures = []
    for seed in range(chunk * PROGRAMS, (chunk + 1) * PROGRAMS):
        report = compare(draw_program(seed), tmp_path)
        wrong = failure(report)
        if wrong is not None and wrong[0] != "refused":
            failures.append(f"seed {seed}: {report.difference}")
    assert not failures, "\n".join(failures)


def test_every_construct_is_drawn_often() -> None:
    counts: Counter[str] = Counter()
    for seed in range(CHUNKS * PROGRAMS):
        counts += draw_program(seed).counts
    assert min(counts.values()) >= 10, counts.most_common()[-5:]
    assert len(counts) >= 60


def test_a_seed_gives_one_program() -> None:
    assert draw_program(7).source == draw_program(7).source
    assert draw_program(7).source != draw_program(8).source
