"""How many bits the indices of a kernel have: 32, or 64 where the sizes of a run need them.

A GPU computes with integers of 32 bits several times as fast, above all where it divides. The text
of a kernel is the same for both; what `Index` is, its compilation says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from dslc.ir.bounds import Bounds, multiply_bounds, sum_bounds
from dslc.ir.dims import terms_of
from dslc.ir.polynomial import Operation, Polynomial, operation_bounds

from .device import Argument, Code, Device, Launch
from .kernels import Kernel

LIMIT = 1 << 30
"""No step comes to more, so that an index may be as many threads ahead as a grid has."""

_WIDE = "#define WIDE_INDICES\n#line 1\n"


class Widths:
    """Compiled kernels of both widths, the wide ones compiled when one is launched.

    Args:
        device: where they run.
        text: all kernels.
        texts: each kernel by itself, by name.
    """

    def __init__(self, device: Device, text: str, texts: Mapping[str, str]) -> None:
        self._device, self._text, self._texts = device, text, texts
        self._narrow = device.compile(text, texts)

    @cached_property
    def _wide(self) -> Code:
        texts = {name: _WIDE + text for name, text in self._texts.items()}
        return self._device.compile(_WIDE + self._text, texts)

    def launch(
        self, launch: Launch, arguments: Sequence[Argument], constant: Sequence[bool]
    ) -> None:
        """Start a kernel after all that was started before."""
        (self._wide if launch.wide else self._narrow).launch(launch, arguments, constant)


class _TooWide(Exception):
    """Something does not fit."""


def is_wide(kernel: Kernel, sizes: Mapping[str, int]) -> bool:
    """Whether some step of what a kernel computes of sizes and indices may not fit in 32 bits."""
    return _is_wide(kernel, tuple(sizes.items()), LIMIT)


@lru_cache(maxsize=1 << 12)
def _is_wide(kernel: Kernel, sizes: tuple[tuple[str, int], ...], limit: int) -> bool:
    known: dict[str, Bounds] = {name: (size, size) for name, size in sizes}
    try:
        for name, extent in kernel.indices:
            _, high = _bounds(terms_of(extent), known, limit)
            known[name] = 0, max(0, high - 1)
        for size in kernel.counted:
            _bounds(terms_of(size), known, limit)
    except (_TooWide, KeyError):
        return True
    return False


def _bounds(terms: Polynomial, known: Mapping[str, Bounds], limit: int) -> Bounds:
    """Bounds of a size, each step of which has to stay within the limit."""
    parts: list[Bounds] = []
    for monomial, number in terms:
        part: Bounds = (number, number)
        for atom in monomial:
            if isinstance(atom, Operation):
                operands = [_bounds(operand, known, limit) for operand in atom.operands]
                found = operation_bounds(atom.name, operands)
            else:
                found = known[atom.name]
            part = _checked(multiply_bounds(part, found), limit)
        parts.append(_checked(part, limit))
    steps = sum(max(abs(low), abs(high)) for low, high in parts)  # in any order
    _checked((0, steps), limit)
    return sum_bounds(parts)


def _checked(found: Bounds, limit: int) -> Bounds:
    if found[0] < -limit or found[1] > limit:
        raise _TooWide
    return found
