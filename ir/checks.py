"""Finding where a value goes wrong: the first node that makes a NaN, an infinity, an outlier.

What merely passes a bad element on is not told of. A node *makes* one when the result has it though
no operand has any. Where an operand has some, a NaN is made if it is still there when they are
replaced by good ones, and so is an infinity; a number leaves the range if no operand is out of it
at the same place.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .diagnostics import Diagnostic, DslError, Note
from .dtypes import is_complex, is_float
from .execution import UNSET, run_node
from .graph import Graph, Literal, Node, Operand, Region, Value
from .op import Effects
from .structure import STRUCTURED
from .summary import summary, type_text
from .value_names import result_names, value_names
from .watch import Trips, Watch


@dataclass(frozen=True, slots=True)
class _Check:
    """What is not to be: `is_bad` marks elements; those that `replaces` are tried without."""

    code: str
    what: str
    is_bad: Callable[[np.ndarray], Any]
    replaces: bool = True


class Checks(Watch):
    """Raises where a node makes an element that is not to be.

    Args:
        graph: what is watched.
        nan: refuse NaN.
        inf: refuse infinities.
        low: refuse what is less.
        high: refuse what is greater.
    """

    def __init__(
        self,
        graph: Graph,
        *,
        nan: bool = True,
        inf: bool = False,
        low: float | None = None,
        high: float | None = None,
    ) -> None:
        self._names = value_names(graph)
        self._trips = Trips()
        self._checks = [*_checks(nan, inf, low, high)]
        self._running: list[tuple[list[Any], dict[str, int]]] = []

    def begins(self, node: Node, operands: Sequence[Any], sizes: Mapping[str, int]) -> None:
        self._trips.begins(node, operands, sizes)
        if node.op.name not in STRUCTURED:
            self._running.append((list(operands), dict(sizes)))

    def enters(self, region: Region) -> None:
        self._trips.enters(region)

    def ends(self, node: Node, results: Sequence[Any]) -> None:
        """Look at what a node gives.

        Raises:
            DslError: `nan-found`, `infinity-found` or `out-of-range`.
        """
        self._trips.ends(node, results)
        if node.op.name in STRUCTURED:
            return
        operands, sizes = self._running.pop()
        for check in self._checks:
            for number, result in enumerate(results):
                bad = _bad(check, result)
                if bad.any():
                    bad = _made(check, node, operands, sizes, number, bad)
                if bad.any():
                    raise self._error(check, node, operands, number, result, bad)

    def _error(
        self,
        check: _Check,
        node: Node,
        operands: Sequence[Any],
        number: int,
        result: Any,
        bad: np.ndarray,
    ) -> DslError:
        first = tuple(map(int, np.argwhere(bad)[0]))
        name = result_names(node)[number] or node.op.name
        where = (
            f": {int(bad.sum())} of {bad.size} elements, first at {list(first)}" if first else ""
        )
        notes = [Note(f"`{_text(node)}` gives {type_text(result)}, {summary(result)}")]
        shape = np.shape(result)
        pairs = zip(node.operands, operands, strict=True)
        notes += [Note(self._operand(o, value, first, shape)) for o, value in pairs]
        trips = zip(self._trips.lines, self._trips.now, strict=True)
        notes += [
            Note(f"in trip {trip} of the loop at line {line}, counted from 0")
            for line, trip in trips
        ]
        return DslError(
            Diagnostic(
                check.code,
                f"`{name}` has {check.what} that its operands have not{where}",
                node.place.span,
                notes=tuple(notes),
            )
        )

    def _operand(
        self, operand: Operand, value: Any, at: tuple[int, ...], shape: tuple[int, ...]
    ) -> str:
        name = self._names.get(operand, "") if isinstance(operand, Value) else ""
        if isinstance(operand, Literal) or not name:
            return f"an operand is {type_text(value)}, {summary(value)}"
        element = ""
        if isinstance(value, np.ndarray) and at and value.shape == shape:
            element = f"; {value[at]} at {list(at)}"
        return f"`{name}` is {type_text(value)}, {summary(value)}{element}"


def _checks(nan: bool, inf: bool, low: float | None, high: float | None) -> Iterator[_Check]:
    if nan:
        yield _Check("nan-found", "a NaN", np.isnan)
    if inf:
        yield _Check("infinity-found", "an infinity", np.isinf)
    if low is not None or high is not None:
        least, most = (-np.inf if low is None else low), (np.inf if high is None else high)
        bounds = [f"below {low}"] * (low is not None) + [f"above {high}"] * (high is not None)
        yield _Check(
            "out-of-range",
            f"a value {' or '.join(bounds)}",
            lambda x: (x < least) | (x > most),
            replaces=False,
        )


def _bad(check: _Check, value: Any) -> np.ndarray:
    """The elements of a value that are not to be: of floats, integers, parts of complex numbers.

    Bools are never bad.
    """
    if value is UNSET or isinstance(value, bool | np.bool_):
        return np.zeros((), bool)
    array = np.asarray(value)
    if is_complex(array.dtype):
        return np.asarray(np.logical_or(_bad(check, np.real(array)), _bad(check, np.imag(array))))
    numeric = is_float(array.dtype) or array.dtype.kind in "iuf"
    if not numeric:
        return np.zeros(array.shape, bool)
    wide = array.astype(np.float64) if is_float(array.dtype) else array
    return np.asarray(check.is_bad(wide))


def _made(
    check: _Check,
    node: Node,
    operands: Sequence[Any],
    sizes: dict[str, int],
    number: int,
    bad: np.ndarray,
) -> np.ndarray:
    """The bad elements that are not passed on."""
    passed = [_bad(check, operand) for operand in operands]
    if not any(each.any() for each in passed):
        return bad
    if not check.replaces:
        return _elsewhere(bad, passed)
    if node.effects & ~Effects.RAISES:
        return np.zeros_like(bad)
    try:
        again = run_node(node, [_mended(check, operand) for operand in operands], dict(sizes))
    except Exception:  # noqa: BLE001  (other operands, another end: nothing can be told)
        return np.zeros_like(bad)
    mended = _bad(check, again[number])
    return np.asarray(bad & mended if mended.shape == bad.shape else np.zeros_like(bad))


def _elsewhere(bad: np.ndarray, passed: Sequence[np.ndarray]) -> np.ndarray:
    """The bad elements at whose place no operand has one; none where places are not the same."""
    try:
        for each in passed:
            bad = bad & ~np.broadcast_to(each, bad.shape)
    except ValueError:
        return np.zeros_like(bad)
    return bad


def _mended(check: _Check, value: Any) -> Any:
    """A value of the same type with 1 for its bad elements."""
    bad = _bad(check, value)
    if not bad.any():
        return value
    if isinstance(value, np.ndarray):
        return np.where(bad, np.ones_like(value), value)
    return type(value)(1)


def _text(node: Node) -> str:
    """The line of the emitted text that made a node, else its op."""
    line = linecache.getline(node.place.emitted, node.place.line) if node.place.line else ""
    return line.partition("  #")[0].strip() or node.op.name
