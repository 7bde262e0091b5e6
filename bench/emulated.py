"""Everything that runs on the CPU, as CUDA kernels in the emulator: samples and language cases.

python bench/emulated.py
"""

from __future__ import annotations

import os
import subprocess
import sys

TESTS = ("tests/gpu", "tests/test_samples.py", "tests/language", "tests/golden/test_transpile.py")


def main() -> int:
    environment = {**os.environ, "DSLC_EMULATE": "all", "DSLC_OPTIMIZE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", *TESTS, *sys.argv[1:]]
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
