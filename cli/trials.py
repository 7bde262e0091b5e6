"""Trials of one function for `dslc verify`: plain Python against its graph on drawn inputs."""

import io
import random
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from dslc.compiled import CompiledFunction
from dslc.ir.coverage import Coverage, Covering, Goal, TooLong
from dslc.ir.diagnostics import DslError
from dslc.ir.graph import Graph
from dslc.on_numpy import run_on_numpy

from .comparing import Outcome, compare, outcome
from .trial_inputs import Drawing, Inputs

MOST_NODES = 30_000
"""Nodes of a call; what takes more is no trial, as the source may not end."""

MOST_TRIES = 300
"""Of smaller inputs."""

REFUSALS = ("argument-mismatch", "shape-assumption", "integer-overflow", "shared-memory")
"""What a graph may refuse at a call."""


@dataclass(frozen=True)
class Difference:
    """An input on which a way of running differs from plain Python.

    Attributes:
        way: the way of running.
        inputs: the smallest such input that was found.
        text: how they differ.
    """

    way: str
    inputs: Inputs
    text: str


@dataclass
class Found:
    """What came of the trials of a function."""

    agreed: int = 0
    raised: int = 0
    refused: int = 0
    endless: int = 0
    difference: Difference | None = None
    coverages: dict[int, Coverage] = field(default_factory=dict)

    @property
    def goals(self) -> int:
        """Branches and loop exits."""
        return sum(len(each.goals) for each in self.coverages.values())

    @property
    def missed(self) -> list[Goal]:
        """Those that no trial reached."""
        return [goal for each in self.coverages.values() for goal in each.missed]


class Trials:
    """Runs a function of source on drawn inputs, those first that reach something new.

    Args:
        function: one that has its plain function.
        drawing: draws its inputs.
        device: one more device to compare.
    """

    def __init__(self, function: CompiledFunction, drawing: Drawing, device: str | None) -> None:
        assert function.__wrapped__ is not None
        self._function = function
        self._plain = partial(run_on_numpy, function.__wrapped__)
        self._drawing = drawing
        self.found = Found()
        self._ways: dict[str, tuple[Callable[..., Any], bool]] = {
            "the graph before any pass": (self._watched, True),
            "the optimized graph": (function.with_device("reference"), True),
        }
        if device is not None and device != "reference":
            self._ways[f"device {device}"] = (function.with_device(device), False)

    def run(self, count: int, seed: int) -> Found:
        """Run so many trials, fewer where one differs."""
        chooser = random.Random(seed)
        kept: list[Inputs] = []
        for _ in range(count):
            if kept and chooser.random() < 0.6:
                inputs = self._drawing.vary(chooser.choice(kept))
            else:
                inputs = self._drawing.draw()
            before = len(self.found.missed), self.found.goals
            wrong = self._trial(inputs)
            if wrong is not None:
                self.found.difference = self._smallest(inputs, wrong)
                break
            if (len(self.found.missed), self.found.goals) != before:
                kept.append(inputs)
        return self.found

    def _trial(self, inputs: Inputs) -> tuple[str, str] | None:
        """Count one trial; the way of running that differs, and how, where one does."""
        plain: tuple[Outcome, str] | None = None
        for way, (callee, exact) in self._ways.items():
            actual, printed = self._called(callee, inputs)
            if isinstance(actual.raised, TooLong):
                self.found.endless += 1
                return None
            if isinstance(actual.raised, DslError) and actual.raised.code in REFUSALS:
                self.found.refused += 1
                return None
            plain = plain or self._called(self._plain, inputs)
            expected, shown = plain
            comparison = compare(expected, actual, exact=exact)
            if not comparison.agree:
                return way, comparison.text
            if shown != printed:
                return way, f"differ: plain prints {shown!r}, compiled {printed!r}"
        self.found.agreed += 1
        self.found.raised += plain is not None and plain[0].raised is not None
        return None

    def _called(self, callee: Callable[..., Any], inputs: Inputs) -> tuple[Outcome, str]:
        """What a call comes to, and what it prints."""
        signature = self._function.signature
        printed = io.StringIO()
        try:
            positional, keywords = signature.split(self._drawing.arguments(inputs))
            declared = list(signature.bind(positional, keywords).arguments)
        except DslError as error:
            return Outcome(None, error, {}), ""
        with redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            end = outcome(callee, signature, declared)
        return end, printed.getvalue()

    def _watched(self, *positional: Any, **keywords: Any) -> Any:
        return self._function.run_watched(positional, keywords, self._covering)

    def _covering(self, graph: Graph) -> Covering:
        coverage = self.found.coverages.setdefault(id(graph), Coverage(graph))
        return Covering(coverage, MOST_NODES)

    def _smallest(self, inputs: Inputs, wrong: tuple[str, str]) -> Difference:
        """The smallest input found on which the same way differs."""
        tries = MOST_TRIES
        shrinking = True
        while shrinking and tries > 0:
            shrinking = False
            for smaller in self._drawing.smaller(inputs):
                tries -= 1
                found = self._trial(smaller)
                if found is not None and found[0] == wrong[0]:
                    inputs, wrong, shrinking = smaller, found, True
                    break
                if tries <= 0:
                    break
        return Difference(wrong[0], inputs, wrong[1])
