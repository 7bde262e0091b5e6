"""What the namespace can do: `__array_namespace_info__`."""

from __future__ import annotations

from typing import Any

import numpy as np

from .device import HOST, check_device
from .dtypes import DTYPES, KINDS, complex128, float64, int64


class Info:
    """What the standard lets a program ask of a namespace."""

    def capabilities(self) -> dict[str, Any]:
        """What parts of the standard that are optional there are."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> str:
        """Where new arrays are."""
        return HOST

    def default_dtypes(self, *, device: Any = None) -> dict[str, np.dtype[Any]]:
        """The dtypes that functions give where none is asked for."""
        check_device(device)
        classes = {
            "real floating": float64,
            "complex floating": complex128,
            "integral": int64,
            "indexing": int64,
        }
        return {use: np.dtype(each) for use, each in classes.items()}

    def devices(self) -> list[str]:
        """Where arrays can be."""
        return [HOST]

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, np.dtype[Any]]:
        """The dtypes by name, of one kind or of several.

        Raises:
            ValueError: for a name that is no kind.
        """
        check_device(device)
        kinds = [*KINDS, "bool"] if kind is None else kind if isinstance(kind, tuple) else (kind,)
        for each in kinds:
            if each not in KINDS:
                raise ValueError(f"{each!r} is none of the kinds {', '.join(KINDS)}")
        chosen = [each for one in kinds for each in KINDS[one]]
        return {name: np.dtype(each) for name, each in DTYPES.items() if each in chosen}


def __array_namespace_info__() -> Info:
    """What the namespace can do."""
    return Info()
