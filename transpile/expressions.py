"""Expressions: their kinds, and the nodes they become."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from dslc.ir.types import INT

from . import calls, containers, fence, spreading, struct_operators, structs
from .access import attribute, name
from .assumptions import assume_call, is_assume
from .binding import Argument
from .branches import Thunk, choose, choose_while_building, logical
from .chosen import every
from .closures import lambda_
from .comparisons import as_built, compare_pair, range_pair
from .comprehensions import comprehension, items_of
from .containers import item_type
from .first_trips import Given, given, tests_none, tests_of_maybe
from .folds import folded
from .formatting import formatted, is_text_of_run
from .frame import Frame, NeedsBuild
from .generators import taken_whole
from .grown_lists import item_at
from .identities import identities
from .indexing import index, item
from .inner_functions import Lambda
from .kept import kept
from .kind_parts import computed_leaves, is_run
from .kinds import (
    ATOM,
    POISON,
    Built,
    Computed,
    Grown,
    Kind,
    Poison,
    Record,
    Repeated,
    Sequence,
    Table,
    describe,
    loop_of,
    present,
)
from .live import names_in
from .matched import asked, number
from .memory import Memory
from .numpy_names import refused_index
from .operators import binary, built, unary
from .patterns import HasItems, HasKeys, IsA, Items, Number, Others, PartOf, Question
from .printing import print_call
from .ranges import is_range, range_bounds
from .size_expressions import size_expression, sizing
from .tested import tested
from .texts import atom
from .tree import (
    Attribute,
    Binary,
    Call,
    Compare,
    Comprehension,
    Conditional,
    Constant,
    Dict,
    Expression,
    FormattedString,
    List,
    Logical,
    Name,
    Slice,
    Starred,
    Subscript,
    Tuple,
    Unary,
)
from .unbound import UNSURE, Finished, finished, learn_test
from .writer import quoted


def expression(frame: Frame, e: Expression, into: str | None = None) -> Kind:
    """Walk an expression; its last node is called `into` when that is given."""
    return _noted(frame, _WALKS.get(type(e), _opaque)(frame, e, into))


def _noted(frame: Frame, kind: Kind) -> Kind:
    """A kind that the current statement has read."""
    frame.held += (m for m in map(_shared, computed_leaves(kind)) if m is not None)
    frame.held_lists += identities(kind)
    return kind


def _shared(leaf: Computed) -> Memory | None:
    """The memory of a value that may be another array's but shows no write to it."""
    fresh = leaf.memory is None or leaf.memory.is_variable or not leaf.memory.bases
    return None if fresh else leaf.memory


def test(frame: Frame, e: Expression, into: str | None = None) -> Kind:
    """Walk an expression of which only the truth is wanted."""
    if isinstance(e, Logical):
        return logical(frame, e.operator, _operands(frame, e, test), e.span, into, as_test=True)
    return tested(frame, expression(frame, e, into), e.span)


# --- names, literals, operators, displays -----------------------------------------------------


def _constant(frame: Frame, e: Constant, into: str | None) -> Kind:
    text = quoted(e.value) if isinstance(e.value, str) else frame.source(e.span)
    return Built(text, e.value)


def _attribute(frame: Frame, e: Attribute, into: str | None) -> Kind:
    return attribute(frame, _part_of(frame, e.value), e, into)


def _part_of(frame: Frame, e: Expression) -> Kind:
    """What has an attribute that is read, or is called."""
    match e:
        case Name():
            return _noted(frame, name(frame, e, whole=False))
        case Attribute():
            owner = _part_of(frame, e.value)
            return _noted(frame, attribute(frame, owner, e, None, whole=False))
    return expression(frame, e)


def _unary(frame: Frame, e: Unary, into: str | None) -> Kind:
    walk = test if e.operator == "not" else expression
    return unary(frame, walk(frame, e.operand), e, into)


def _binary(frame: Frame, e: Binary, into: str | None) -> Kind:
    operands = expression(frame, e.left), expression(frame, e.right)
    return binary(frame, e.operator, operands, e, into, (e.left.span, e.right.span))


def _display(frame: Frame, e: Tuple | List, into: str | None) -> Kind:
    if any(isinstance(item, Starred) for item in e.items):
        return spreading.display(frame, e, expression)
    items = tuple(expression(frame, item) for item in e.items)
    if any(isinstance(item, Poison) for item in items):
        return POISON
    return Sequence("", items, isinstance(e, List))


def _dict(frame: Frame, e: Dict, into: str | None) -> Kind:
    keys, values = _pairs(frame, e)
    plain = not any(map(is_run, values))
    if plain and not all(isinstance(k, Built) and isinstance(k.value, str | int) for k in keys):
        return _opaque(frame, e, into)
    return containers.dict_display(frame, e, keys, values)


def _pairs(frame: Frame, e: Dict) -> tuple[list[Kind | None], list[Kind]]:
    """`{key: value}`: key first, then value, pair by pair, as Python evaluates them."""
    keys: list[Kind | None] = []
    values: list[Kind] = []
    for key, value in zip(e.keys, e.values, strict=True):
        keys.append(None if key is None else expression(frame, key))
        values.append(expression(frame, value))
    return keys, values


# --- comparisons and choices ------------------------------------------------------------------


def _compare(frame: Frame, e: Compare, into: str | None) -> Kind:
    """A comparison, or a chain: `a < b < c` evaluates `b` once, stops at the first that fails."""
    is_none = tests_none(frame, e)
    if is_none is not None:
        return Built(repr(is_none), is_none)
    kinds = [expression(frame, e.left)]

    def link(number: int, name: str | None = None) -> Kind:
        operator, right = e.operators[number], e.rights[number]
        parts = (e.rights[number - 1] if number else e.left, right)
        last = number == len(e.operators) - 1
        if last and operator in ("in", "not in") and is_range(frame, right) and is_run(kinds[-1]):
            bounds = range_bounds(frame, right, expression)
            if bounds is None:
                return POISON
            return range_pair(frame, operator, kinds[-1], bounds, parts, e, name)
        kinds.append(expression(frame, right))
        return compare_pair(frame, operator, (kinds[number], kinds[number + 1]), parts, e, name)

    if len(e.operators) == 1:
        return link(0, into)
    thunks = [partial(link, number) for number in range(len(e.operators))]
    return logical(frame, "and", thunks, e.span, into, as_test=False)


def _logical(frame: Frame, e: Logical, into: str | None) -> Kind:
    operands = _operands(frame, e, expression)
    return logical(frame, e.operator, operands, e.span, into, as_test=False)


def _operands(frame: Frame, e: Logical, walk: Callable[[Frame, Expression], Kind]) -> list[Thunk]:
    """What walks each operand where those before it leave it open."""
    kinds: list[Kind] = []

    def walked(number: int) -> Kind:
        earlier, part = e.operands[number - 1] if number else None, e.operands[number]
        bound = learn_test(frame, earlier, holds=e.operator == "and")
        written = len(frame.writer.lines)
        kind = walk(frame, part)
        computes = not isinstance(kind, Built) or len(frame.writer.lines) > written
        if computes and not set(bound).isdisjoint(names_in(part)):
            frame.raises += 1  # elsewhere it would read what is not bound
            if isinstance(kinds[-1], Built):  # the text of both is run
                return fence.refuse(frame, UNSURE, part.span, help="write an `if` of its own")
        kinds.append(kind)
        return kind

    return [partial(walked, number) for number in range(len(e.operands))]


def _conditional(frame: Frame, e: Conditional, into: str | None) -> Kind:
    """`then if test else otherwise`."""
    tested = test(frame, e.test)
    if isinstance(tested, Poison):
        return tested
    if isinstance(tested, Built) and frame.is_decided(tested):
        return expression(frame, e.then if tested.value else e.otherwise, into)
    if isinstance(tested, Built):
        then, otherwise = tests_of_maybe(frame, e.test)

        def arm(part: Expression, known: dict[str, Kind], name: str | None) -> Kind:
            frame.environment.update(known)
            return expression(frame, part, name)

        named = partial(arm, e.then, then), partial(arm, e.otherwise, otherwise)
        return choose_while_building(frame, tested, named, e.span, into)
    thunks = (lambda: expression(frame, e.then), lambda: expression(frame, e.otherwise))
    return choose(frame, tested, thunks, e.span, into)


# --- subscripts, calls, the rest --------------------------------------------------------------


def _subscript(frame: Frame, e: Subscript, into: str | None) -> Kind:
    """`value[index]`."""
    value = structs.as_sequence(present(expression(frame, e.value)))
    if isinstance(value, Poison):
        return value
    if struct_operators.is_struct(value):
        return struct_operators.item(frame, value, index_kinds(frame, e.index), e, into)
    if isinstance(value, Repeated | Table | Grown):
        return _item(frame, value, index_kinds(frame, e.index), e, into)
    if isinstance(value, Sequence):
        position = index_kinds(frame, e.index)
        whole = as_built(value)
        if not (isinstance(whole, Built) and isinstance(position, Built) and not position.known):
            return item(frame, value, position, e)
        value = whole
    if isinstance(value, Computed):
        return index(frame, value, index_kinds(frame, e.index), e, into)
    position = containers.built_slice(index_kinds(frame, e.index))
    if isinstance(value, Built) and isinstance(position, Built):
        return _item_of_built(frame, value, position)
    loop = loop_of(position)
    if loop is not None:
        raise NeedsBuild(loop, e.index.span)
    with containers.in_python_loop(frame, position, e):
        said = f"{describe(value)} cannot be indexed here"
        help_ = refused_index(value.value) if isinstance(value, Built) else None
        return frame.refuse("unsupported-construct", said, e.span, help=help_)


def _item_of_built(frame: Frame, value: Built, position: Built) -> Built:
    text = f"{atom(value)}[{position.text}]"
    if value.known and not position.known:
        function = every(frame, value.value, text)
        if function is not None:
            return function
        if position.type == INT:
            return Built(text, type=item_type(value.value))
    return replace(built(None, lambda a, b: a[b], text, value, position), tight=ATOM)


def _item(
    frame: Frame, whole: Repeated | Table | Grown, position: Kind, e: Subscript, into: str | None
) -> Kind:
    """An item of a list or dict, or a slice of a list."""
    match whole:
        case Repeated():
            return containers.item_of_repeated(frame, whole, position, e)
        case Table():
            return containers.item_of_table(frame, whole, position, e)
    return item_at(frame, whole, position, e, into)


def index_kinds(frame: Frame, e: Expression) -> Kind:
    """An index: a number as its kind, a slice as a record of its parts, several as a sequence."""
    if isinstance(e, Tuple) and any(isinstance(part, Starred) for part in e.items):
        return spreading.display(frame, e, index_kinds)
    if isinstance(e, Tuple):
        return Sequence("", tuple(index_kinds(frame, part) for part in e.items))
    if isinstance(e, Slice):
        parts = [
            Built("", None) if p is None else size_expression(frame, p, expression)
            for p in (e.start, e.stop, e.step)
        ]
        return Record("", slice, dict(zip(("start", "stop", "step"), parts, strict=True)))
    return expression(frame, e)


def _call(frame: Frame, e: Call, into: str | None) -> Kind:
    """A call: function first, then arguments left to right, as Python evaluates them."""
    held = len(frame.held_lists)
    callee = _part_of(frame, e.function)
    if isinstance(callee, Poison):
        return callee
    if isinstance(callee, Built) and callee.value is print:
        return print_call(frame, e, expression)
    if is_assume(callee):
        return assume_call(frame, e, expression)
    taken = _taken(frame, callee, e, into)
    if taken is not None:
        return taken
    is_size = sizing(callee)

    def walked(part: Expression, place: int | str) -> Argument:
        if place == "" and isinstance(part, Dict):  # whose items are all that is wanted
            return Argument(containers.dict_display(frame, part, *_pairs(frame, part)), part.span)
        sized = is_size(place) and isinstance(part, Binary | Unary | Tuple | List | Call)
        walk = partial(size_expression, walk=expression) if sized else expression
        return Argument(walk(frame, part), part.span)

    given = spreading.given(frame, callee, e, walked)
    if given is None:
        return POISON
    frame.held_at_call = held
    if isinstance(callee, Built) and callee.value in (list, tuple) and e.arguments:
        taken_whole(frame, e.arguments[0])
    return calls.call(frame, callee, *given, e, into)


def _formatted(frame: Frame, e: FormattedString, into: str | None) -> Kind:
    if is_text_of_run(frame, e):
        return formatted(frame, e, expression, into)
    return kept(frame, e)


def _comprehension(frame: Frame, e: Comprehension, into: str | None) -> Kind:
    return comprehension(frame, e, into, expression)


def _taken(frame: Frame, callee: Kind, e: Call, into: str | None) -> Kind | None:
    """A call that takes the items of a generator over values of the graph; None for another."""
    whole = e.arguments[0] if e.arguments else None
    if not (isinstance(whole, Comprehension) and whole.form == "generator"):
        return None
    function = callee.value if isinstance(callee, Built) else None
    alone = len(e.arguments) == 1 and not e.keywords
    if alone and function in (list, tuple):
        return items_of(frame, whole, "list" if function is list else "tuple", into, expression)
    return folded(frame, function, e, whole, into, expression)


def _lambda(frame: Frame, e: Lambda, into: str | None) -> Kind:
    return lambda_(frame, e, into, expression)


def _asked(frame: Frame, e: Question, into: str | None) -> Kind:
    return asked(frame, e, expression)


def _opaque(frame: Frame, e: Expression, into: str | None) -> Kind:
    return kept(frame, e)


# Each walks the one kind of expression it stands for.
_WALKS: dict[type[Expression], Callable[[Frame, Any, str | None], Kind]] = {
    Name: lambda frame, e, into: name(frame, e),
    Constant: _constant,
    Attribute: _attribute,
    Subscript: _subscript,
    Call: _call,
    Unary: _unary,
    Binary: _binary,
    Compare: _compare,
    Logical: _logical,
    Conditional: _conditional,
    Tuple: _display,
    List: _display,
    Dict: _dict,
    Lambda: _lambda,
    FormattedString: _formatted,
    Comprehension: _comprehension,
    Finished: finished,
    Given: given,
    Number: number,
    **dict.fromkeys((HasItems, HasKeys, IsA, Items, Others, PartOf), _asked),
}
