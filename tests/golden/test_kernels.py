"""The C++ of a graph, as a reviewer reads it; and it gives what the reference gives.

A case is an emitted module in `kernels/`, the text beside it. `pytest --update` rewrites the text.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc.cpu.backend import Cpu
from dslc.cpu.print_kernel import kernel_text
from dslc.ir.backend import Executable, Reference, Unsupported
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.verify import verify

CASES = sorted((Path(__file__).parent / "kernels").glob("*.py"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_kernel(path: Path, graph_of: Any, request: pytest.FixtureRequest, capsys: Any) -> None:
    made = kernel_text(verify(graph_of(path.read_text("utf-8"))))
    held = path.with_suffix(".cpp")
    if request.config.getoption("--update"):
        before = held.read_text("utf-8").splitlines() if held.exists() else []
        with capsys.disabled():
            for line in difflib.unified_diff(before, made.splitlines(), held.name, "made"):
                print(line.rstrip("\n"))
        held.write_text(made, "utf-8")
    else:
        assert made == held.read_text("utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_kernel_runs(
    path: Path, graph_of: Any, draw: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        find_compiler()
    except Unsupported as reason:
        pytest.skip(str(reason))
    monkeypatch.setenv("DSLC_CACHE", str(tmp_path))
    graph = verify(graph_of(path.read_text("utf-8")))
    native, reference = Cpu().compile(graph), Reference().compile(graph)
    for size in (0, 1, 3, 8):
        arguments, sizes = draw(graph, size)
        finite = [
            np.nan_to_num(a, posinf=3, neginf=-3) if isinstance(a, np.ndarray) else a
            for a in arguments
        ]
        for given in (arguments, finite):
            expected = outcome(reference, given, sizes)
            found = outcome(native, given, sizes)
            assert len(found) == len(expected)
            for one, other in zip(found, expected, strict=True):
                assert type(one) is type(other)
                np.testing.assert_allclose(one, other, rtol=1e-5)


def outcome(run: Executable, arguments: list[Any], sizes: dict[str, int]) -> list[Any]:
    """The results, or the name of the exception."""
    try:
        return run(arguments, sizes)
    except Exception as error:  # noqa: BLE001
        return [np.array([len(repr(error))])]
