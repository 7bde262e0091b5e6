"""Gradients of drawn calls of every op, and of drawn programs, against central differences.

`python bench/differentiate.py [OP...]`: operands have every shape that the tests of meaning draw,
broadcasting, of any layout in memory and without elements; floats are drawn anew, in f64. Prints
for each op how many calls were compared, and how far the worst gradient is away in units of what is
allowed, 1e-6 of the greatest element; then which ops have no gradient, and why. Exits with 1 where
one is away further than allowed.

`python bench/differentiate.py --programs 1000 [--seed 0]`: whole programs of the language's fuzzer,
with floats of 64 bits, where they are smooth.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from dslc.devices import Device
from dslc.ir.diagnostics import DslError
from dslc.ir.op import REGISTRY
from tests.props.ops.conftest import DRAW, elementwise
from tests.props.ops.differentiation import Refused, difference
from tests.props.programs.differentiated import differentiable, draw_smooth, farthest, quiet


def main() -> int:
    """Compare; the exit code."""
    parser = argparse.ArgumentParser(description="Gradients against central differences.")
    parser.add_argument("ops", metavar="OP", nargs="*", help="by default all")
    parser.add_argument("--draws", type=int, default=30, help="calls of each op")
    parser.add_argument("--device", default="reference", help="reference, cpu or cuda-emulated")
    parser.add_argument("--programs", type=int, help="so many drawn programs in place of ops")
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    options = parser.parse_args()
    if options.programs is not None:
        seeds = range(options.seed, options.seed + options.programs)
        return differentiate_programs(seeds, options.device)
    refused: dict[str, str] = {}
    wrong: list[str] = []
    for name in options.ops or REGISTRY:
        found = []
        for seed in range(options.draws):
            away = drawn(name, seed, options.device, refused)
            if away is None:
                continue
            found.append(away)
            if not away <= 1:
                wrong.append(f"{name} (seed {seed}): {away:.3g}")
        if found:
            print(f"{name}: {len(found)} compared, worst {max(found):.2g}", flush=True)
    print(
        f"\n{len(refused)} ops without a gradient",
        *(f"{n}: {why}" for n, why in refused.items()),
        sep="\n",
    )
    print(f"\n{len(wrong)} calls are wrong", *wrong, sep="\n")
    return int(bool(wrong))


def drawn(name: str, seed: int, device: Device, refused: dict[str, str]) -> float | None:
    """The difference of one drawn call; an op that has no gradient is put down."""
    rng = np.random.default_rng([seed, *name.encode()])
    record = REGISTRY[name]
    call = DRAW.get(name, elementwise)(record, rng)
    try:
        return difference(record, call, rng, device)
    except Refused as why:
        refused.setdefault(name, str(why))
        return None


CALLS = 5
"""Of each program."""


def differentiate_programs(seeds: range, device: Device) -> int:
    """Compare the gradients of programs; the exit code."""
    told: Counter[str] = Counter()
    for seed in seeds:
        outcome = of_program(seed, device)
        told[outcome.partition(":")[0]] += 1
        if outcome not in ("right", "refused", "nothing to compare"):
            print(f"program {seed}: {outcome}", flush=True)
        if seed % 100 == 99:
            print(dict(told), flush=True)
    print(f"{len(seeds)} programs: {dict(told)}")
    return int(bool(told.keys() - {"right", "refused", "nothing to compare", "no gradient"}))


def of_program(seed: int, device: Device) -> str:
    """What came of one program."""
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()), quiet():
        try:
            found = differentiable(draw_smooth(seed), Path(folder, f"drawn_{seed}.py"))
        except DslError:
            return "refused"
        try:
            away = [farthest(found, number, device) for number in range(CALLS)]
        except DslError as error:
            return f"no gradient: {error}".splitlines()[0]
        except Exception as error:  # noqa: BLE001  (it is told, and the next one is drawn)
            return f"raised: {type(error).__name__}: {error}"
    compared = [each for each in away if each is not None]
    if not compared:
        return "nothing to compare"
    return "right" if all(each <= 1 for each in compared) else f"wrong: {max(compared):.3g}"


if __name__ == "__main__":
    sys.exit(main())
