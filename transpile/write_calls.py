"""Calls that change an array, as statements: `np.add.at(x, i, v)`, `x.fill(v)`."""

from __future__ import annotations

from collections.abc import Mapping

from dslc.ir.op import REGISTRY, Op, RuleError
from dslc.ir.spellings import by_function, by_method
from dslc.ir.types import TensorType

from . import fence
from .array_calls import array_of_items
from .binding import Argument
from .expressions import expression
from .frame import Frame
from .indexing import Key, key_of
from .kinds import Built, Computed, Kind, Poison, is_array
from .operations import apply, as_attribute
from .stores import rebind, writable
from .tree import Attribute, Call, Expression, Name


def write_call(frame: Frame, e: Call) -> bool:
    """Emit a call that changes an array; False, with nothing emitted, for any other call."""
    found = _written(frame, e)
    if found is None:
        return False
    op, array, rest = found
    if isinstance(array, Name):
        frame.base = array.id
    target = writable(frame, array, array)
    arguments = [Argument(expression(frame, a), a.span) for a in rest]
    keywords = {}
    for keyword in e.keywords:
        if keyword.name is None:
            fence.refuse(frame, "`**` in a call", keyword.value.span)
            return True
        keywords[keyword.name] = Argument(expression(frame, keyword.value), keyword.value.span)
    everything = [*arguments, *keywords.values()]
    if target is not None and not any(isinstance(a.kind, Poison) for a in everything):
        _write(frame, op, target, arguments, keywords, e)
    return True


def _written(frame: Frame, e: Call) -> tuple[Op, Expression, tuple[Expression, ...]] | None:
    """The op that a call means, the array that it changes, and its other arguments."""
    function = e.function
    if not isinstance(function, Attribute):
        return None
    if isinstance(function.value, Name) and is_array(_known(frame, function.value)):
        op = REGISTRY["store"] if function.name == "fill" else by_method(function.name)
        return None if op is None or op.write is None else (op, function.value, e.arguments)
    callee = _function(frame, function)
    op = by_function(callee.value) if isinstance(callee, Built) and callee.known else None
    if op is None or op.write is None or not e.arguments:
        return None
    return op, e.arguments[0], e.arguments[1:]


def _known(frame: Frame, name: Name) -> Kind:
    return frame.environment.get(name.id, Poison())


def _function(frame: Frame, e: Expression) -> Kind:
    """What a dotted name of the module refers to, of which nothing is emitted."""
    root = e
    while isinstance(root, Attribute):
        root = root.value
    named = isinstance(root, Name) and root.id not in frame.environment
    return expression(frame, e) if named else Poison()


def _dtype(op: Op, array: Computed) -> dict[str, Kind]:
    """The dtype of an array that NumPy makes of a list, where an op says it."""
    if op.name not in ("place", "putmask") or not isinstance(array.type, TensorType):
        return {}
    return {"dtype": Built(f"{array.text}.dtype", array.type.dtype)}


def _write(
    frame: Frame,
    op: Op,
    target: tuple[str, Computed],
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
) -> None:
    name, array = target
    if any(isinstance(a.kind, Built) and a.kind.value is None for a in keywords.values()):
        frame.refuse("argument-mismatch", "None stands for no array here", e.span)
        return
    given = Argument(array, e.span)
    if op.name == "store":  # `x.fill(value)`
        arguments = [Argument(Built("...", Ellipsis), e.span), *arguments]
    try:
        operands, attributes = op.bind((given, *arguments), keywords)
    except RuleError as error:
        frame.refuse(error.code, error.message, e.span, help=error.help)
        return
    key: Key | None = None
    dtype = _dtype(op, array)
    kinds = [array, *(array_of_items(frame, each.kind, e, dtype) for each in operands[1:])]
    spans = [operand.span for operand in operands]
    if op.keyed:
        place = attributes.pop("key")
        key = key_of(frame, array, place.kind, place.span)
        if key is None:
            return
        kinds += key.numbers
        spans += [place.span] * len(key.numbers)
    given_attributes = {n: a for n, a in attributes.items() if isinstance(a, Argument)}
    others = {n: as_attribute(frame, a.kind, a.span, n) for n, a in given_attributes.items()}
    others.update({n: Built("None", None) for n in attributes if n in op.optional})
    pair = None if key is None else key.pair(frame.g)
    written = apply(frame, op, kinds, others, e.span, into=name, key=pair, spans=spans)
    rebind(frame, name, array, written)
