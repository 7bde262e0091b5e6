"""Draws programs and compares every way of running them.

    python bench/fuzz.py --minutes 10 --seed 1000 [--native] [--emulated] [--shrink]
    python bench/fuzz.py --programs 20000 --jobs 2

Of ten programs two are about sizes and two have a construct that is to be refused; the others have
anything, and half of these have floats that every order of summation gives the same bits of.
Prints each difference as it is found, then what was drawn, refused and different, each with the
seeds of some programs, and exits with 1 where anything differs. `--jobs` processes share the seeds:
what is printed at the end is the same for every number of them.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from dslc.devices import Device
from tests.props.programs.compare import Difference, Report, compare
from tests.props.programs.failures import Failure, failure, smallest
from tests.props.programs.modules import Program, draw_program, draw_refused

ENDLESS = 300
"""Seconds of work after which a program is taken to run for ever, which is a difference."""

KINDS = ("plain", "sized", "plain", "refused", "plain") * 2
"""The kinds of programs, in turn."""

TOLD = 60
"""Seconds after which the counts are printed again."""

CHUNK = 50
"""Programs of one process: what modules leave behind in one is gone with it."""


MOST_NEW = 50_000
"""New objects before garbage is collected: a program makes many that all live."""


@dataclass(frozen=True)
class Outcome:
    """What came of one program.

    Attributes:
        constructs: those that were drawn in it, the cases of the language among them.
        calls: how many calls had a value, raised, were refused.
        wrong: its failure, which is a refusal or a difference; None where all is well.
        text: of the difference; empty where there is none.
    """

    seed: int
    kind: str
    constructs: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    wrong: Failure | None = None
    text: str = ""

    @property
    def is_different(self) -> bool:
        """Whether a way of running differs, or a refusal is not the one that is due."""
        return bool(self.text)


@dataclass
class Tally:
    """What came of all programs."""

    kinds: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    constructs: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    found: dict[Failure, list[Outcome]] = field(default_factory=dict)

    def add(self, one: Outcome) -> None:
        """Count one program, and print what differs."""
        self.kinds[one.kind] += 1
        if one.kind == "refused":
            cases = (name for name in one.constructs if name.startswith("case "))
            self.rules.update(cases)
        else:
            self.constructs += one.constructs
        self.calls += one.calls
        if one.wrong is not None and (one.is_different or one.kind != "refused"):
            self.found.setdefault(one.wrong, []).append(one)
        if one.is_different:
            print(f"different: {one.kind} {one.seed}: {one.text}\n", flush=True)

    @property
    def different(self) -> int:
        """Programs that a way of running differs on."""
        return sum(one.is_different for each in self.found.values() for one in each)

    @property
    def head(self) -> str:
        """How many programs there were, and how many are different and refused."""
        total = sum(self.kinds.values())
        refused = sum(map(len, self.found.values())) - self.different
        wanted = total - self.kinds["refused"]
        kinds = ", ".join(f"{n} {kind}" for kind, n in _sorted(self.kinds))
        return (
            f"{total:8} programs: {kinds}\n{self.different:8} different\n"
            f"{refused:8} refused ({100 * refused / max(wanted, 1):.1f}% of {wanted})"
        )

    def print(self) -> None:
        """Print the tables."""
        print(self.head)
        for what, count in sorted(self.calls.items()):
            print(f"{count:8} calls {what}")
        self._print_counts("constructs", self.constructs)
        self._print_counts("rules of refusals", self.rules)
        for wrong, outcomes in sorted(self.found.items(), key=lambda item: (-len(item[1]), item)):
            first = sorted(outcomes, key=lambda one: one.seed)[:5]
            seeds = ", ".join(f"{one.kind} {one.seed}" for one in first)
            print(f"{len(outcomes):5} x {' | '.join(wrong)}  ({seeds})")

    def _print_counts(self, title: str, counts: Counter[str]) -> None:
        least = min(counts.values(), default=0)
        print(f"\n{len(counts)} {title}, each drawn {least} times or more:")
        for name, count in _sorted(counts):
            print(f"{count:8} {name}")
        print()


def kind_of(seed: int) -> str:
    """The kind that is in turn."""
    return KINDS[seed % len(KINDS)]


def drawn(seed: int, kind: str = "") -> Program:
    """The program of a seed, of a kind or of the kind that is in turn."""
    kind = kind or kind_of(seed)
    return draw_refused(seed) if kind == "refused" else draw_program(seed, sized=kind == "sized")


def main() -> int:
    """Draw until it is enough; 1 where something differs."""
    options = _options()
    tally, told = Tally(), time.monotonic()
    for one in _outcomes(options):
        tally.add(one)
        if time.monotonic() > told + TOLD:
            told = time.monotonic()
            print(tally.head, file=sys.stderr, flush=True)
        if tally.different and options.stop:
            break
    tally.print()
    if options.shrink:
        with tempfile.TemporaryDirectory() as text:
            for found in tally.found.values():
                first = min(found, key=lambda one: one.seed)
                program = drawn(first.seed, first.kind)
                _print_smallest(program, Path(text), _devices(options))
    return int(tally.different > 0)


# --- processes ----------------------------------------------------------------------------------


@dataclass
class _Worker:
    """A process that compares the programs of a row of seeds, one after the other."""

    process: ForkProcess
    outcomes: Connection
    left: list[int]


def _outcomes(options: argparse.Namespace) -> Iterator[Outcome]:
    """What comes of each program, as processes tell; a line about all of them every minute."""
    end = None if options.programs else time.monotonic() + 60 * options.minutes
    chunks = _chunks(options, end)
    workers: list[_Worker] = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            while True:
                while len(workers) < options.jobs and (seeds := next(chunks, None)):
                    workers.append(_started(seeds, options, Path(folder), end))
                if not workers:
                    return
                ready = wait([worker.outcomes for worker in workers])
                for worker in [each for each in workers if each.outcomes in ready]:
                    yield from _received(worker, workers, options, Path(folder), end)
        finally:
            for worker in workers:
                worker.process.kill()


def _chunks(options: argparse.Namespace, end: float | None) -> Iterator[list[int]]:
    """The seeds of processes, in order, until it is enough."""
    seed = options.seed
    last = options.seed + options.programs
    while seed < last if end is None else time.monotonic() < end:
        after = seed + CHUNK if end is not None else min(seed + CHUNK, last)
        yield list(range(seed, after))
        seed = after


def _started(
    seeds: list[int], options: argparse.Namespace, folder: Path, end: float | None
) -> _Worker:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    own = folder / str(seeds[0])
    own.mkdir()
    process = multiprocessing.get_context("fork").Process(
        target=_work, args=(seeds, options, own, end, theirs)
    )
    process.start()
    theirs.close()
    return _Worker(process, ours, seeds)


def _received(
    worker: _Worker,
    workers: list[_Worker],
    options: argparse.Namespace,
    folder: Path,
    end: float | None,
) -> Iterator[Outcome]:
    """What a process tells; one that died is followed by another with the seeds that are left."""
    try:
        one: Outcome | None = worker.outcomes.recv()
    except EOFError:
        worker.process.join()
        seed = worker.left.pop(0)
        kind = options.kind or kind_of(seed)
        text = f"the process ended with {worker.process.exitcode}"
        yield Outcome(seed, kind, wrong=("process", "an end", "none"), text=text)
        workers.remove(worker)
        if worker.left:
            workers.append(_started(worker.left, options, folder, end))
        return
    if one is not None:
        worker.left.remove(one.seed)
        yield one
    else:
        worker.process.join()
        workers.remove(worker)


def _work(
    seeds: Sequence[int],
    options: argparse.Namespace,
    folder: Path,
    end: float | None,
    outcomes: Connection,
) -> None:
    """Tell what comes of each program, and None at the end."""
    gc.freeze()  # what is there before the first program stays
    gc.set_threshold(MOST_NEW)
    with suppress(BrokenPipeError):  # the process that asked is gone
        for seed in seeds:
            if end is not None and time.monotonic() >= end:
                break
            program = drawn(seed, options.kind)
            outcomes.send(_outcome(program, _compared(program, folder, _devices(options))))
        outcomes.send(None)


def _outcome(program: Program, report: Report) -> Outcome:
    calls = {
        "with a value": report.values,
        "that raise": report.raised,
        "refused for an assumption": report.assumed,
        "that are not as declared": report.unfit,
    }
    kind = "refused" if program.refused else "sized" if program.sized else "plain"
    text = "" if report.difference is None else str(report.difference)
    return Outcome(program.seed, kind, program.counts, Counter(calls), failure(report), text)


class _Endless(BaseException):
    """A program runs for ever; no `Exception`, which would count as what it raises."""


def _compared(program: Program, folder: Path, devices: Sequence[Device]) -> Report:
    """What came of a program; one that does not end is different."""

    def stop(number: int, frame: object) -> None:
        raise _Endless

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS)
    try:
        return compare(program, folder, devices=devices)
    except _Endless:
        return Report(difference=Difference("time", (), "an end", f"none in {ENDLESS} s"))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Draw programs and compare every way of running them."
    )
    parser.add_argument("--minutes", type=float, default=1.0, help="how long to draw")
    parser.add_argument("--programs", type=int, default=0, help="how many to draw instead")
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--kind", choices=sorted(set(KINDS)), default="", help="draw only these")
    parser.add_argument("--native", action="store_true", help="run native code too")
    parser.add_argument("--emulated", action="store_true", help="run emulated kernels too")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--stop", action="store_true", help="end at the first difference")
    parser.add_argument("--shrink", action="store_true", help="make failing programs small")
    return parser.parse_args()


def _devices(options: argparse.Namespace) -> list[Device]:
    devices: list[Device] = ["cpu"] if options.native else []
    return [*devices, "cuda-emulated"] if options.emulated else devices


def _sorted(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _print_smallest(program: Program, folder: Path, devices: Sequence[Device]) -> None:
    small = smallest(program, folder, devices=devices)
    report = compare(small, folder, devices=devices)
    print(f"\n--- {program.seed}\n{small.source}")
    print(report.difference or report.refused)


if __name__ == "__main__":
    sys.exit(main())
