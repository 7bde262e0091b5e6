"""What windows over an image have at a place, which may be padding."""

from __future__ import annotations

from dataclasses import dataclass

from dslc.ir.dims import Size

from .language import Load


@dataclass(frozen=True, slots=True, eq=False)
class Window(Load):
    """An element under a window, which may be outside of its array: there is none then.

    It stands in products alone, which leave out what is none.

    Attributes:
        rests: what is 0 where there is an element: of an array that is stretched, the places
            between two elements have none.
    """

    rests: tuple[Size, ...] = ()
