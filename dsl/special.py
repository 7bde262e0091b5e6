"""Special functions that NumPy does not have: on NumPy arrays, and as ops in graph functions."""

from dslc.ir.ops.special import erf, erfc

__all__ = ["erf", "erfc"]
