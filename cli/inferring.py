"""Annotations from recorded calls: one type that fits them all, with a dim for each size."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from dslc.ir.dtypes import dtype_name
from dslc.transpile.annotated import Annotations
from dslc.transpile.definitions import Wish

from .recording import (
    Call,
    Seen,
    SeenArray,
    SeenNone,
    SeenNumber,
    SeenOther,
    SeenScalar,
    SeenStruct,
    SeenText,
    SeenTuple,
)


class Unclear(Exception):
    """The calls have no common annotation; the text says why."""


def infer(
    wish: Wish, calls: Sequence[Call], dim_names: Iterable[str], prefix: str, *, exact: bool
) -> Annotations:
    """The annotations that fit every call.

    Args:
        wish: what to annotate.
        calls: at least one.
        dim_names: names for dims, in order of preference.
        prefix: what stands before the names of dslc.
        exact: sizes that are the same in all calls are numbers, not dims.

    Raises:
        Unclear: a parameter has no annotation that fits.
    """
    declared = {size for sizes in wish.declared.values() for size in sizes}
    free = (name for name in dim_names if name not in declared)
    dims = _Dims(_declared(wish, calls), free, exact)
    texts = _Texts(dims, prefix)
    found = Annotations()
    faults = []
    for name in wish.parameters:
        seen = [call.arguments[name] for call in calls]
        try:
            found.parameters[name] = texts.of(seen, none=name in wish.none_by_default)
        except Unclear as unclear:
            faults.append(f"`{name}` is {unclear}")
    if faults:
        raise Unclear("; ".join(faults))
    dims.closed = True
    if wish.result:
        try:
            found.result = texts.of_result([call.result for call in calls])
        except Unclear as unclear:
            found.remarks.append(f"its result is not annotated: it is {unclear}")
    found.checks = _checks(wish, calls)
    found.names, found.dims = texts.names, [*dims.names.values()]
    return found


def _declared(wish: Wish, calls: Sequence[Call]) -> dict[tuple[int, ...], str]:
    """The dims that the function has already, by their sizes in each call."""
    found: dict[tuple[int, ...], str] = {}
    for name, sizes in wish.declared.items():
        shapes = [
            seen.shape
            for seen in (call.arguments[name] for call in calls)
            if isinstance(seen, SeenArray) and len(seen.shape) == len(sizes)
        ]
        if len(shapes) == len(calls):
            axes = zip(zip(*shapes, strict=True), sizes, strict=True)
            found.update({axis: size for axis, size in axes if size})
    return found


def _checks(wish: Wish, calls: Sequence[Call]) -> list[dict[str, str]]:
    """The combinations of texts that were passed for parameters without a default."""
    found: list[dict[str, str]] = []
    for call in calls:
        given = {
            name: seen.value
            for name, seen in call.arguments.items()
            if isinstance(seen, SeenText)
            and name in wish.parameters
            and name not in wish.with_default
        }
        if given and given not in found:
            found.append(given)
    return found


class _Dims:
    """The names of sizes: one for all axes whose sizes are equal in every call."""

    def __init__(self, known: dict[tuple[int, ...], str], free: Iterable[str], exact: bool) -> None:
        self.names = known
        self.closed = False
        self._free = iter(free)
        self._exact = exact

    def of(self, sizes: tuple[int, ...]) -> str:
        """The text of an axis with these sizes, one for each call.

        Raises:
            Unclear: the parameters have no such axis, and no more dims may come.
        """
        constant = len(set(sizes)) == 1
        if constant and (sizes[0] == 1 or self._exact):
            return str(sizes[0])
        if sizes in self.names:
            return self.names[sizes]
        if not self.closed:
            return self.names.setdefault(sizes, next(self._free))
        said = self._computed(sizes)
        if said is None:
            raise Unclear(f"of a size ({_listed(sizes)}) that no parameter shows")
        return said

    def _computed(self, sizes: tuple[int, ...]) -> str | None:
        """A size as a constant or from one dim, where several calls agree on that."""
        varied = any(len(set(known)) > 1 for known in self.names)
        if varied and len(set(sizes)) == 1:
            return str(sizes[0])
        for known, name in self.names.items():
            for factor in (1, 2):
                shifts = {size - factor * of for size, of in zip(sizes, known, strict=True)}
                shift = shifts.pop()
                if len(set(known)) > 1 and not shifts and abs(shift) <= 2:
                    scaled = name if factor == 1 else f"{factor} * {name}"
                    return scaled + (f" {'+' if shift > 0 else '-'} {abs(shift)}" if shift else "")
        return None


class _Texts:
    """Annotations as text; remembers which names they need."""

    def __init__(self, dims: _Dims, prefix: str) -> None:
        self.dims = dims
        self.names: set[str] = set()
        self._prefix = prefix

    def of(self, seen: Sequence[Seen], *, none: bool) -> str:
        """The annotation of a parameter whose default is None if `none`.

        Raises:
            Unclear: none fits all.
        """
        given = [each for each in seen if not isinstance(each, SeenNone)]
        if len(given) == len(seen) and not none:
            return self._common(seen)
        if not given:
            raise Unclear("None in every call")
        if not none:
            raise Unclear("None in one call, and has no default None")
        if len(given) < len(seen) and len(set(given)) > 1:
            raise Unclear("None in one call, and different in others")
        if len(given) < len(seen):
            given = [given[0]] * len(seen)  # one for each call, as other parameters have
        return f"{self._common(given)} | None"

    def of_result(self, seen: Sequence[Seen]) -> str | None:
        """The annotation of a result; None for a function without one.

        Raises:
            Unclear: none fits all.
        """
        nothing = sum(isinstance(each, SeenNone) for each in seen)
        if nothing == len(seen):
            return None
        if nothing:
            raise Unclear("None in one call, or one call raised")
        return self._common(seen)

    def _common(self, seen: Sequence[Seen]) -> str:
        first = seen[0]
        other = next((each for each in seen if not _alike(first, each)), None)
        if other is not None:
            raise Unclear(f"{_said(first)} in one call and {_said(other)} in another")
        match first:
            case SeenArray(dtype):
                return self._tensor(dtype, [each.shape for each in seen])  # type: ignore[union-attr]
            case SeenScalar(dtype):
                return f"{self._name('Scalar')}[{self._dtype(dtype)}]"
            case SeenNumber():
                kinds = {each.kind for each in seen}  # type: ignore[union-attr]
                return "float" if kinds == {int, float} else first.kind.__name__
            case SeenText():
                return f"{self._name('Static')}[str]"
            case SeenStruct(name):
                return name
            case SeenTuple():
                columns = zip(*(each.items for each in seen), strict=True)  # type: ignore[union-attr]
                return f"tuple[{', '.join(map(self._common, columns)) or '()'}]"
        raise Unclear(_said(first))

    def _tensor(self, dtype: np.dtype[Any], shapes: Sequence[tuple[int, ...]]) -> str:
        sizes = [self.dims.of(axis) for axis in zip(*shapes, strict=True)]
        return f"{self._name('Tensor')}[{self._dtype(dtype)}, {', '.join(sizes) or '()'}]"

    def _dtype(self, dtype: np.dtype[Any]) -> str:
        return self._name(dtype_name(dtype))

    def _name(self, name: str) -> str:
        self.names.add(name)
        return self._prefix + name


def _alike(a: Seen, b: Seen) -> bool:
    """Whether one annotation may fit both."""
    match a, b:
        case SeenArray(), SeenArray():
            return a.dtype == b.dtype and len(a.shape) == len(b.shape)
        case SeenNumber(), SeenNumber():
            return (a.kind is bool) == (b.kind is bool)
        case SeenText(), SeenText():
            return True
        case SeenTuple(), SeenTuple():
            return len(a.items) == len(b.items) and all(map(_alike, a.items, b.items))
        case SeenOther(), SeenOther():
            return True
    return a == b


def _said(seen: Seen) -> str:
    match seen:
        case SeenArray(dtype, shape):
            return f"{dtype_name(dtype)}[{', '.join(map(str, shape))}]"
        case SeenScalar(dtype):
            return f"the scalar {dtype_name(dtype)}"
        case SeenNumber(kind):
            return f"{'an' if kind is int else 'a'} {kind.__name__}"
        case SeenText():
            return "a str"
        case SeenTuple(items):
            return f"a tuple of {len(items)}"
        case SeenStruct(name):
            return f"a {name}"
        case SeenOther(text):
            return text
    return "None"


def _listed(sizes: Iterable[int]) -> str:
    return ", ".join(map(str, dict.fromkeys(sizes)))
