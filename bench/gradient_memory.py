"""What the gradients of the samples take, with and without computing parts of them again.

    python bench/gradient_memory.py             writes bench/gradient_memory.txt
    python bench/gradient_memory.py --check     fails where that would change
    python bench/gradient_memory.py SAMPLE...   shows the lines of these samples

A size that only a call or the run knows is taken for 256. Peaks are those of the memory plan of the
CPU, beside the least that any plan could take. What is computed again takes a share of the
operations; where there are loops, they keep 8 states and compute the others again besides.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from dslc.compiled import CompiledFunction
from dslc.gradients import joint
from dslc.ir.diagnostics import DslError
from dslc.ir.gradient.budget import Choice, Curve, assumed
from dslc.ir.gradient.halves import Halves
from dslc.ir.structure import is_loop

ROOT = Path(__file__).parent.parent
HEAD = (
    f"{'':34}{'kept':>27}   {'computed again':>27}\n"
    f"{'':34}{'peak':>14}{'bound':>14}  {'peak':>14}{'bound':>14}   operations"
)


LOSSES = ("loss", "miss")

STATES = 8
"""Of each loop that computes again."""


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
    curve = curve_of(function)
    most, least = curve.choices[0], curve.choices[-1]
    share = f"{shown(curve.halves, least):>8} %"
    if any(map(is_loop, curve.halves.graph.walk())):
        few = curve_of(function, memory=STATES).choices[-1]
        if few.peak < least.peak:
            least, share = few, f"{shown(curve.halves, few):>8} %, and of loops"
    return f"{planned(most)}  {planned(least)}   {share}"


def curve_of(function: CompiledFunction, memory: int | None = None) -> Curve:
    gradient = joint(function, 0.0, memory)
    assert gradient.graph and gradient.budget is not None and gradient.budget.curve is not None
    return gradient.budget.curve


def planned(choice: Choice) -> str:
    """The peak and the bound."""
    found = choice.plan(next(iter(assumed(choice.graph))))
    return f"{found.size:14}{found.bound:14}"


def shown(halves: Halves, choice: Choice) -> str:
    whole = sum(map(halves.operations, range(len(halves.forward))))
    return f"{100 * choice.cut.operations / max(whole, 1):.1f}"


def lines(samples: Collection[str]) -> Iterator[str]:
    yield HEAD
    for path in sorted((ROOT / "samples").glob("*_graph.py")):
        name = path.stem.removesuffix("_graph")
        if not samples or name in samples:
            yield row(name, functions(path))


def main() -> int:
    sys.path.insert(0, str(ROOT))
    samples = [each for each in sys.argv[1:] if each != "--check"]
    found = []
    for line in lines(samples):
        print(line, flush=True)
        found.append(line)
    if samples:
        return 0
    held, text = ROOT / "bench" / "gradient_memory.txt", "\n".join(found) + "\n"
    if "--check" in sys.argv:
        return int(held.read_text("utf-8") != text)
    held.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
