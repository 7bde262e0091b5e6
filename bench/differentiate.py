"""Gradients of drawn calls of every op against central differences.

`python bench/differentiate.py [OP...]`. Operands have every shape that the tests of meaning draw,
broadcasting, of any layout in memory and without elements; floats are drawn anew, in f64. Prints
for each op how many calls were compared, and how far the worst gradient is away in units of what is
allowed, 1e-6 of the greatest element; then which ops have no gradient, and why. Exits with 1 where
one is away further than allowed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from dslc.devices import Device
from dslc.ir.op import REGISTRY
from tests.props.ops.conftest import DRAW, elementwise
from tests.props.ops.differentiation import Refused, difference


def main() -> int:
    """Compare; the exit code."""
    parser = argparse.ArgumentParser(description="Gradients against central differences.")
    parser.add_argument("ops", metavar="OP", nargs="*", help="by default all")
    parser.add_argument("--draws", type=int, default=30, help="calls of each op")
    parser.add_argument("--device", default="reference", help="reference, cpu or cuda-emulated")
    options = parser.parse_args()
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


if __name__ == "__main__":
    sys.exit(main())
