"""Draws programs and compares every way of running them.

    python bench/fuzz.py --minutes 10 --seed 1000 [--native] [--shrink]
    python bench/fuzz.py --programs 20000

Of ten programs two are about sizes and two have a construct that is to be refused; the others have
anything, and half of these have floats that every order of summation gives the same bits of.
Prints what was drawn, refused and different, each with the seeds of some programs, and exits with 1
where anything differs.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.props.programs.compare import Difference, Report, compare
from tests.props.programs.failures import Failure, failure, smallest
from tests.props.programs.modules import Program, draw_program, draw_refused

ENDLESS = 60
"""Seconds of work after which a program is taken to run for ever, which is a difference."""

KINDS = ("plain", "sized", "plain", "refused", "plain") * 2
"""The kinds of programs, in turn."""


@dataclass
class Tally:
    """What came of all programs."""

    kinds: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    constructs: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    found: dict[Failure, list[Program]] = field(default_factory=dict)

    def add(self, program: Program, report: Report) -> None:
        """Count one program."""
        self.kinds[kind_of(program)] += 1
        if program.refused:
            self.rules.update(name for name in program.counts if name.startswith("case "))
        else:
            self.constructs += program.counts
        self.calls["with a value"] += report.values
        self.calls["that raise"] += report.raised
        self.calls["refused for an assumption"] += report.assumed
        self.calls["that are not as declared"] += report.unfit
        wrong = failure(report)
        if wrong is not None and (report.difference is not None or not program.refused):
            self.found.setdefault(wrong, []).append(program)

    @property
    def different(self) -> int:
        """Programs that a way of running differs on."""
        return sum(len(each) for wrong, each in self.found.items() if wrong[0] != "refused")

    def print(self) -> None:
        """Print the tables."""
        total = sum(self.kinds.values())
        refused = sum(len(each) for wrong, each in self.found.items() if wrong[0] == "refused")
        wanted = total - self.kinds["refused"]
        print(f"{total:8} programs: " + ", ".join(f"{n} {kind}" for kind, n in _sorted(self.kinds)))
        print(f"{self.different:8} different")
        print(f"{refused:8} refused ({100 * refused / max(wanted, 1):.1f}% of {wanted})")
        for what, count in self.calls.items():
            print(f"{count:8} calls {what}")
        self._print_counts("constructs", self.constructs)
        self._print_counts("rules of refusals", self.rules)
        for wrong, programs in sorted(self.found.items(), key=lambda item: -len(item[1])):
            seeds = ", ".join(f"{kind_of(p)} {p.seed}" for p in programs[:5])
            print(f"{len(programs):5} x {' | '.join(wrong)}  ({seeds})")

    def _print_counts(self, title: str, counts: Counter[str]) -> None:
        least = min(counts.values(), default=0)
        print(f"\n{len(counts)} {title}, each drawn {least} times or more:")
        for name, count in _sorted(counts):
            print(f"{count:8} {name}")
        print()


def kind_of(program: Program) -> str:
    """One of `KINDS`."""
    return "refused" if program.refused else "sized" if program.sized else "plain"


def drawn(seed: int, kind: str = "") -> Program:
    """The program of a seed, of a kind or of the kind that is in turn."""
    kind = kind or KINDS[seed % len(KINDS)]
    return draw_refused(seed) if kind == "refused" else draw_program(seed, sized=kind == "sized")


def main() -> int:
    """Draw until it is enough; 1 where something differs."""
    options = _options()
    tally = Tally()
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        for seed in _seeds(options):
            if sys.stderr.isatty():
                print(f"seed {seed}", end="\r", file=sys.stderr, flush=True)
            program = drawn(seed, options.kind)
            tally.add(program, _compared(program, folder, native=options.native))
            if tally.different and options.stop:
                break
        tally.print()
        if options.shrink:
            for programs in tally.found.values():
                _print_smallest(programs[0], folder, native=options.native)
    return int(tally.different > 0)


class _Endless(BaseException):
    """A program runs for ever; no `Exception`, which would count as what it raises."""


def _compared(program: Program, folder: Path, *, native: bool) -> Report:
    """What came of a program; one that does not end is different."""

    def stop(number: int, frame: object) -> None:
        raise _Endless

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS)
    try:
        return compare(program, folder, native=native)
    except _Endless:
        return Report(difference=Difference("time", (), "an end", f"none in {ENDLESS} s"))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _seeds(options: argparse.Namespace) -> Iterator[int]:
    end = time.monotonic() + 60 * options.minutes
    seed = options.seed
    while seed < options.seed + options.programs if options.programs else time.monotonic() < end:
        yield seed
        seed += 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Draw programs and compare every way of running them."
    )
    parser.add_argument("--minutes", type=float, default=1.0, help="how long to draw")
    parser.add_argument("--programs", type=int, default=0, help="how many to draw instead")
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--kind", choices=sorted(set(KINDS)), default="", help="draw only these")
    parser.add_argument("--native", action="store_true", help="run native code too")
    parser.add_argument("--stop", action="store_true", help="end at the first difference")
    parser.add_argument("--shrink", action="store_true", help="make failing programs small")
    return parser.parse_args()


def _sorted(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _print_smallest(program: Program, folder: Path, *, native: bool) -> None:
    small = smallest(program, folder, native=native)
    report = compare(small, folder, native=native)
    print(f"\n--- {kind_of(program)} {program.seed}\n{small.source}")
    print(report.difference or report.refused)


if __name__ == "__main__":
    sys.exit(main())
