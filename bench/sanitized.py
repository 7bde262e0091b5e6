"""Native code with sanitizers in it: bounds of arrays, lives of blocks, what C++ leaves undefined.

python bench/sanitized.py            samples, language cases, tests of the backend, drawn programs
python bench/sanitized.py --listed   the programs of `tests/cpu/sanitized.txt`, as CI does

Generated code, and the code that calls it, is compiled with the sanitizers of g++, which Python is
started under; every block of the arena is then allocated by itself. Tests compare values as ever.
It ends with 1 where a test fails, or where a sanitizer says anything.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
LISTED = ROOT / "tests" / "cpu" / "sanitized.txt"

COMPILER = (
    *("g++", "-fsanitize=address,undefined", "-fsanitize-recover=all"),
    *("-fno-omit-frame-pointer", "-g1"),
)

LEFT_OUT = ("tests/cpu/test_broken.py", "tests/cpu/test_cache.py", "tests/cpu/test_sanitized.py")
"""Tests of compilers, not of what they compile."""

TESTS = ("tests/cpu", "tests/test_samples.py", "tests/language", "tests/golden/test_kernels.py")


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description="Run native code with sanitizers.")
    parser.add_argument("--listed", action="store_true", help="those that CI runs")
    parser.add_argument("--drawn", type=int, default=200, help="how many programs are drawn")
    parser.add_argument("pytest", nargs="*", help="further options of pytest")
    options = parser.parse_args()
    if options.listed:
        tests, drawn = read_listed()
        return run(tests, drawn, optimize=0)
    left_out = [f"--ignore={path}" for path in LEFT_OUT] + ["-k", "not emulated"]
    return run([*TESTS, *left_out, *options.pytest], range(options.drawn), optimize=1)


def read_listed() -> tuple[list[str], range]:
    """The listed tests by their ids, and the seeds of drawn programs."""
    lines = LISTED.read_text("utf-8").splitlines()
    lines = [line for line in lines if line and not line.startswith("#")]
    *tests, drawn = lines
    first, last = drawn.removeprefix("drawn ").split(" to ")
    return tests, range(int(first), int(last))


def run(tests: list[str], drawn: range, *, optimize: int) -> int:
    """Run tests and drawn programs; 0 where all agree and no sanitizer has said anything."""
    seeds = ["--seed", str(drawn.start), "--programs", str(len(drawn))]
    commands = [
        # Nothing is captured: what sanitizers say is on the standard error of the process.
        [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", *tests],
        [sys.executable, "bench/fuzz.py", "--native", "--jobs", "1", *seeds],
    ]
    with tempfile.TemporaryDirectory(prefix="sanitized-") as folder:
        environment = sanitized() | {"DSLC_OPTIMIZE": str(optimize), "DSLC_CACHE": folder}
        failed = [not is_clean(command, environment) for command in commands]
    return int(any(failed))


def is_clean(command: list[str], environment: dict[str, str]) -> bool:
    """Run a command; whether it succeeds without a word of a sanitizer, which is shown."""
    with tempfile.TemporaryFile("w+", errors="replace") as errors:
        done = subprocess.run(command, cwd=ROOT, env=environment, stderr=errors, check=False)
        errors.seek(0)
        said = errors.read()
    print(said, file=sys.stderr)
    return done.returncode == 0 and not is_report(said)


def is_report(said: str) -> bool:
    """Whether a sanitizer has said something."""
    return "AddressSanitizer" in said or ": runtime error: " in said


def sanitized() -> dict[str, str]:
    """The environment of a Python whose native code is sanitized."""
    command = ["g++", "-print-file-name=libasan.so"]
    library = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return {
        **os.environ,
        "DSLC_CXX": " ".join(COMPILER),
        "LD_PRELOAD": library,
        "ASAN_OPTIONS": "halt_on_error=0:detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


def can_sanitize() -> bool:
    """Whether g++ and its sanitizers are there."""
    if shutil.which("g++") is None:
        return False
    command = ["g++", "-print-file-name=libasan.so"]
    found = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return Path(found).is_absolute()


if __name__ == "__main__":
    sys.exit(main())
