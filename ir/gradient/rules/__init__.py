"""The rules of all ops; importing them fills `RULES` and `GATHERS`."""

from . import (
    arranging,
    cumulative,
    elementwise,
    fourier,
    least_squares,
    matrices,
    products,
    reading,
    reductions,
    segments,
    softmax,
    sparse,
)

__all__ = [
    "arranging",
    "cumulative",
    "elementwise",
    "fourier",
    "least_squares",
    "matrices",
    "products",
    "reading",
    "reductions",
    "segments",
    "softmax",
    "sparse",
]
