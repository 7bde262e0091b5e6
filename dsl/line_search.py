"""How far to go along a direction: a search for a step that meets the strong conditions of Wolfe.

See J. Nocedal, S. J. Wright, Numerical Optimization, 2nd ed., Springer 2006, section 3.5. The
interval `low..high` always has such a step inside: at `low` the loss has fallen enough, and falls
steeply further; at `high` it has not, or rises. `high` is infinite until there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dslc.ir.graph import Operand
from dslc.ir.loops import build_while
from dslc.ir.nesting import Body
from dslc.ir.traced import Traced, traced_operand

from .optimizing import Formulas, named, where

DECREASE, CURVATURE = 1e-4, 0.9
"""In parts of the slope at the start: how much the loss falls at least, and the slope at most."""

NEAREST = 0.1
"""How near to an end of its interval a trial may be, in lengths of that."""


_CARRIED = (
    "step", "low", "low_value", "low_slope", "low_gradient", "high", "high_value", "high_slope",
    "found", "count",
)  # fmt: skip
"""What each trial hands to the next one."""


@dataclass(frozen=True)
class Start:
    """Where a search begins.

    Attributes:
        value: the loss, an f64.
        slope: of the loss along the direction, an f64 below 0.
        gradient: of the loss.
    """

    value: Any
    slope: Any
    gradient: Any


@dataclass(frozen=True)
class Found:
    """The best step that was found.

    Attributes:
        meets: whether it meets the conditions.
        step: how far, an f64; 0 where no step was good.
        value: the loss there.
        gradient: of the loss there.
    """

    meets: Any
    step: Any
    value: Any
    gradient: Any


@dataclass(frozen=True)
class Search:
    """A search along a direction.

    Attributes:
        formulas: where its nodes go.
        start: of it.
        trial: gives the value, the slope and the gradient after a step.
        trials: how often it may be asked at most.
        noise: how much the loss may be wrong by rounding, in parts of it.
    """

    formulas: Formulas
    start: Start
    trial: Callable[[Any], tuple[Any, Any, Any]]
    trials: int
    noise: float

    def found(self) -> Found:
        """The `while` of the trials."""
        start = self.start
        begin = {
            "step": np.float64(1.0), "low": np.float64(0.0), "low_value": start.value,
            "low_slope": start.slope, "low_gradient": start.gradient, "high": np.float64(np.inf),
            "high_value": start.value, "high_slope": start.slope, "found": np.False_, "count": 0,
        }  # fmt: skip
        carried = tuple(traced_operand(begin[name]) for name in _CARRIED)
        self.formulas.at("noise = eps * abs(value)")
        noise = named(self.noise * np.abs(start.value), "noise")

        def test(*given: Any) -> Operand:
            *_, found, count = map(_traced, given, _CARRIED)
            self.formulas.at(f"while not found and count < {self.trials}:")
            return traced_operand(named(~found & (count < self.trials), "again"))

        def body(*given: Any) -> tuple[Operand, ...]:
            return self._trip(
                dict(zip(_CARRIED, map(_traced, given, _CARRIED), strict=True)), noise
            )

        self.formulas.at(f"while not found and count < {self.trials}:")
        forms = [None] * len(carried)
        place = self.formulas.here
        tested, run = Body(test, forms, is_test=True), Body(body, forms)
        results = build_while(self.formulas, place, tested, run, carried, exits=False)
        found = zip(_CARRIED, map(_traced, results, _CARRIED), strict=True)
        ends: dict[str, Any] = dict(found)
        return Found(ends["found"], *(ends[f"low{part}"] for part in ("", "_value", "_gradient")))

    def _trip(self, given: dict[str, Any], noise: Any) -> tuple[Operand, ...]:
        """One trial, which is an end of the next interval."""
        at, start, step = self.formulas.at, self.start, given["step"]
        value, slope, gradient = self.trial(step)
        at(f"most = min(start + {DECREASE} * step * start_slope, low_value)")
        most = start.value + DECREASE * step * start.slope
        most = named(np.minimum(most, given["low_value"]), "most")
        at(f"found = value <= most + noise and abs(slope) <= -{CURVATURE} * start_slope")
        flat = np.abs(slope) <= -CURVATURE * start.slope
        found = named((value <= most + noise) & flat, "found")
        at("is_low = found or value <= most and slope <= 0")
        is_low = named(found | ((value <= most) & (slope <= 0.0)), "is_low")
        at("if is_low: low = step, else: high = step")
        tried = {"": step, "_value": value, "_slope": slope}
        low = {f"low{part}": each for part, each in (*tried.items(), ("_gradient", gradient))}
        high = {f"high{part}": each for part, each in tried.items()}
        ends = {name: where(is_low, new, given[name]) for name, new in low.items()}
        ends |= {name: where(is_low, given[name], new) for name, new in high.items()}
        ends = {name: named(each, name) for name, each in ends.items()}
        further = self._next(ends)
        at("count = count + 1")
        count = named(given["count"] + 1, "count")
        return tuple(map(traced_operand, (further, *ends.values(), found, count)))

    def _next(self, ends: dict[str, Any]) -> Any:
        """Where a cubic through both ends is least (formula 3.59), twice as far without a second.

        Where nothing is known at the second end, as behind an overflow, it is the middle.
        """
        low, low_value, low_slope = ends["low"], ends["low_value"], ends["low_slope"]
        high, high_value, high_slope = ends["high"], ends["high_value"], ends["high_slope"]
        at = self.formulas.at
        at("width = high - low if high < inf else low")
        bounded = high < np.inf
        width = named(where(bounded, high, 2.0 * low) - low, "width")
        at("known = high < inf and np.isfinite(high_value) and np.isfinite(high_slope)")
        known = named(bounded & np.isfinite(high_value) & np.isfinite(high_slope), "known")
        value, slope = where(known, high_value, low_value), where(known, high_slope, -low_slope)
        at("bend = low_slope + high_slope - 3 * (high_value - low_value) / width")
        width_ = where(width > 0.0, width, 1.0)
        bend = named(low_slope + slope - 3.0 * (value - low_value) / width_, "bend")
        at("root = np.sqrt(max(bend * bend - low_slope * high_slope, 0))")
        root = named(np.sqrt(np.maximum(bend * bend - low_slope * slope, 0.0)), "root")
        at("part = 1 - (high_slope + root - bend) / (high_slope - low_slope + 2 * root)")
        over = slope - low_slope + 2.0 * root
        part = 1.0 - (slope + root - bend) / where(over > 0.0, over, 1.0)
        part = named(np.clip(part, NEAREST, 1.0 - NEAREST), "part")
        at("step = low + part * width if high < inf else 2 * low")
        return named(low + where(bounded, part, 1.0) * width, "step")


def _traced(value: Any, name: str) -> Any:
    """A value that is carried, under its name."""
    return named(Traced(value), name)
