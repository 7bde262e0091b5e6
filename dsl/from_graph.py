"""A graph as a compiled function: its text is executed."""

from __future__ import annotations

import itertools
import linecache
from typing import Any

from dslc.ir.graph import Graph
from dslc.ir.print import print_graph

from .compiled import CompiledFunction

_numbers = itertools.count(1)


def compile_graph(graph: Graph, device: str | None = None) -> CompiledFunction:
    """The function that a graph is, one that was edited or optimized too.

    Its parameters are the graph's, flat: the parts of a struct or tuple are parameters of their
    own; so are its results. `str(graph)` is its `source`.

    Args:
        graph: a legal graph.
        device: one of `devices.DEVICES`; by default what `DSLC_DEVICE` says, else `auto`.
    """
    name, text = f"<graph {graph.name} {next(_numbers)}>", print_graph(graph)
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    namespace: dict[str, Any] = {"__name__": "graph"}
    exec(compile(text, name, "exec"), namespace)
    # The graphs that it calls stand before it.
    function = [each for each in namespace.values() if isinstance(each, CompiledFunction)][-1]
    return function if device is None else function.with_device(device)
