"""Workloads with one more op in the middle: `python bench/one_more.py [CASE...]`.

The value of the middle one of a workload's assignments goes through `np.abs` too. The ratio to the
best peer that takes the same source must stay at least 0.8 of what it was: then no pass and no
printer knows a whole workload. A workload where a contender does not take the op is left out.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import inspect
import math
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.cases import CASES, Case
from bench.cpu import measure

LEAST = 0.8


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description="Ratios with one more op in the middle.")
    parser.add_argument("cases", metavar="CASE", nargs="*", help=f"of {', '.join(CASES)}")
    parser.add_argument("--peers", default="numpy,numba", help="that take the same source")
    parser.add_argument("--seconds", type=float, default=4, help="for a measurement")
    parser.add_argument("--turns", type=int, default=30)
    options = parser.parse_args()
    options.threads = [1]
    print("| workload | best peer | with one more op | share |\n|---|---|---|---|", flush=True)
    for case in (CASES[name] for name in options.cases or CASES):
        with tempfile.TemporaryDirectory() as folder:
            try:
                ratios = [_best(each, options) for each in (case, changed(case, Path(folder)))]
            except Exception as error:  # noqa: BLE001
                print(f"| {case.name} | {str(error).splitlines()[0]} |", flush=True)
                continue
        before, after = ratios
        mark = "" if after / before >= LEAST else " below"
        shown = f"{before:.2f} | {after:.2f} | {after / before:.2f}{mark}"
        print(f"| {case.name} | {shown} |", flush=True)


def _best(case: Case, options: argparse.Namespace) -> float:
    found = measure(case, options.peers.split(","), options)["ratios"]
    return min((middle for middle, _ in found.values()), default=math.nan)


def changed(case: Case, folder: Path) -> Case:
    """A workload with one more op, whose source is in a folder."""
    plain = case.function.__wrapped__
    source = Path(inspect.getfile(plain))
    text = source.read_text("utf-8")
    function = next(
        each
        for each in ast.parse(text).body
        if isinstance(each, ast.FunctionDef) and each.name == plain.__name__
    )
    values = [
        value
        for each in ast.walk(function)
        if isinstance(each, ast.Assign | ast.Return) and each.value is not None
        for value in (each.value.elts if isinstance(each.value, ast.Tuple) else [each.value])
    ]
    computed = [
        value
        for value in values
        if isinstance(value, ast.BinOp | ast.Call | ast.Subscript)
        and "shape" not in ast.unparse(value)
    ]
    computed.sort(key=lambda value: value.lineno)
    value = computed[len(computed) // 2]
    assert value.end_lineno is not None and value.end_col_offset is not None
    lines = text.splitlines(keepends=True)
    last = lines[value.end_lineno - 1]
    lines[value.end_lineno - 1] = f"{last[: value.end_col_offset]}){last[value.end_col_offset :]}"
    first = lines[value.lineno - 1]
    lines[value.lineno - 1] = f"{first[: value.col_offset]}np.abs({first[value.col_offset :]}"
    path = folder / source.name
    path.write_text("".join(lines), "utf-8")
    return replace(case, function=getattr(_imported(path), plain.__name__))


def _imported(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"one_more_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
