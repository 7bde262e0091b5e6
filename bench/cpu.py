"""How fast native code is beside what users would otherwise use: `python bench/cpu.py [CASE...]`.

Peers come with `pip install -e ".[bench]"`; those that are not there are left out. Each workload
runs in a process of its own, pinned to one core or to as many as threads are asked for. All
contenders take turns, each turn some calls long; whoever has used up its share of a workload's time
sits out. With one thread, time is that of the processor, so that what else the machine does counts
little. A ratio is the peer's time over ours, above 1
where we are faster: the median of the turns' ratios, and the lower end of its 95 % interval.

`python bench/cpu.py --threads 1 2 --minutes 20` is the whole table, twice, in that time: what is
left of it is divided among the workloads that are left.

The processes run without OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE, which slow NumPy down.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.cases import BARS, CASES, Case
from bench.peers import PEERS, NoPeer, Run, dslc

TURN = 2e-3
"""Seconds that a turn takes at least."""

LEAST = 1.0
"""Seconds that the turns of a workload have at least."""


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description="How fast native code is beside its peers.")
    parser.add_argument("cases", metavar="CASE", nargs="*", help=f"of {', '.join(CASES)}")
    parser.add_argument("--peers", default="numpy,numba,jax,torch,onnxruntime", help="by name")
    parser.add_argument("--threads", type=int, nargs="+", default=[1], help="a table for each")
    parser.add_argument("--turns", type=int, default=60, help="at most")
    parser.add_argument("--seconds", type=float, default=20, help="for a workload, at most")
    parser.add_argument("--minutes", type=float, default=math.inf, help="for all, about")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = [name for name in CASES if not options.cases or name in options.cases]
    peers = options.peers.split(",")
    if options.inside:
        print(json.dumps(measure(CASES[names[0]], peers, options)))
        return
    clock = Clock(options.minutes * 60, options.seconds, len(names) * len(options.threads))
    for threads in options.threads:
        print(f"{versions(peers)}; threads: {threads}\n")
        table(names, peers, threads, options.turns, clock)
        print()


@dataclass(slots=True)
class Clock:
    """How long each workload may take.

    Attributes:
        seconds: for all that are left.
        most: for one of them.
        left: how many there are.
    """

    seconds: float
    most: float
    left: int

    @contextmanager
    def share(self) -> Iterator[float]:
        """The seconds that the next one has."""
        start = time.perf_counter()
        yield min(self.most, max(0.0, self.seconds) / self.left)
        self.seconds -= time.perf_counter() - start
        self.left -= 1


def table(names: list[str], peers: list[str], threads: int, turns: int, clock: Clock) -> None:
    """Measure workloads, and print a row of each."""
    print("| workload | ours | " + " | ".join(peers) + " | best, at least | bar |")
    print("|---" * (len(peers) + 4) + "|", flush=True)
    best: dict[str, list[float]] = {}
    for name in names:
        with clock.share() as seconds:
            found = _measured(name, peers, threads, turns, seconds)
        if "error" in found:
            print(f"| {name} | {found['error']} |", flush=True)
            continue
        ratios = found["ratios"]
        shown = [f"{ratios[peer][0]:.2f}" if peer in ratios else "" for peer in peers]
        least = min((low for _, low in ratios.values()), default=math.nan)
        bar = BARS[CASES[name].family]
        mark = "" if least >= bar else " below"
        row = [name, _seconds(found["ours"]), *shown, f"{least:.2f}", f"{bar}{mark}"]
        print(f"| {' | '.join(row)} |", flush=True)
        middle = min((mid for mid, _ in ratios.values()), default=math.nan)
        best.setdefault(CASES[name].family, []).append(middle)
    for family, of_family in best.items():
        mean = statistics.geometric_mean(of_family)
        print(f"\n{family}: {len(of_family)} workloads, {mean:.2f} on geometric average")


def versions(peers: list[str]) -> str:
    """What is compared."""
    names = ["numpy", *(peer for peer in peers if peer not in ("numpy", "torch_compile"))]
    shown = [f"Python {platform.python_version()}"]
    for name in names:
        try:
            shown.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            shown.append(f"{name} not installed")
    return ", ".join(shown)


def _seconds(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def _measured(
    name: str, peers: list[str], threads: int, turns: int, seconds: float
) -> dict[str, Any]:
    """What a process of its own measures."""
    left_out = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
    environment = {key: value for key, value in os.environ.items() if key not in left_out}
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
        environment[variable] = str(threads)
    environment["DSLC_THREADS"] = str(threads)
    command = [sys.executable, __file__, name, "--inside", "--threads", str(threads)]
    command += ["--peers", ",".join(peers), "--turns", str(turns), "--seconds", str(seconds)]
    cores = sorted(os.sched_getaffinity(0))[:threads]
    done = subprocess.run(
        ["taskset", "-c", ",".join(map(str, cores)), *command],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    if done.returncode:
        return {"error": done.stderr.strip().splitlines()[-1:]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


# --- one workload ---------------------------------------------------------------------------------


def measure(case: Case, peers: list[str], options: argparse.Namespace) -> dict[str, Any]:
    """Our median time in seconds, and the ratio to each peer with its lower end."""
    end = time.perf_counter() + options.seconds
    (threads,) = options.threads
    arguments = case.draw(np.random.default_rng(0))
    runs = {"dslc": dslc(case, arguments, threads)}
    expected = _flat(_fresh(case, "numpy", threads)())
    _check(case, "dslc", _fresh(case, "dslc", threads)(), expected)
    for peer in peers:
        try:
            runs[peer] = PEERS[peer](case, arguments, threads)
        except (NoPeer, ImportError) as reason:
            print(f"{peer}: {reason}", file=sys.stderr)
            continue
        if peer not in ("numpy", "numba"):
            _check(case, peer, runs[peer](), expected)
    clock = time.process_time if threads == 1 else time.perf_counter
    times = _take_turns(runs, options.turns, end, clock)
    ours = times.pop("dslc")
    ratios = {peer: _ratio(taken, ours) for peer, taken in times.items()}
    return {"ours": statistics.median(ours), "ratios": ratios}


def _fresh(case: Case, peer: str, threads: int) -> Run:
    """A run on arguments of its own, which it may change."""
    arguments = case.draw(np.random.default_rng(0))
    run = (dslc if peer == "dslc" else PEERS[peer])(case, arguments, threads)
    arrays = [each for each in arguments if isinstance(each, np.ndarray)]

    def called() -> Any:
        result = run()
        return arrays if result is None else result

    return called


def _take_turns(
    runs: dict[str, Run], turns: int, end: float, clock: Callable[[], float]
) -> dict[str, list[float]]:
    """The time of a call in each turn; those of a peer are the first of ours."""
    counts = {name: max(1, math.ceil(TURN / _warm(run, clock))) for name, run in runs.items()}
    times: dict[str, list[float]] = {name: [] for name in runs}
    share = max(LEAST, end - time.perf_counter()) / len(runs)
    left = dict.fromkeys(runs, share)
    for turn in range(turns):
        playing = [name for name in runs if turn < 5 or left[name] > 0]
        if turn >= 5 and len(playing) < 2:
            break
        for name in dict.fromkeys(("dslc", *playing)):
            begin, start = time.perf_counter(), clock()
            for _ in range(counts[name]):
                runs[name]()
            times[name].append((clock() - start) / counts[name])
            left[name] -= time.perf_counter() - begin
    return times


def _warm(run: Run, clock: Callable[[], float]) -> float:
    """The time of a call after some others."""
    start = time.perf_counter()
    for _ in range(4):
        run()
        if time.perf_counter() - start > 0.2:
            break
    begin = clock()
    run()
    return max(1e-7, clock() - begin)


def _ratio(theirs: list[float], ours: list[float]) -> tuple[float, float]:
    """The median of the turns' ratios, and the lower end of its 95 % interval."""
    ratios = sorted(a / b for a, b in zip(theirs, ours, strict=False))
    rank = max(0, math.floor(len(ratios) / 2 - 0.98 * math.sqrt(len(ratios))))
    return statistics.median(ratios), ratios[rank]


def _flat(result: Any) -> list[np.ndarray]:
    parts = result if isinstance(result, tuple | list) else [result]
    return [np.asarray(part) for part in parts]


def _check(case: Case, peer: str, result: Any, expected: list[np.ndarray]) -> None:
    """What is compared must give the same."""
    for found, wanted in zip(_flat(result), expected, strict=True):
        scale = float(np.max(np.abs(wanted))) or 1.0
        if not np.allclose(found, wanted, rtol=1e-3, atol=1e-3 * scale):
            raise AssertionError(f"{peer} gives another result for {case.name}")


if __name__ == "__main__":
    main()
