"""Native code with sanitizers in it: programs are listed for them, and a fault is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from bench.sanitized import can_sanitize, is_report, read_listed, sanitized  # noqa: E402

pytestmark = pytest.mark.skipif(not can_sanitize(), reason="no g++ with sanitizers")

LEAST = 60
"""Programs that are listed."""

PLANTED = """
import ctypes
from dslc.cpu.recipe import RECIPE
from dslc.ir.cxx.cache import library
from dslc.ir.cxx.toolchain import find_compiler
text = '''
#include "kernel.h"
extern "C" __attribute__((visibility("default"))) i64 planted(i64 place) {
  char memory[1024];
  Arena mine(memory, 1024, 0);
  arena = &mine;
  auto made = np::empty<i64>(Spot(), i64(4));
  return made.value[place] + (i64(1) << (place * place + 64));
}
'''
planted = ctypes.CDLL(str(library(text, find_compiler(), RECIPE))).planted
planted.argtypes = [ctypes.c_int64]
planted(PLACE)
"""


def test_programs_are_listed() -> None:
    """CI runs them in a step of its own."""
    tests, drawn = read_listed()
    assert len(tests) + len(drawn) >= LEAST


@pytest.mark.parametrize("place", [-1, 4])
def test_a_fault_is_found(place: int, tmp_path: Path) -> None:
    """Before the elements of a block and behind them, and a shift that C++ does not define."""
    environment = sanitized() | {"DSLC_CACHE": str(tmp_path), "DSLC_OPTIMIZE": "0"}
    command = [sys.executable, "-c", PLANTED.replace("PLACE", str(place))]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "AddressSanitizer" in done.stderr
    assert "shift exponent" in done.stderr
    assert is_report(done.stderr)
