"""The rules of all ops; importing them fills `RULES` and `GATHERS`."""

from . import (
    arranging,
    cumulative,
    elementwise,
    fourier,
    matrices,
    products,
    reading,
    reductions,
    softmax,
    sparse,
)

__all__ = [
    "arranging",
    "cumulative",
    "elementwise",
    "fourier",
    "matrices",
    "products",
    "reading",
    "reductions",
    "softmax",
    "sparse",
]
