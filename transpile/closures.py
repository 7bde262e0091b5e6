"""Lambdas and nested functions: they read variables, so they are walked where they are called.

    def scaled(v):                 def f_scaled(g, v, k): ...
        return v * k
    k = 3                          k = 3
    y = scaled(x)                  y = f_scaled(g, x, k)

At home, in the function that made it, a closure has no text: what it reads is passed in each call.
Where it goes elsewhere, it is a dict of what it reads. A function that was called gets what the
variables hold meanwhile, and hands back the closure that it was given; one that ends leaves what
they hold at its end.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace

from dslc.ir.diagnostics import Span

from . import fence
from .binding import Argument
from .frame import Frame
from .inner_functions import Lambda
from .kind_parts import has_text, map_closures
from .kinds import (
    POISON,
    Closure,
    Kind,
    MaybeUnbound,
    Poison,
    Repeated,
)
from .tree import Expression, Function, OpaqueStatement
from .writer import quoted

Functions = tuple[Function, ...]
Walk = Callable[[Frame, Expression], Kind]


def lambda_(frame: Frame, e: Lambda, into: str | None, walk: Walk) -> Kind:
    """`lambda v: v * k`; its function in the emitted text is called after the name it gets."""
    name = into or "lambda"
    around = frame.function.qualified_name
    function = replace(e.function, name=name, qualified_name=f"{around}.<locals>.{name}")
    return _made(frame, e, function, walk)


def nested(frame: Frame, s: OpaqueStatement, walk: Walk) -> Kind:
    """`def` in a function, without its decorators."""
    function = next(each for each in frame.session.module.functions if each.span == s.span)
    return _made(frame, s, function, walk)


def _made(
    frame: Frame, definition: Expression | OpaqueStatement, function: Function, walk: Walk
) -> Kind:
    """A closure, its defaults evaluated."""
    is_lambda = isinstance(definition, Lambda)
    label = frame.code(definition.span) if is_lambda else function.name
    values: dict[str, Kind] = {}
    for each in function.inputs:
        if each.default is not None:
            values[each.name] = walk(frame, each.default)
    if any(isinstance(value, Poison) for value in values.values()):
        return POISON
    if function.nonlocals:
        name = function.nonlocals[0]
        return fence.refuse(
            frame, f"a function that binds `{name}` of the function around it", function.span,
            help=f"let it return the new `{name}`",
        )  # fmt: skip
    return Closure(definition, function, frame, quoted(label), values)


def signature(closure: Closure, span: Span) -> inspect.Signature:
    """How it may be called; a default is an `Argument`."""
    parameters = []
    for each in closure.function.inputs:
        default: object = inspect.Parameter.empty
        if each.default is not None:
            default = Argument(closure.values[each.name], span)
        place = getattr(inspect.Parameter, each.place)
        parameters.append(inspect.Parameter(each.name, place, default=default))
    return inspect.Signature(parameters)


def variables(frame: Frame, closure: Closure) -> dict[str, Kind]:
    """What a closure reads from around it, as it is now."""
    found: dict[str, Kind] = {}
    for name in closure.function.free:
        if name in closure.values:
            found[name] = closure.values[name]
        elif closure.home is frame and name in frame.environment:
            found[name] = _variable(frame, frame.environment[name])
        elif closure.home is frame and name in frame.order:
            found[name] = MaybeUnbound("nothing is bound to it when the function is called")
    return found


def of_itself(frame: Frame, closure: Closure, found: dict[str, Kind]) -> dict[str, Kind]:
    """What a closure that calls itself has in the inner call: the variables of the outer one.

    It knows itself by a closure that holds nothing.
    """
    free = closure.function.free
    if closure.home is None and closure.function.start == frame.function.start:
        around = frame.environment
        found = {**{name: around[name] for name in free if name in around}, **found}
    own = {name: kind for name, kind in found.items() if _is_same(kind, closure)}
    held = {name: kind for name, kind in found.items() if name in free}
    return {**held, **{name: replace(closure, home=None, lent=None) for name in own}}


def _is_same(kind: Kind, closure: Closure) -> bool:
    return isinstance(kind, Closure) and kind.function.start == closure.function.start


def _variable(frame: Frame, kind: Kind) -> Kind:
    """A variable as a function inside reads it; one that may not be bound is refused there."""
    if not isinstance(kind, MaybeUnbound):
        return kind
    if kind.kind is not None and kind.guard in frame.known:
        return kind.kind
    return MaybeUnbound(kind.why)


# --- away from home ---------------------------------------------------------------------------


def lent(frame: Frame, kind: Kind) -> Kind:
    """A kind as a function that is called from here may have it."""
    return map_closures(kind, lambda each: _lent(frame, each, ()))


def _lent(frame: Frame, closure: Closure, around: Functions) -> Closure:
    if closure.home is not frame:
        return replace(closure, lent=closure)
    return replace(_closed(frame, closure, around, _lent), lent=closure)


def left(frame: Frame, kind: Kind) -> Kind:
    """A kind that a function returns: what its closures read is what it holds now."""
    return map_closures(kind, lambda each: _left(frame, each, ()))


def _left(frame: Frame, closure: Closure, around: Functions) -> Closure:
    return _closed(frame, closure, around, _left) if closure.home is frame else closure


def _closed(
    frame: Frame,
    closure: Closure,
    around: Functions,
    change: Callable[[Frame, Closure, Functions], Closure],
) -> Closure:
    """A closure that holds what it reads; where it reads itself, that is left open."""
    if closure.function in around:
        return replace(closure, home=None)
    around = (*around, closure.function)
    values = {
        name: map_closures(kind, lambda each: change(frame, each, around))
        for name, kind in variables(frame, closure).items()
    }
    text = closure.text if values.keys() <= closure.values.keys() else ""
    return replace(closure, home=None, values={**closure.values, **values}, text=text)


def returned(kind: Kind) -> Kind:
    """What a call gave, in its caller: closures that it was lent are those of the caller."""
    return map_closures(kind, _returned)


def _returned(closure: Closure) -> Closure:
    if closure.lent is not None:
        return closure.lent
    return replace(closure, values={n: returned(kind) for n, kind in closure.values.items()})


# --- elsewhere than in calls ------------------------------------------------------------------


def is_textless(kind: Kind) -> bool:
    """Whether it needs no place in the emitted text."""
    return isinstance(kind, Closure) and not has_text(kind)


def is_open_list(kind: Kind) -> bool:
    """Whether it has any number of closures that hold something each."""
    return isinstance(kind, Repeated) and isinstance(kind.item, Closure) and has_text(kind.item)
