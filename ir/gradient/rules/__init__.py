"""The rules of all ops; importing them fills `RULES` and `GATHERS`."""

from . import arranging, elementwise, products, reading, reductions

__all__ = ["arranging", "elementwise", "products", "reading", "reductions"]
