"""Errors come in the order of the source, whatever calls what."""

from dslc import graph


@graph
def first(x: float):
    y = second(x)
    return y + missing  # error: [unbound-name]


@graph
def second(x: float):
    return other + x  # error: [unbound-name]
# --- diagnostics ---
