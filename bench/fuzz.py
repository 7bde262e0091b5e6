"""Draws programs for some minutes and compares every way of running them.

    python bench/fuzz.py --minutes 10 --seed 1000 [--sized] [--native] [--shrink]

Prints what was refused and what differs, each with a small program, and exits with 1 where
anything differs.
"""

from __future__ import annotations

import argparse
import faulthandler
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.props.programs.compare import compare
from tests.props.programs.failures import Failure, failure, smallest
from tests.props.programs.modules import Program, draw_program

ENDLESS = 120
"""Seconds after which a program is taken to run for ever; the seed shown is its own."""


def main() -> int:
    """Draw until the time is over; 1 where something differs."""
    options = _options()
    found: dict[Failure, list[Program]] = {}
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        end = time.monotonic() + 60 * options.minutes
        seed = options.seed
        while time.monotonic() < end:
            print(f"seed {seed}", end="\r", file=sys.stderr, flush=True)
            faulthandler.dump_traceback_later(ENDLESS, exit=True)
            program = draw_program(seed, sized=options.sized)
            seed += 1
            report = compare(program, folder, native=options.native)
            counts["programs"] += 1
            counts["calls with a value"] += report.values
            counts["calls that raise"] += report.raised
            counts["assumptions refused"] += report.assumed
            counts["calls that are not as declared"] += report.unfit
            wrong = failure(report)
            if wrong is not None:
                counts["refused" if wrong[0] == "refused" else "different"] += 1
                found.setdefault(wrong, []).append(program)
        faulthandler.cancel_dump_traceback_later()
        _print_summary(counts, found)
        if options.shrink:
            for programs in found.values():
                _print_smallest(programs[0], folder, native=options.native)
    return int(counts["different"] > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Draw programs and compare every way of running them."
    )
    parser.add_argument("--minutes", type=float, default=1.0, help="how long to draw")
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--sized", action="store_true", help="draw programs about sizes")
    parser.add_argument("--native", action="store_true", help="run native code too")
    parser.add_argument("--shrink", action="store_true", help="make failing programs small")
    return parser.parse_args()


def _print_summary(counts: Counter[str], found: dict[Failure, list[Program]]) -> None:
    for name, count in counts.items():
        print(f"{count:8} {name}")
    supported = 100 * (1 - counts["refused"] / max(counts["programs"], 1))
    print(f"{supported:7.1f}% supported")
    for wrong, programs in sorted(found.items(), key=lambda item: -len(item[1])):
        seeds = ", ".join(str(program.seed) for program in programs[:5])
        print(f"{len(programs):5} x {' | '.join(wrong)}  (seeds {seeds})")


def _print_smallest(program: Program, folder: Path, *, native: bool) -> None:
    small = smallest(program, folder, native=native)
    report = compare(small, folder, native=native)
    print(f"\n--- seed {program.seed}\n{small.source}\n{report.refused or report.difference}")


if __name__ == "__main__":
    sys.exit(main())
