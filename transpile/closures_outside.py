"""Closures as arguments of functions that are not walked."""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType

from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction

from . import fence
from .binding import Argument
from .containers import ITERATORS
from .frame import Frame
from .inner_functions import Lambda
from .kept import kept
from .kind_parts import leaves
from .kinds import Built, Closure, Kind
from .reduce_calls import is_reduce
from .tree import Call
from .unknown_calls import is_numpy
from .written_calls import written_of

Arguments = list[Argument]
Keywords = Mapping[str, Argument]


def functions_taken(
    frame: Frame, callee: Built, arguments: Arguments, keywords: Keywords, e: Call
) -> tuple[Arguments, Keywords]:
    """The arguments of a call, closures among them; poison for those that it cannot have.

    A function of the module is walked with them. To what building evaluates a lambda is the Python
    it is, if all it reads is known.
    """
    function = callee.value
    is_walked = isinstance(function, FunctionType) and not is_numpy(function)
    is_walked = is_walked or is_reduce(function) or function in ITERATORS
    is_walked = is_walked or function in (isinstance, len) or written_of(function) is not None
    if is_walked or not any(map(_has_closure, (*arguments, *keywords.values()))):
        return arguments, keywords
    is_graph = isinstance(function, GraphFunction | CompiledFunction)
    given = [_given(frame, a, is_graph) for a in arguments]
    return given, {name: _given(frame, a, is_graph) for name, a in keywords.items()}


def _has_closure(argument: Argument) -> bool:
    return any(isinstance(leaf, Closure) for leaf in leaves(argument.kind))


def _given(frame: Frame, argument: Argument, is_graph: bool) -> Argument:
    if not _has_closure(argument):
        return argument
    if is_graph:
        kind: Kind = fence.refuse(
            frame, "a function as an argument of a graph function", argument.span,
            help="let that be a plain function, or call the function before",
        )  # fmt: skip
    else:
        kind = _python(frame, argument)
    return Argument(kind, argument.span)


def _python(frame: Frame, argument: Argument) -> Kind:
    """A lambda as Python that building evaluates."""
    closure = argument.kind
    if (
        isinstance(closure, Closure)
        and isinstance(closure.definition, Lambda)
        and closure.home is frame
        and not closure.values
    ):
        return kept(frame, closure.definition)
    what = "a function made here in a call that is not walked"
    return fence.refuse(frame, what, argument.span, help="let it be a function of the module")
