"""Emitting nodes: one call of the builder a line, its type inferred by the op's own rule."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Many
from dataclasses import replace
from typing import Any

from dslc.ir.diagnostics import Span
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BOOL
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.mismatch import mismatch_text
from dslc.ir.op import REGISTRY, Op, RuleError
from dslc.ir.open_sizes import bind_open
from dslc.ir.types import (
    BOOL_NUMBER,
    INT,
    INT_MAX,
    INT_MIN,
    NumberType,
    ScalarType,
    TensorType,
    Type,
)

from .edits import cast_of_joined, instead, static_parameter
from .frame import Frame, NeedsBuild
from .kind_parts import retext
from .kinds import (
    CONTAINERS,
    POISON,
    Built,
    Closure,
    Computed,
    Grown,
    ItemsMethod,
    Kind,
    Method,
    Parent,
    Poison,
    Repeated,
    Sequence,
    Sized,
    StructMethod,
    Template,
    describe,
    is_number,
    loop_of,
    present,
    type_of_kind,
)
from .memory import Memory
from .mismatches import declaration_help, mismatch_notes
from .operation_texts import arguments_of
from .stand_ins import can_stand_in, common_types, stand_in
from .texts import has_unknown, value_of
from .truths import truth_of_op


def apply(
    frame: Frame,
    op: Op,
    operands: Many[Kind],
    attributes: Mapping[str, Kind],
    span: Span,
    *,
    into: str | None = None,
    key: tuple[str, str] | None = None,
    spans: Many[Span] = (),
) -> Kind:
    """Emit one node.

    Args:
        frame: where it stands.
        op: what it does.
        operands: in the op's order; of a keyed op the numbers follow.
        attributes: those the source gives.
        span: of the expression it comes from.
        into: the name for the result; a temporary when None.
        key: of a keyed op, its form and its text.
        spans: of the operands, for marks under the source.
    """
    if any(isinstance(kind, Poison) for kind in (*operands, *attributes.values())):
        return POISON
    if op.variadic and len(operands) == 1 and isinstance(operands[0], Repeated):
        return _apply_to_all(frame, op, operands[0], attributes, span, into)
    checked = [
        _operand(frame, kind, spans[i] if i < len(spans) else span)
        for i, kind in enumerate(operands)
    ]
    refused = any(isinstance(kind, Poison) for kind in checked)
    types = None if refused else _infer(frame, op, checked, attributes, span, key, spans)
    if types is None:
        return POISON
    if types == (None,) and op.parts is not None:
        what = "how many parts this has depends on a build-time parameter"
        return frame.refuse("depends-on-static", what, span)
    first = checked[0] if checked else None
    if op.write is not None and isinstance(first, Computed) and _is_variable(first):
        return _write(frame, op, first, arguments_of(op, checked, attributes, key))
    name = into or frame.names.temporary(frame.base, op.name)
    target = f"{name} = " if types else ""
    frame.writer.call(f"{target}{frame.g}.{op.method}", arguments_of(op, checked, attributes, key))
    if not types:
        return Built("None", None)
    form = {} if key is None else {"key": key[0]}
    results = [Computed(name, t, _memory(op, checked, t, form), span=span) for t in types]
    if types[0] in (BOOL_NUMBER, ScalarType(BOOL)):
        results[0] = replace(results[0], truth=truth_of_op(op.name, checked))
    names = getattr(op.fields, "_fields", ())
    whole = Sequence("", tuple(results), op.parts is list, names=names)
    if len(results) == 1:
        return results[0] if op.parts is None else whole
    return retext(whole, name)


def _apply_to_all(
    frame: Frame,
    op: Op,
    items: Repeated,
    attributes: Mapping[str, Kind],
    span: Span,
    into: str | None,
) -> Kind:
    """Emit a node whose operands are all items of a list, as many as there are while building."""
    checked = _operand(frame, items.item, span)
    if isinstance(checked, Poison):
        return POISON
    values = {name: value_of(kind) for name, kind in attributes.items()}
    item = type_of_kind(checked)

    def infer(number: int) -> Many[Type]:
        if item is None or number >= MOST_TRIED:
            raise RuleError("dtype-mismatch", "an operand may be anything")
        return op.infer(frame.facts.copy(), (item,) * (number + 1), _given(op, values, None))[1]

    frame.raises += 1
    types = common_types(infer, frame.wild) or (None,)
    name = into or frame.names.temporary(frame.base, op.name)
    arguments = arguments_of(op, [items], attributes, None)
    frame.writer.call(f"{name} = {frame.g}.{op.method}", arguments)
    return Computed(name, types[0], Memory("fresh", "an array made here"), span=span)


MOST_TRIED = 3
"""Numbers of items with which a node's type is tried."""


def _write(frame: Frame, op: Op, variable: Computed, arguments: list[str]) -> Computed:
    """Emit a write to a variable, which has no new name."""
    assert variable.memory is not None
    frame.written += variable.memory.variables()
    if op.name == "store":
        frame.writer.call(f"{frame.g}.write", arguments)
        return variable
    name = frame.names.temporary(frame.base, op.name)
    frame.writer.call(f"{name} = {frame.g}.{op.method}", arguments)
    frame.writer.line(f"{frame.g}.update({variable.text}, {name})")
    return variable


def _is_variable(kind: Computed) -> bool:
    return kind.memory is not None and kind.memory.is_variable


def _operand(frame: Frame, kind: Kind, span: Span) -> Kind:
    """The kind as an operand, or a refusal."""
    kind = present(kind)
    if isinstance(kind, Built) and kind.known and not is_number(kind.value):
        return frame.refuse("argument-mismatch", f"{describe(kind)} is no value of a graph", span)
    if isinstance(kind, Built) and type(kind.value) is int and not INT_MIN <= kind.value <= INT_MAX:
        return frame.refuse("integer-overflow", f"`{kind.text}` does not fit in 64 bits", span)
    if isinstance(
        kind, CONTAINERS | Grown | Template | Closure | Method | StructMethod | ItemsMethod | Parent
    ):
        return frame.refuse("argument-mismatch", f"{describe(kind)} is no single value here", span)
    return kind


def _infer(
    frame: Frame,
    op: Op,
    operands: Many[Kind],
    attributes: Mapping[str, Kind],
    span: Span,
    key: tuple[str, str] | None,
    spans: Many[Span],
) -> tuple[Type | None, ...] | None:
    """Result types, (None,) where they depend on a build-time parameter; None after a refusal."""
    types = list(map(type_of_kind if key is None else _index_type, operands))
    values: dict[str, Any] = {name: value_of(kind) for name, kind in attributes.items()}
    flat = tuple(type_ for type_ in types if type_ is not None)
    unknown = any(has_unknown(value) for value in values.values())
    if unknown or len(flat) < len(types):
        frame.raises += 1
        if op.write is not None:
            return (types[0],)
        return _likely(frame, op, operands, attributes, key) or (None,)
    try:
        canonical, results = op.infer(frame.facts, flat, _given(op, values, key))
        results = _with_open_sizes(frame, frame.facts, flat, results)
    except (DimMismatch, RuleError) as refused:
        error = _as_rule(refused)
        likely = _likely(frame, op, operands, attributes, key)
        if likely is None:
            _report(frame, error, span, spans, operands)
        frame.raises += 1
        return likely
    if op.effects_of(flat, canonical):
        frame.raises += 1
    return results


def _with_open_sizes(
    frame: Frame, facts: Facts, operands: tuple[Type, ...], results: tuple[Type, ...]
) -> tuple[Type, ...]:
    """The types of results, with sizes that nothing is known of for open ones."""
    facts.known.clear()  # the builder knows which are the same
    return bind_open(facts, operands, results, lambda *_: frame.wild())[1]


def _given(op: Op, values: Mapping[str, Any], key: tuple[str, str] | None) -> dict[str, Any]:
    """All attributes for an op's rule, from those that the source gives."""
    given = {name: values.get(name, default) for name, default in op.attributes.items()}
    given.update({name: None for name in values if name in op.optional})
    if key is not None:
        given["key"] = key[0]
    return given


def _likely(
    frame: Frame,
    op: Op,
    operands: Many[Kind],
    attributes: Mapping[str, Kind],
    key: tuple[str, str] | None,
) -> tuple[Type, ...] | None:
    """The result types as far as build-time values do not decide them; None where they may."""
    kinds = [*operands, *attributes.values()]
    if all(map(_is_certain, kinds)) or not all(map(can_stand_in, kinds)):
        return None

    def infer(number: int) -> Many[Type]:
        types = [type_of_kind(stand_in(kind, number)) for kind in operands]
        values = {name: value_of(stand_in(kind, number)) for name, kind in attributes.items()}
        if None in types:
            raise RuleError("dtype-mismatch", "an operand may be anything")
        flat = tuple(type_ for type_ in types if type_ is not None)
        facts = frame.facts.copy()
        _, results = op.infer(facts, flat, _given(op, values, key))
        return _with_open_sizes(frame, facts, flat, results)

    return common_types(infer, frame.wild)


def _is_certain(kind: Kind) -> bool:
    return not has_unknown(value_of(kind)) or isinstance(kind, Computed)


def _index_type(kind: Kind) -> Type | None:
    """The type of an index's operand; a build-time integer is a size nothing is known of."""
    if isinstance(kind, Built) and not kind.known and kind.type == INT:
        return NumberType("int", dim=symbol(f"<{kind.text}>"))
    return type_of_kind(kind)


def _as_rule(error: DimMismatch | RuleError) -> RuleError:
    if isinstance(error, RuleError):
        return error
    text = mismatch_text(error.comparison)
    return RuleError("shape-mismatch", text, never=error.comparison)


def _report(
    frame: Frame, error: RuleError, span: Span, spans: Many[Span], operands: Many[Kind]
) -> None:
    label = "; ".join(dict.fromkeys(error.labels.values()))
    place = span
    if len(error.labels) == 1:
        number = next(iter(error.labels))
        place = spans[number] if number < len(spans) else span
    origins = [
        o.origins for n, o in enumerate(operands) if n in error.labels and isinstance(o, Computed)
    ]
    notes = tuple(note for each in origins for note in each)
    never, help = error.never, error.help
    if never is not None:
        notes += mismatch_notes(frame, never, operands, spans)
        help = help or declaration_help(frame, never, operands)
    edits = instead(frame, span, spans, error.instead)
    if error.code == "joined-arithmetic" and (number := next(iter(error.labels))) < len(spans):
        type_ = type_of_kind(operands[number])
        edits = cast_of_joined(frame, span, place, type_) if type_ is not None else ()
    frame.refuse(error.code, error.message, place, label=label, help=help, notes=notes, edits=edits)


def _memory(
    op: Op, operands: Many[Kind], type_: Type | None, form: dict[str, str]
) -> Memory | None:
    """What array the result is."""
    if type_ is not None and not isinstance(type_, TensorType):
        return None
    first = operands[0] if operands else None
    if op.write is not None and isinstance(first, Computed):
        return first.memory
    own = op.copies is not None and op.copies(*map(type_of_kind, operands), **form)
    if op.view and not own and isinstance(first, Computed) and first.memory is not None:
        return Memory("view", f"a view of {first.memory.what}", (first.memory,))
    return Memory("fresh", "an array made here")


# --- what a node needs while building ------------------------------------------------------------


def as_attribute(frame: Frame, kind: Kind, span: Span, what: str) -> Kind:
    """A kind where the graph needs a value while building; run-time integers become dims.

    Raises:
        NeedsBuild: for a loop variable.
    """
    if isinstance(kind, Sequence):
        items = tuple(as_attribute(frame, item, span, what) for item in kind.items)
        if all(a is b for a, b in zip(items, kind.items, strict=True)):
            return kind
        return (
            POISON
            if any(isinstance(i, Poison) for i in items)
            else Sequence("", items, kind.is_list)
        )
    if isinstance(kind, Built) and not kind.known and kind.type == INT and what == "shape":
        return Sized(kind.text, symbol(f"<{kind.text}>"), kind.tight)
    if not isinstance(kind, Computed) and not (isinstance(kind, Sized) and what != "shape"):
        return kind
    if what == "shape":
        return as_size(frame, kind, span)
    if isinstance(kind, Sized) and isinstance(kind.size, int):
        return kind
    loop = loop_of(kind)
    if loop is not None:
        raise NeedsBuild(loop, span)
    when = "the function is called" if isinstance(kind, Sized) else "the graph runs"
    return frame.refuse(
        "depends-on-run",
        f"`{what}` must be known while the graph is built",
        span,
        label=f"this is {describe(kind)}, known only when {when}",
        help=f"make it a `Static` parameter or write the {what} out",
        edits=static_parameter(frame, kind.text),
    )


def as_size(frame: Frame, kind: Kind, span: Span, low: int | None = None) -> Kind:
    """A run-time integer as a dim, not less than `low`; other kinds as they are."""
    if not isinstance(kind, Computed):
        return kind
    integer = kind.type == INT or (
        isinstance(kind.type, ScalarType) and kind.type.dtype.kind in "iu"
    )
    if not integer:
        return frame.refuse(
            "dtype-mismatch", "a size is an integer", span, label=f"this is {describe(kind)}"
        )
    made: Sized | None = frame.names.dims.get((kind, low))
    if made is None:
        name = frame.names.temporary(kind.text.replace(".", "_").partition("[")[0], "n")
        bound = "" if low is None else f", low={low}"
        frame.writer.line(f"{name} = {frame.g}.as_dim({kind.text}{bound})")
        made = frame.names.dims[kind, low] = Sized(name, frame.wild(low))
    return made


def strong(frame: Frame, kinds: list[Kind], span: Span) -> list[Kind]:
    """The arguments of a NumPy function: where all are Python numbers, it makes scalars of them."""
    if not all(isinstance(type_of_kind(kind), NumberType) for kind in kinds):
        return kinds
    return [_scalar(frame, kind, span) for kind in kinds]


def _scalar(frame: Frame, kind: Kind, span: Span) -> Kind:
    return apply(frame, REGISTRY["as_scalar"], [kind], {}, span)
