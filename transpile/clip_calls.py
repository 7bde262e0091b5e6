"""`np.clip` and `x.clip`, whose bounds may be left out."""

from __future__ import annotations

from collections.abc import Mapping

from dslc.ir.op import REGISTRY

from .binding import Argument
from .frame import Frame
from .kinds import Built, Kind
from .operations import apply, strong
from .tree import Call

_BY_FUNCTION = ("a", "a_min", "a_max")
_BY_METHOD = ("a", "min", "max")


def clip_call(
    frame: Frame,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
    *,
    by_name: bool,
) -> Kind:
    """With two bounds the op `clip`, with one `maximum` or `minimum`."""
    order = _BY_FUNCTION if by_name else _BY_METHOD
    given = {**dict(zip(order, arguments, strict=False)), **keywords}
    alone = {"a", "min", "max"}  # `np.clip` has both spellings, and both bounds in the older one
    known = given.keys() <= alone or given.keys() == set(order)
    if not known or len(given) < len(arguments) + len(keywords) or "a" not in given:
        message = "`clip` takes an array, a lower and an upper bound"
        return frame.refuse("argument-mismatch", message, e.span)
    value, low, high = (
        given.get("a"),
        _bound(given.get("min") or given.get("a_min")),
        _bound(given.get("max") or given.get("a_max")),
    )
    operands = [each for each in (value, low, high) if each is not None]
    if len(operands) < 2:
        return frame.refuse("argument-mismatch", "`clip` needs a bound", e.span)
    name = "minimum" if low is None else "maximum" if high is None else "clip"
    kinds = [each.kind for each in operands]
    if by_name and name != "clip":
        kinds = [*strong(frame, kinds[:1], e.span), kinds[1]]
    spans = [each.span for each in operands]
    return apply(frame, REGISTRY[name], kinds, {}, e.span, into=into, spans=spans)


def _bound(argument: Argument | None) -> Argument | None:
    """A bound that is given and not None."""
    none = argument is None or (isinstance(argument.kind, Built) and argument.kind.value is None)
    return None if none else argument
