from dslc import graph


@graph
def copies() -> tuple[float, float]:
    a = 1.0
    b = a
    b += 1.0
    return a, b
# --- calls ---
#: copies() == (1.0, 2.0)
# --- emitted ---
# Written by `dslc build` from rebinding_is_no_alias.py: edit that file and build again.
import dslc
from dslc import graph


@dslc.builder("rebinding_is_no_alias.py")
def copies(g) -> tuple[float, float]:
    a = 1.0
    b = a
    b = b + 1.0

    return a, b
