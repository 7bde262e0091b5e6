"""Samples give the same bits node by node, nest by nest, and as a whole.

Each piece is compiled, so these are few; `python bench/apart.py` has all of them.
"""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as np
import pytest

from dslc.cpu.backend import VARIABLE, Cpu
from dslc.ir.backend import Unsupported
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.passes import optimize

from .sample_arguments import SAMPLES, Sample

pytestmark = pytest.mark.usefixtures("as_shipped")

ROOT = Path(__file__).parent.parent
SHORT = ("jacobi-relax", "normalize-normalize_or_clip")
WAYS = ("graph", "group", "op")


def outcome(sample: Sample) -> list[bytes]:
    """The bits of the results of a call with drawn arguments, in the way of the environment."""
    function = getattr(importlib.import_module(f"samples.{sample.module}_graph"), sample.function)
    call = function.signature.bind(sample.draw(np.random.default_rng(3), 3), {})
    built = function.blueprint.built(call.key, call.statics)
    call = built.completed(call)
    executable = Cpu().compile(optimize(built.graph))
    results = executable(call.values, built.layout.sizes(call.values))
    return [np.asarray(each).tobytes() for each in results]


@pytest.mark.parametrize("sample", [s for s in SAMPLES if str(s) in SHORT], ids=str)
def test_a_sample_gives_the_same_bits_in_pieces(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT)
    try:
        find_compiler()
    except Unsupported as reason:
        pytest.skip(str(reason))
    found: dict[str, list[bytes]] = {}
    for way in WAYS:
        monkeypatch.setenv(VARIABLE, way)
        found[way] = outcome(sample)
    assert found["op"] == found["group"] == found["graph"]
