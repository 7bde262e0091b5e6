"""What a kernel has to do, by its sizes: bytes of device memory, operations on elements.

Both are stated in its header and in the plan. A kernel takes at least the longer of the times that
a GPU takes for each (Williams, Waterman and Patterson, 2009: the roofline).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from dslc.ir.dims import Size
from dslc.ir.nests.language import Apply, Array, Loop, Product, Statement, Total, parts
from dslc.ir.nests.segments import Segment


def bytes_of(arrays: Iterable[Array]) -> Size:
    """The bytes of arrays, each once."""
    return sum((prod(each.shape, start=1) * each.dtype.itemsize for each in arrays), start=0)


def operations(body: Iterable[Statement], trips: Size = 1) -> Size:
    """The operations of statements that are run so many times; a loop that may end early ends late.

    An op on elements is one operation, one more product of a row and a matrix two.
    """
    done: Size = 0
    for each in body:
        if isinstance(each, Segment):  # all of them have the trips of one loop
            done = done + operations(each.body, each.extent)
        elif isinstance(each, Loop):
            done = done + operations(each.body, trips * each.extent)
        elif isinstance(each, Product):
            done = done + 2 * trips * each.depth * each.width
        else:
            found = sum(isinstance(p, Apply) for value in each.expressions() for p in parts(value))
            done = done + trips * (found + isinstance(each, Total))
    return done
