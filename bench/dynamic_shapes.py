"""Texts of many lengths through one encoder: `python bench/dynamic_shapes.py`.

The encoder is `samples/bert.py`, the batch is 8, the lengths lie between 32 and 128. Three ways to
run it stand side by side:

- padded: every batch is padded to 128 tokens, for one kernel of fixed sizes;
- symbolic: one kernel for every length, its arrays in one arena that is planned for the sizes of
  the call and kept between calls;
- specialised: beside that one, a kernel for the batch and each of some lengths, chosen at the call.

The first table is of a stream of batches, one of each length, with nothing compiled before. The
second has a line for each length: what the arrays of a call take (`f.memory`; arguments and so the
weights are not counted, results are), that over the most that is in use at one time, which no arena
can be below, and the time relative to the padded run, over the floating-point operations relative
to it. Times are medians of ratios to a padded call that ran next to it; they are of the processor,
so that other programs do not count much. The last lines say whether two limits hold at every
length: 1.05 for the arena, 1.1 for the time.

On a machine that is busy give more `--repeats`.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import dslc
from dslc.compiled import CompiledFunction

sys.path.insert(0, str(Path(__file__).parent.parent))

from samples.bert_graph import (
    Bert,
    Layer,
    LayerNorm,
    Perceptron,
    SelfAttention,
    batch,
    encode,
    tokens,
)

BATCH = 8
SHORTEST, LONGEST = 32, 128
SPECIALISED = (32, 64, 96, 128)
"""The lengths that have a kernel of their own."""

ARENA_LIMIT = 1.05
TIME_LIMIT = 1.1


@dataclass(frozen=True)
class Model:
    """The sizes of the encoder."""

    layers: int
    width: int
    heads: int

    def operations(self, length: int) -> int:
        """Floating-point operations of the matrix products in a call."""
        affine = 2 * 12 * length * self.width**2
        attention = 4 * length**2 * self.width
        return BATCH * (self.layers * (affine + attention) + 2 * self.width**2)

    def weights(self, random: np.random.Generator) -> Bert:
        """Random weights."""

        def floats(*shape: int) -> Any:
            return (random.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)

        def affine(inputs: int, outputs: int) -> tuple[Any, Any]:
            return floats(inputs, outputs), floats(outputs)

        def norm() -> LayerNorm:
            return LayerNorm(floats(width), floats(width))

        def layer() -> Layer:
            (qkv, qkv_bias), (out, out_bias) = affine(width, 3 * width), affine(width, width)
            attention = SelfAttention(qkv, qkv_bias, out, out_bias, self.heads)
            perceptron = Perceptron(*affine(width, 4 * width), *affine(4 * width, width))
            return Layer(attention, norm(), perceptron, norm())

        width = self.width
        tables = floats(1000, width), floats(LONGEST, width)
        return Bert(*tables, norm(), [layer() for _ in range(self.layers)], *affine(width, width))


@dataclass
class Way:
    """A way to run the encoder: the function, and the length that texts are padded to, if any."""

    name: str
    function: CompiledFunction
    padded_to: int | None = None
    arenas: dict[int, int] = field(default_factory=dict)
    ratios: dict[int, float] = field(default_factory=dict)

    def run(self, ids: Any, bert: Bert) -> Any:
        """The vectors of texts that all have the length of `ids`."""
        length = ids.shape[1]
        if self.padded_to is not None:
            ids = np.pad(ids, [(0, 0), (0, self.padded_to - length)])
        found = self.function(ids, np.full(BATCH, length), bert)
        assert self.function.memory is not None
        self.arenas[length] = self.function.memory.arena
        return found

    def seconds(self, ids: Any, bert: Bert) -> float:
        """How long a call takes, of the time of this thread, on which all of it runs."""
        start = time.thread_time()
        self.run(ids, bert)
        return time.thread_time() - start


def ways() -> list[Way]:
    """The ways, none of which has compiled anything."""
    native = encode.with_device("cpu")
    exact = dslc.exact(BATCH)
    padded = native.with_versions({batch: exact, tokens: dslc.exact(LONGEST)})
    chosen = native.with_versions({batch: exact, tokens: dslc.exact(*SPECIALISED)})
    return [
        Way("padded", padded, LONGEST),
        Way("symbolic", native.with_versions(None)),
        Way("specialised", chosen),
    ]


def stream(way: Way, batches: Sequence[Any], bert: Bert) -> tuple[list[Any], str]:
    """The results of batches that come one after the other, and a line on how it went."""
    start = time.perf_counter()
    results = [way.run(ids, bert) for ids in batches]
    seconds = time.perf_counter() - start
    compiled = way.function.versions.compiled
    compiling = sum(version.seconds for version in compiled)
    line = f"{way.name:12} {seconds:8.2f} {len(compiled):9} {compiling:10.2f}"
    return results, f"{line} {max(way.arenas.values()) / 2**20:13.2f}"


def measure(every: Sequence[Way], ids: Any, model: Model, bert: Bert, repeats: int) -> None:
    """The ratio of times, over that of operations, of each way at one length."""
    length = ids.shape[1]
    padded, *others = every
    found: dict[str, list[float]] = {way.name: [] for way in others}
    for _ in range(repeats):
        for way in others:
            seconds = way.seconds(ids, bert)
            found[way.name].append(seconds / padded.seconds(ids, bert))
    work = model.operations(length) / model.operations(LONGEST)
    for way in others:
        way.ratios[length] = median(found[way.name]) / work


def needed(way: Way, ids: Any, bert: Bert) -> int:
    """The most bytes that are in use at one time in a call."""
    way.run(ids, bert)
    assert way.function.memory is not None
    return way.function.memory.live


def verdict(what: str, worst: float, limit: float) -> str:
    """A line on whether a limit holds."""
    held = "holds" if worst <= limit else "DOES NOT HOLD"
    return f"{what}: at most {worst:.3f}, limit {limit}: {held}"


def report(every: Sequence[Way], batches: Sequence[Any], model: Model, bert: Bert, n: int) -> None:
    """Measure every length and print the tables."""
    _, *others = every
    names = "".join(f"{way.name:>25}" for way in others)
    print(f"\n{'':8}{'padded':>10}{names}")
    print(f"{'length':8}{'MiB':>10}" + f"{'MiB':>9}{'/ needed':>9}{'time':>7}" * len(others))
    arenas, times = [], []
    for ids in sorted(batches, key=lambda each: each.shape[1]):
        length = ids.shape[1]
        measure(every, ids, model, bert, n)
        line = f"{length:<8}{every[0].arenas[length] / 2**20:10.2f}"
        for way in others:
            arena = way.arenas[length] / needed(way, ids, bert)
            arenas.append(arena)
            times.append(way.ratios[length])
            line += f"{way.arenas[length] / 2**20:9.2f}{arena:9.4f}{way.ratios[length]:7.3f}"
        print(line, flush=True)
    print()
    print(verdict("arena over what the length needs", max(arenas), ARENA_LIMIT))
    print(verdict("time over padded time, by operations", max(times), TIME_LIMIT))


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description="Texts of many lengths through one encoder.")
    defaults = {"lengths": 40, "repeats": 9, "layers": 2, "width": 512, "heads": 8}
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args()
    model = Model(options.layers, options.width, options.heads)
    random = np.random.default_rng(0)
    bert = model.weights(random)
    lengths = np.unique(np.linspace(SHORTEST, LONGEST, options.lengths).round().astype(int))
    batches = [random.integers(1000, size=(BATCH, n)) for n in random.permutation(lengths)]
    every = ways()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DSLC_CACHE"] = folder
        print(f"{len(batches)} batches   seconds  compiles  compiling  largest arena (MiB)")
        outcomes = [stream(way, batches, bert) for way in every]
    for results, line in outcomes:
        print(line)
        for one, other in zip(results, outcomes[0][0], strict=True):
            np.testing.assert_allclose(one, other, atol=1e-4)
    report(every, batches, model, bert, options.repeats)


if __name__ == "__main__":
    main()
