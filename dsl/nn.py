"""Functions of neural networks: on NumPy arrays, and as ops in graph functions."""

from dslc.ir.ops.nn import softmax

__all__ = ["softmax"]
