"""Gradients of every op against central differences; `bench/differentiate.py` draws more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pytest

import dslc.ir.ops  # noqa: F401  (fills the registry)
from dslc.devices import Device
from dslc.ir.gradient.rule import NONE
from dslc.ir.op import REGISTRY

from .differentiation import Refused, difference

REFUSED = {*NONE, "pinv"}
"""Ops whose drawn calls may have no gradient."""

SHARES = 100
TODAY = date.today().toordinal() % SHARES
"""Compiled kernels are compared for another part of the ops on each day."""


def worst(name: str, seed: int, device: Device, draw_call: Callable[..., Any]) -> float:
    rng = np.random.default_rng([seed, *name.encode()])
    try:
        away = difference(REGISTRY[name], draw_call(name, rng), rng, device)
    except Refused:
        assert name in REFUSED
        return 0.0
    return 0.0 if away is None else away


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", REGISTRY)
def test_evaluated(name: str, draw_call: Callable[..., Any]) -> None:
    for seed in range(2):
        assert worst(name, seed, "reference", draw_call) <= 1


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("device", ["cpu", "cuda-emulated"])
@pytest.mark.parametrize("name", list(REGISTRY)[TODAY::SHARES])
def test_compiled(name: str, device: Device, draw_call: Callable[..., Any]) -> None:
    for seed in range(2):
        assert worst(name, seed, device, draw_call) <= 1
