"""Time of the passes on graphs of growing size: `python bench/passes.py [--nodes 10000 100000]`.

A graph is of pieces of about 20 nodes: a chain of arithmetic, views, choices, numbers of the text,
a loop and a branch. Prints the processor's seconds of each pass, verified, of fusion, and of all.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np

from dslc.ir.builder import Builder
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Graph
from dslc.ir.passes import PIPELINE, run_pass
from dslc.ir.passes.fuse import fuse
from dslc.ir.types import TensorType
from dslc.ir.verify import Derived, verify

sys.setrecursionlimit(10_000)


def piece(g: Any, x: Any, number: int) -> Any:
    """About 20 nodes, some of which a pass takes away."""
    half = g.divide(1, number + 2)
    y = g.multiply(x, half)
    y = g.add(y, g.exp(x))
    y = g.subtract(y, g.exp(x))
    y = g.transpose(g.transpose(y))
    y = g.multiply(y, 1)
    y = g.maximum(y, -1.0)
    y = g.where(g.greater(y, 0.5), y, g.negative(g.negative(x)))
    flat = g.reshape(y, (-1,))
    y = g.reshape(flat, x.shape)
    if number % 8:
        return y

    def body(i: Any, y: Any) -> Any:
        z = g.add(y, g.sqrt(g.abs(x)))
        return g.minimum(z, 2.0)

    def then(y: Any) -> Any:
        return g.add(y, 1.0)

    def otherwise(y: Any) -> Any:
        return g.subtract(y, 1.0)

    y = g.for_(g.range(4), body, (y,))
    return g.if_(g.greater(g.sum(y), 0.0), then, otherwise, (y,))


def graph_of(nodes: int) -> Graph:
    """A graph of about so many nodes."""
    shape = symbol("n", low=0), symbol("m", low=0)
    g = Builder("large", [("x", TensorType(BY_NAME["f32"], shape))])
    value: Any = g.graph.parameters[0]
    count = number = 0
    while count < nodes:
        value = piece(g, value, number)
        number += 1
        count += 25 if number % 8 == 1 else 17
    return g.finish([value])


def main() -> None:
    """Time all sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    sizes = parser.parse_args().nodes
    for nodes in sizes:
        with np.errstate(all="ignore"):
            graph = graph_of(nodes)
        count = sum(1 for _ in graph.walk())
        derived: Derived = {}
        start = time.process_time()
        verify(graph, derived)
        times = {"verify": time.process_time() - start}
        for one_pass in (*PIPELINE, fuse):
            begin = time.process_time()
            graph = run_pass(one_pass, graph, derived)
            times[one_pass.__name__] = time.process_time() - begin
        left = sum(1 for _ in graph.walk())
        total = sum(times.values())
        print(f"{count:7} nodes, {left} after: {total:6.2f} s in all")
        for name, seconds in times.items():
            print(f"    {name:20} {seconds:6.2f} s")


if __name__ == "__main__":
    main()
