"""What the gradients of the samples take, with and without computing parts of them again.

    python bench/gradient_memory.py             writes bench/gradient_memory.txt
    python bench/gradient_memory.py --check     fails where that would change

A size that only a call knows is taken for 256. Peaks are those of the memory plan of the CPU,
beside the least that any plan could take. What is computed again is a share of the operations.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from dslc.compiled import CompiledFunction
from dslc.gradients import joint
from dslc.ir.diagnostics import DslError
from dslc.ir.gradient.budget import Choice, assumed
from dslc.ir.gradient.halves import Halves

ROOT = Path(__file__).parent.parent
HEAD = (
    f"{'':34}{'kept':>27}   {'computed again':>27}\n"
    f"{'':34}{'peak':>14}{'bound':>14}  {'peak':>14}{'bound':>14}   operations"
)


LOSSES = ("loss", "miss")


def functions(path: Path) -> dict[str, CompiledFunction]:
    """The functions of a sample; of one that trains the loss alone."""
    module = importlib.import_module(f"samples.{path.stem}")
    found = {
        name: value
        for name, value in sorted(vars(module).items())
        if isinstance(value, CompiledFunction) and value.__module__ == module.__name__
    }
    return {name: value for name, value in found.items() if name in LOSSES} or found


def row(sample: str, functions: Mapping[str, CompiledFunction]) -> str:
    """The line of the first function of a sample that has a gradient."""
    reason = "it has no function"
    for name, function in functions.items():
        try:
            return f"{f'{sample}.{name}':34}{figures(function)}"
        except DslError as refused:
            reason = refused.diagnostics[0].message
    return f"{sample:34}{reason}"


def figures(function: CompiledFunction) -> str:
    """What the gradient of a function takes.

    Raises:
        DslError: it has none.
    """
    gradient = joint(function, 0.0)
    assert gradient.graph and gradient.budget is not None and gradient.budget.curve is not None
    curve = gradient.budget.curve
    most, least = curve.choices[0], curve.choices[-1]
    share = shown(curve.halves, least)
    return f"{planned(most)}  {planned(least)}   {share:>8} %"


def planned(choice: Choice) -> str:
    """The peak and the bound."""
    found = choice.plan(next(iter(assumed(choice.graph))))
    return f"{found.size:14}{found.bound:14}"


def shown(halves: Halves, choice: Choice) -> str:
    whole = sum(map(halves.operations, range(len(halves.forward))))
    return f"{100 * choice.cut.operations / max(whole, 1):.1f}"


def lines() -> Iterator[str]:
    yield HEAD
    for path in sorted((ROOT / "samples").glob("*_graph.py")):
        yield row(path.stem.removesuffix("_graph"), functions(path))


def main() -> int:
    sys.path.insert(0, str(ROOT))
    found = []
    for line in lines():
        print(line, flush=True)
        found.append(line)
    held, text = ROOT / "bench" / "gradient_memory.txt", "\n".join(found) + "\n"
    if "--check" in sys.argv:
        return int(held.read_text("utf-8") != text)
    held.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
