"""Learning rates that change from step to step: `cosine(1e-3, steps=1000, warmup=100)`.

An optimizer takes one for its rate; called with a step, counted from 0, each gives a float.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np


class Schedule:
    """A rate as a function of the step."""

    def __call__(self, step: Any) -> Any:
        """The rate of a step, as an f64."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Linear(Schedule):
    """From `start` to `end` in equal steps, then `end`."""

    start: float
    end: float
    steps: int

    def __call__(self, step: Any) -> Any:
        """The rate of a step, as an f64."""
        return self.start + (self.end - self.start) * np.minimum(step / self.steps, 1.0)


@dataclass(frozen=True, slots=True)
class Exponential(Schedule):
    """`start`, times `factor` after every `every` steps, evenly in between."""

    start: float
    factor: float
    every: int = 1

    def __call__(self, step: Any) -> Any:
        """The rate of a step, as an f64."""
        return self.start * self.factor ** (step / self.every)


@dataclass(frozen=True, slots=True)
class Cosine(Schedule):
    """Up to `peak` in `warmup` equal steps, then down to `end` along half a cosine, at `steps`.

    See I. Loshchilov, F. Hutter, SGDR, ICLR 2017.
    """

    peak: float
    steps: int
    warmup: int = 0
    end: float = 0.0

    def __call__(self, step: Any) -> Any:
        """The rate of a step, as an f64."""
        way = np.clip((step - self.warmup) / max(self.steps - self.warmup, 1), 0.0, 1.0)
        down = self.end + (self.peak - self.end) * (0.5 + 0.5 * np.cos(pi * way))
        up = self.peak * ((step + 1) / max(self.warmup, 1))
        return np.where(step < self.warmup, up, down)
