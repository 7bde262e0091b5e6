"""Drawn programs and gradients as kernels in the emulator give what plain Python gives.

With all samples (`tests/test_samples.py`) and some language cases (`tests/language`) these are the
listed programs of the CUDA backend; `bench/emulated.py` runs many more.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dslc

from ..gradient.programs import arguments
from ..gradient.test_programs import by_floats, copies
from ..language.test_language import EMULATED
from ..props.programs.compare import compare
from ..props.programs.modules import Program, draw_program
from ..sample_arguments import SAMPLES

DRAWN = (1, 3, 7, 10)
"""Seeds of programs."""

SIZED = (0, 1, 4, 9)
"""Seeds of programs about sizes."""

GRADIENTS = (
    "mlp",
    "branches",
    "recurrent",
    "newton",
    "returns_early",
    "stores",
    "grows",
    "gathers",
    "scatters",
    "writes",
    "networks",
    "normalized",
)
"""Functions of `tests/gradient/programs.py`."""


PROGRAMS = [*map(draw_program, DRAWN), *(draw_program(seed, sized=True) for seed in SIZED)]


def test_there_are_enough_of_them() -> None:
    assert len(SAMPLES) + len(EMULATED) + len(PROGRAMS) + len(GRADIENTS) >= 60


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: str(program.seed))
def test_drawn(program: Program, tmp_path: Path) -> None:
    assert program.exact
    report = compare(program, tmp_path, devices=["cuda-emulated"])
    assert report.difference is None and report.refused is None


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients(name: str) -> None:
    function, given = next(each for each in arguments() if each[0].__name__ == name)
    wrt = by_floats(given)
    one, other = (
        dslc.value_and_grad(function, wrt).with_device(device)(*copies(given))
        for device in ("cuda-emulated", "reference")
    )
    pairs: list[Any] = list(zip((one[0], *one[1]), (other[0], *other[1]), strict=True))
    for found, expected in pairs:
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
