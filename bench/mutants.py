"""Plants faults in a copy of the compiler, and tells after how many drawn programs each is found.

    python bench/mutants.py [--programs 2000] [--jobs 2] [--only WORD]

A fault is found where a way of running a drawn program differs, or a program that is to be refused
is accepted, and the compiler as it is agrees. A fault of the transpiler shows in what it writes, so
only programs are run that it writes another text of than the compiler as it is. Prints a row for
each fault, and exits with 1 where one is not found.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.faults import FAULTS, Fault  # noqa: E402

FLOORS = ("dsl", "ir", "cpu", "gpu", "transpile", "cli")

SLOW = 60
"""Seconds that one program may take; a fault may make a loop endless, and is found then."""

CHUNK = 100
"""Programs of one process."""


def main() -> int:
    """Plant every fault; 1 where one is not found."""
    parser = argparse.ArgumentParser(description="Plant faults and let drawn programs find them.")
    parser.add_argument("--programs", type=int, default=2000, help="to draw for each fault")
    parser.add_argument("--jobs", type=int, default=1, help="faults at once")
    parser.add_argument("--only", default="", help="a word of the faults to plant")
    for hidden in ("--hunt", "--texts"):
        parser.add_argument(hidden, nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.hunt:
        first, last, texts = options.hunt
        return _hunt(range(int(first), int(last)), Path(texts))
    if options.texts:
        first, last, texts = options.texts
        return _write_texts(range(int(first), int(last)), Path(texts))
    faults = [fault for fault in FAULTS if options.only in fault.says]
    missed = 0
    with tempfile.TemporaryDirectory() as text, ThreadPoolExecutor(options.jobs) as pool:
        hunt = Hunt(Path(text), options.programs)
        for fault, (seed, seconds) in zip(faults, pool.map(hunt.timed, faults), strict=True):
            after = "NOT FOUND" if seed is None else f"after {seed + 1}"
            print(f"{after:>11}  {fault.says}  ({seconds:.0f} s)", flush=True)
            missed += seed is None
    print(
        f"{len(faults) - missed} of {len(faults)} faults are found in {options.programs} programs"
    )
    return int(missed > 0)


def copy(folder: Path) -> None:
    """The package as it is installed, in a folder."""
    for floor in FLOORS:
        target = folder / "dslc" / ("" if floor == "dsl" else floor)
        ignored = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / floor, target, ignore=ignored, dirs_exist_ok=True)


def planted(fault: Fault, text: str) -> str:
    """The text of a file with a fault."""
    if text.count(fault.old) != 1:
        raise ValueError(f"{fault.path} no longer has once what {fault.says!r} replaces")
    return text.replace(fault.old, fault.new)


class Hunt:
    """Looks for faults with the first so many programs, in copies of the package in a folder."""

    def __init__(self, folder: Path, programs: int) -> None:
        self._folder = folder
        self._programs = programs
        self._writing = threading.Lock()
        copy(self._plain)

    @property
    def _plain(self) -> Path:
        return self._folder / "plain"

    def timed(self, fault: Fault) -> tuple[int | None, float]:
        """The seed of the first program that finds a fault, if one does, and the seconds taken."""
        began = time.monotonic()
        return self._found(fault), time.monotonic() - began

    def _found(self, fault: Fault) -> int | None:
        floor, _, rest = fault.path.partition("/")
        with tempfile.TemporaryDirectory(dir=self._folder) as text:
            folder = Path(text)
            copy(folder)
            path = folder / "dslc" / ("" if floor == "dsl" else floor) / rest
            path.write_text(planted(fault, path.read_text("utf-8")), encoding="utf-8")
            for first in range(0, self._programs, CHUNK):
                last = min(first + CHUNK, self._programs)
                texts = self._texts(first, last) if floor == "transpile" else self._folder / "none"
                while (seed := self._hunted(folder, first, last, texts)) is not None:
                    if self._hunted(self._plain, seed, seed + 1, self._folder / "none") is None:
                        return seed
                    first = seed + 1  # noqa: PLW2901
        return None

    def _texts(self, first: int, last: int) -> Path:
        """The file that tells what the compiler as it is writes of these programs."""
        path = self._folder / f"texts_{first}"
        with self._writing:
            if not path.exists():
                _run(self._plain, "--texts", first, last, path)
        return path

    def _hunted(self, folder: Path, first: int, last: int, texts: Path) -> int | None:
        """The first of these seeds whose program differs in the package in a folder."""
        if first >= last:
            return None
        done = _run(folder, "--hunt", first, last, texts)
        lines = done.stdout.split()
        if not lines:  # it cannot even be imported
            raise RuntimeError(done.stderr)
        return None if lines[-1] == "none" else int(lines[-1])


def _run(package: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the script in a process that imports the package from a folder."""
    command = [sys.executable, __file__, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


# --- in a process of its own --------------------------------------------------------------------


def _hunt(seeds: range, texts: Path) -> int:
    """Print each seed that is drawn, up to the first whose program differs, and else `none`."""
    import faulthandler

    from bench.fuzz import drawn
    from tests.props.programs.compare import compare

    known = dict(line.split() for line in texts.read_text().splitlines()) if texts.exists() else {}
    with tempfile.TemporaryDirectory() as text:
        for seed in seeds:
            print(seed, flush=True)
            faulthandler.dump_traceback_later(SLOW, exit=True)
            program, same = drawn(seed), known.get(str(seed))
            if same is not None and _digest(program.source, Path(text)) == same:
                continue
            if compare(program, Path(text)).difference is not None:
                return 0
    print("none")
    return 0


def _write_texts(seeds: range, path: Path) -> int:
    """Write a line for each program: its seed, and what stands for the text that is built of it."""
    from bench.fuzz import drawn

    with tempfile.TemporaryDirectory() as text:
        lines = [f"{seed} {_digest(drawn(seed).source, Path(text))}\n" for seed in seeds]
    path.write_text("".join(lines))
    return 0


def _digest(source: str, folder: Path) -> str:
    """What stands for the text that the transpiler writes of a program, or for why it does not."""
    from dslc.ir.diagnostics import CompilerBug, DslError
    from dslc.transpile.module import build_module

    path = folder / "drawn.py"
    path.write_text(source, encoding="utf-8")
    try:
        said = build_module(path).text
    except DslError as error:
        said = str(error).replace(str(folder), "")
    except (Exception, CompilerBug) as error:  # noqa: BLE001  (any is a failure to report)
        said = repr(error)
    return hashlib.sha256(said.encode()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
