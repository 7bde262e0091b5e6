"""Everything that runs on the CPU, as CUDA kernels in the emulator, against plain Python.

    python bench/emulated.py [--programs 200]

Samples, language cases and gradients by their tests, then drawn programs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

TESTS = (
    "tests/gpu",
    "tests/test_samples.py",
    "tests/language",
    "tests/gradient/test_programs.py",
)


def main() -> int:
    """1 where anything differs."""
    parser = argparse.ArgumentParser(description="Run everything in the emulator.")
    parser.add_argument("--programs", type=int, default=200, help="how many drawn programs")
    options, more = parser.parse_known_args()
    environment = {**os.environ, "DSLC_EMULATE": "all", "DSLC_OPTIMIZE": "1"}
    fuzz = [str(Path(__file__).with_name("fuzz.py")), "--emulated", "--programs"]
    commands = [["-m", "pytest", "-q", *TESTS, *more], [*fuzz, str(options.programs)]]
    done = [
        subprocess.run([sys.executable, *command], env=environment, check=False)
        for command in commands
    ]
    return int(any(each.returncode for each in done))


if __name__ == "__main__":
    sys.exit(main())
