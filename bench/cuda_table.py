"""What the kernels of all samples need of a GPU, by NVRTC: registers, stack, spills, occupancy.

    python bench/cuda_table.py            writes bench/cuda_table.txt
    python bench/cuda_table.py --check    fails where a kernel spills

It needs the extra `cuda-compile`, and no GPU.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dslc.compiled import CompiledFunction
from dslc.gpu.nvrtc import ARCHITECTURES, Resources, resources, table
from dslc.gpu.plan import plan_of
from dslc.ir.diagnostics import DslError
from dslc.ir.passes import optimize

ROOT = Path(__file__).parent.parent


def texts() -> Iterator[tuple[str, list[str]]]:
    """The kernels of each function of the samples that has some."""
    for path in sorted((ROOT / "samples").glob("*_graph.py")):
        module = importlib.import_module(f"samples.{path.stem}")
        for name, value in sorted(vars(module).items()):
            if isinstance(value, CompiledFunction) and value.__module__ == module.__name__:
                try:
                    plan = plan_of(optimize(value.graph))
                except DslError:
                    continue  # it needs arguments to be built
                if plan.texts:
                    yield f"{path.stem}.{name}", list(plan.texts.values())


@cache
def needed(kernel: str, architecture: str) -> list[Resources]:
    """What a kernel needs; several samples may have the same one."""
    return resources([kernel], architecture)


def main() -> int:
    sys.path.insert(0, str(ROOT))
    lines: list[str] = []
    spilled = 0
    for name, kernels in texts():
        needs = {each: [r for k in kernels for r in needed(k, each)] for each in ARCHITECTURES}
        lines += [name, *table(needs), ""]
        spilled += sum(each.spilled for found in needs.values() for each in found)
        print(name, flush=True)
    print(f"{spilled} bytes spilled")
    if "--check" not in sys.argv:
        (ROOT / "bench" / "cuda_table.txt").write_text("\n".join(lines), "utf-8")
    return int(spilled > 0)


if __name__ == "__main__":
    sys.exit(main())
