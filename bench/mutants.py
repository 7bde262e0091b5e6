"""Plants faults in a copy of the compiler, and tells after how many drawn programs each is found.

    python bench/mutants.py [--programs 2000] [--only WORD]

A fault is found where a way of running a drawn program differs, or a program that is to be refused
is accepted, and the compiler as it is agrees. Exits with 1 where one is not found.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.faults import FAULTS, Fault  # noqa: E402

FLOORS = ("dsl", "ir", "cpu", "gpu", "transpile", "cli")

SLOW = 60
"""Seconds that one program may take; a fault may make a loop endless, and is found then."""


def main() -> int:
    """Plant every fault; 1 where one is not found."""
    parser = argparse.ArgumentParser(description="Plant faults and let drawn programs find them.")
    parser.add_argument("--programs", type=int, default=2000, help="to draw for each fault")
    parser.add_argument("--only", default="", help="a word of the faults to plant")
    parser.add_argument(
        "--hunt", nargs=2, type=int, metavar=("SEED", "COUNT"), help=argparse.SUPPRESS
    )
    options = parser.parse_args()
    if options.hunt:
        return _hunt(*options.hunt)
    missed = 0
    with tempfile.TemporaryDirectory() as text:
        copy(Path(text))
        for fault in FAULTS:
            if options.only in fault.says:
                began = time.monotonic()
                seed = found(fault, Path(text), options.programs)
                after = "NOT FOUND" if seed is None else f"after {seed + 1}"
                print(f"{after:>11}  {fault.says}  ({time.monotonic() - began:.0f} s)", flush=True)
                missed += seed is None
    return int(missed > 0)


def copy(folder: Path) -> None:
    """The package as it is installed, in a folder."""
    for floor in FLOORS:
        target = folder / "dslc" / ("" if floor == "dsl" else floor)
        ignored = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / floor, target, ignore=ignored, dirs_exist_ok=True)


def found(fault: Fault, folder: Path, programs: int) -> int | None:
    """The seed of the first program that finds a fault; None where none of so many does."""
    floor, _, rest = fault.path.partition("/")
    path = folder / "dslc" / ("" if floor == "dsl" else floor) / rest
    plain = path.read_text("utf-8")
    seed = 0
    while seed < programs:
        path.write_text(planted(fault, plain), encoding="utf-8")
        different = _hunted(folder, seed, programs - seed)
        path.write_text(plain, encoding="utf-8")
        if different is None or _hunted(folder, different, 1) is None:
            return different
        seed = different + 1
    return None


def planted(fault: Fault, text: str) -> str:
    """The text of a file with a fault."""
    if text.count(fault.old) != 1:
        raise ValueError(f"{fault.path} no longer has once what {fault.says!r} replaces")
    return text.replace(fault.old, fault.new)


def _hunted(folder: Path, seed: int, count: int) -> int | None:
    """The first of so many seeds whose program differs in the package in a folder."""
    command = [sys.executable, __file__, "--hunt", str(seed), str(count)]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    lines = done.stdout.split()
    if not lines:  # it cannot even be imported
        raise RuntimeError(done.stderr)
    return None if lines[-1] == "none" else int(lines[-1])


def _hunt(seed: int, count: int) -> int:
    """Print each seed that is drawn, up to the first whose program differs, and else `none`."""
    import faulthandler

    from bench.fuzz import drawn
    from tests.props.programs.compare import compare

    with tempfile.TemporaryDirectory() as text:
        for each in range(seed, seed + count):
            print(each, flush=True)
            faulthandler.dump_traceback_later(SLOW, exit=True)
            if compare(drawn(each), Path(text)).difference is not None:
                return 0
    print("none")
    return 0


if __name__ == "__main__":
    sys.exit(main())
