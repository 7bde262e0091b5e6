"""Calls: what a called object means inside a graph, decided by what it is, never by its name."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction, JitFunction
from dslc.ir.op import REGISTRY, Op, RuleError
from dslc.ir.spellings import by_function, by_method, is_ufunc_method
from dslc.ir.types import ScalarType, TensorType
from dslc.specs import struct_fields

from . import containers, fence, struct_operators, structs
from .array_api_calls import array_api_call, is_array_api
from .array_calls import all_items, array_call, array_dtype, array_of_items, is_array_call
from .binding import Argument
from .breakpoints import is_breakpoint, refuse_breakpoint
from .builtin_calls import BUILTINS, builtin_call
from .chosen_calls import call_chosen
from .clip_calls import clip_call
from .closures_outside import functions_taken
from .dict_changes import new_dict
from .dtype_questions import dtype_question, is_dtype_question, is_of_array_api
from .effects import capture_of_call, reads_arrays, refuse_arrays, refuse_effect
from .frame import Frame, is_data
from .function_makers import has_function, made_function
from .grown_arrays import joined_call
from .identities import identities
from .items_methods import call_items_method
from .keyword_edits import meant_keyword, with_names_of_numpy
from .keywords import op_keywords, unless_none
from .kind_parts import is_run
from .kinds import (
    CONTAINERS,
    POISON,
    UNKNOWN,
    Built,
    Chosen,
    Closure,
    Grown,
    ItemsMethod,
    Kind,
    Method,
    Poison,
    Record,
    Sequence,
    StructMethod,
    describe,
    present,
    type_of_kind,
)
from .math_calls import is_math, math_call
from .numpy_calls import body_of, numpy_call
from .numpy_names import WRAPPING
from .open_mesh import open_mesh
from .operations import apply, as_attribute, as_size, strong
from .operator_calls import is_operator, operator_call
from .python_calls import call_while_building, is_of, prints
from .reduce_calls import is_reduce, reduce_call
from .scalar_calls import scalar_class
from .texts import built_value, text_of
from .tree import Call
from .type_questions import class_of
from .unknown_calls import is_numpy, refuse_unknown
from .varying_calls import refuse_varying, varies
from .written_calls import written_call, written_of

Arguments = list[Argument]
Keywords = Mapping[str, Argument]


def call(
    frame: Frame, callee: Kind, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind:
    """What a call gives."""
    callee = present(callee)
    if isinstance(callee, Chosen):

        def one(function: Kind, name: str | None) -> Kind:
            return _call(frame, function, arguments, keywords, e, name)

        return call_chosen(frame, callee, one, e.span, into)
    return _call(frame, callee, arguments, keywords, e, into)


def _call(
    frame: Frame, callee: Kind, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind:
    if isinstance(callee, Built):
        arguments, keywords = functions_taken(frame, callee, arguments, keywords, e)
    everything = [*arguments, *keywords.values()]
    if any(isinstance(a.kind, Poison) for a in everything):
        return POISON
    if not isinstance(callee, Built):
        return _bound_call(frame, callee, arguments, keywords, e, into)
    function = callee.value
    made = _of_library(frame, callee, arguments, keywords, e, into)
    if made is not None:
        return made
    op = by_function(function)
    if op is not None and (op.write is not None or _is_node(op, everything)):
        return _named_call(frame, op, callee, arguments, keywords, e, into)
    if isinstance(function, GraphFunction | CompiledFunction):
        return frame.session.call_graph(frame, callee, arguments, dict(keywords), e, into)
    if is_breakpoint(function):
        return refuse_breakpoint(frame, callee, e)
    kept = _kept_call(frame, callee, arguments, keywords, e, into)
    return _run_call(frame, callee, arguments, keywords, e, into) if kept is None else kept


def _of_library(
    frame: Frame, callee: Built, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind | None:
    """A call of a function of NumPy or of the array API that means more than an op; else None."""
    function = callee.value
    if is_array_api(function):
        return array_api_call(frame, callee, arguments, keywords, e, into, _op_call)
    written = written_of(function)
    if written is not None:
        return written_call(frame, callee, written, arguments, keywords, e, into)
    made = struct_operators.numpy_call(frame, callee, arguments, keywords, e, into)
    if made is None and is_array_call(function) and arguments:
        made = array_call(frame, function, arguments, keywords, e, into)
    return made


def _kept_call(
    frame: Frame, callee: Built, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind | None:
    """A call that stays one of the emitted text, while the graph is built; None for another."""
    function, everything = callee.value, [*arguments, *keywords.values()]
    changes = is_of(frame.session.module.path, function) and any(
        next(identities(a.kind), None) for a in everything
    )
    asks = function is isinstance and not frame.is_graph and class_of(arguments[0].kind)
    if changes or asks:  # a helper is walked for arguments of these classes
        return None
    is_emitted = function is np.ix_ or prints(frame.session.module.path, function)
    if function in containers.ITERATORS and any(has_function(a.kind) for a in everything):
        return None  # which function each is must be known
    if is_emitted or function in WRAPPING or any(is_run(a.kind) for a in everything):
        return None
    if varies(function):
        return refuse_varying(frame, callee, e)
    refused = refuse_effect(frame, callee, [a.kind for a in everything], e)
    if refused is not None:
        return refused
    made = made_function(frame, callee, arguments, keywords, e, into)
    if made is not None:
        return made
    built = call_while_building(callee, arguments, keywords)
    plain = isinstance(function, FunctionType) and all(
        built_value(a.kind) is not UNKNOWN for a in everything
    )
    plain = plain and not is_of_array_api(function)
    known = is_data(built.value) or isinstance(built.value, CompiledFunction)
    if function is super or (plain and not known) or reads_arrays(function):
        return None
    refused = refuse_arrays(frame, callee, [a.kind for a in everything], e)
    return refused or capture_of_call(frame, callee, e) or built


def _named_call(
    frame: Frame,
    op: Op,
    callee: Built,
    arguments: Arguments,
    keywords: Keywords,
    e: Call,
    into: str | None,
) -> Kind:
    """A call of a function of NumPy or `dslc` that means an op."""
    if op.write is not None:
        message = f"`{callee.text}` changes its array and gives None"
        help = "let it be a statement of its own"
        return frame.refuse("unsupported-construct", message, e.span, help=help)
    if op.name == "where" and len(arguments) + len(keywords) == 1:
        op = REGISTRY["nonzero"]  # which NumPy says it is
    function = callee.value
    if is_ufunc_method(function) and function.__name__ == "reduce" and len(arguments) == 1:
        first_axis = Argument(Built("0", 0), e.span)  # where NumPy's functions take all axes
        keywords = {"axis": first_axis, **keywords}
    if op.name != "clip" and not isinstance(function, Op):
        try:
            keywords = op_keywords(op, function, callee.text, keywords)
        except RuleError as error:
            edits = with_names_of_numpy(frame, op, function, arguments, keywords)
            return frame.refuse(error.code, error.message, e.span, help=error.help, edits=edits)
    return _op_call(frame, op, arguments, keywords, e, into, by_name=True)


def _bound_call(
    frame: Frame, callee: Kind, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind:
    """A call of a method, or of a struct."""
    match callee:
        case Method():
            return _method(frame, callee, arguments, keywords, e, into)
        case StructMethod():
            return structs.call_method(frame, callee, arguments, keywords, e, into)
        case ItemsMethod():
            return call_items_method(frame, callee, arguments, keywords, e, into)
        case Record():
            return structs.call_struct(frame, callee, arguments, keywords, e, into)
        case Closure():
            return frame.session.inline_closure(frame, callee, arguments, dict(keywords), e, into)
    return fence.refuse(frame, f"calling {describe(callee)}", e.span)


MAKING = ("full", "where", "linspace", "logspace", "geomspace", "kaiser")
"""Ops that make an array also of what building knows."""


def _is_node(op: Op, arguments: Arguments) -> bool:
    """Whether a call becomes a node: with run-time operands, or when it makes an array."""
    makes_array = not op.operands or op.public or op.name in MAKING
    return bool(makes_array) or any(is_run(a.kind) for a in arguments)


def _container_call(
    frame: Frame, callee: Built, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind | None:
    """A call of a class method, or of a function of Python's that takes containers; else None."""
    function = callee.value
    if function is super and not arguments:
        return structs.parent_of(frame, e)
    if function is np.ix_:
        return open_mesh(frame, arguments, e)
    if function in containers.ITERATORS and all(_iterates(a.kind) for a in arguments):
        return containers.call_iterator(frame, function, arguments, keywords, e)
    if function is dict and all(_iterates(a.kind) for a in arguments):
        return new_dict(frame, arguments, keywords, e)
    if function is dataclasses.replace and arguments and isinstance(arguments[0].kind, Record):
        head = f"{callee.text}({text_of(arguments[0].kind)}, "
        return structs.replaced(frame, arguments[0].kind, keywords, head, e)
    if isinstance(function, MethodType) and isinstance(function.__self__, type):
        cls, _, name = callee.text.rpartition(".")
        text = f"{function.__self__.__name__}.{name}"
        method = StructMethod(Built(cls, function.__self__), function.__func__, text)
        return structs.call_method(frame, method, arguments, keywords, e, into)
    return None


def _iterates(kind: Kind) -> bool:
    """Whether Python loops over it while the graph is built."""
    return isinstance(kind, CONTAINERS | Built)


def _python_call(
    frame: Frame, callee: Built, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind | None:
    """A call of a function of Python, or of one of NumPy that others stand for; else None."""
    function = callee.value
    body = body_of(function)
    if body is not None:
        return numpy_call(frame, callee, body, arguments, keywords, e, into, _op_call)
    if is_dtype_question(function):
        return dtype_question(frame, callee, arguments, keywords, e, into)
    if function in BUILTINS:
        return builtin_call(frame, function, arguments, keywords, e, into)
    if is_math(function):
        return math_call(frame, function, arguments, keywords, e, into)
    if is_operator(function):
        return operator_call(frame, callee, arguments, keywords, e, into)
    if is_reduce(function) and not keywords:
        return reduce_call(frame, arguments, e, into, call)
    return None


def _run_call(
    frame: Frame, callee: Built, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind:
    function = callee.value
    if function is UNKNOWN:
        return fence.refuse(
            frame, "calling a function that depends on a build-time parameter", e.span,
            help="call each function in its branch, or choose from functions of the module",
        )  # fmt: skip
    of_python = _python_call(frame, callee, arguments, keywords, e, into)
    if of_python is not None:
        return of_python
    of_containers = _container_call(frame, callee, arguments, keywords, e, into)
    if of_containers is not None:
        return of_containers
    if isinstance(function, type) and issubclass(function, np.generic):
        return scalar_class(frame, callee, arguments, e, into)
    if isinstance(function, type) and struct_fields(function) is not None:
        return structs.construct(frame, callee, arguments, keywords, e)
    if isinstance(function, FunctionType) and not is_numpy(function):
        return frame.session.inline(frame, callee, arguments, dict(keywords), e, into)
    if isinstance(function, JitFunction):
        return frame.refuse(
            "unknown-function",
            f"`{callee.text}` is a `@jit` function",
            e.function.span,
            help="make it a `@graph` function, which others may call",
        )
    return (
        refuse_varying(frame, callee, e) if varies(function) else refuse_unknown(frame, callee, e)
    )


# --- ops --------------------------------------------------------------------------------------


def _op_call(
    frame: Frame,
    op: Op,
    arguments: Arguments,
    keywords: Keywords,
    e: Call,
    into: str | None,
    *,
    by_name: bool,
) -> Kind:
    if op.variadic and arguments and isinstance(arguments[0].kind, Grown):
        return joined_call(frame, op, arguments, keywords, e, into)
    if op.name == "clip":
        return clip_call(frame, arguments, keywords, e, into, by_name=by_name)
    if op.variadic and op.starred is None and op.operands[0] in keywords and not arguments:
        arguments = [keywords[op.operands[0]]]
        keywords = {name: each for name, each in keywords.items() if name != op.operands[0]}
    positional: list[Any] = list(arguments)
    if op.variadic and positional and op.starred is None:
        items = all_items(frame, op, positional[0])
        if items is None:
            return POISON
        positional[0] = items
    may_be_none = set(op.optional) - set(op.never_none)
    if may_be_none:
        places = zip((*op.call, *[""] * len(positional)), positional, strict=False)
        positional = [unless_none(a) if name in may_be_none else a for name, a in places]
        keywords = {n: unless_none(a) if n in may_be_none else a for n, a in keywords.items()}
    try:
        operands, attributes = op.bind(tuple(positional), keywords)
    except RuleError as error:
        edits = meant_keyword(frame, op, keywords)
        return frame.refuse(error.code, error.message, e.span, help=error.help, edits=edits)
    given = {name: value for name, value in attributes.items() if isinstance(value, Argument)}
    kinds = {
        n: as_attribute(frame, a.kind, a.span, "shape" if n in op.sizes else n)
        for n, a in given.items()
    }
    kinds.update({n: Built("None", None) for n in attributes if n in op.optional})
    values = [_sized(frame, op, n, operand) for n, operand in enumerate(operands)]
    if by_name and op.numpy and not op.variadic:
        values = [array_of_items(frame, kind, e) for kind in values]
    if by_name and op.strong and values:
        values = strong(frame, values, e.span)
    return apply(frame, op, values, kinds, e.span, into=into, spans=[o.span for o in operands])


def _sized(frame: Frame, op: Op, number: int, operand: Argument) -> Kind:
    """An operand; an integer of the run that is a size becomes a dim."""
    is_size = not op.variadic and op.operands[number] in op.sizes
    if not is_size or isinstance(type_of_kind(operand.kind), TensorType):
        return operand.kind
    return as_size(frame, operand.kind, operand.span)


def _method(
    frame: Frame,
    method: Method,
    arguments: Arguments,
    keywords: Keywords,
    e: Call,
    into: str | None,
) -> Kind:
    op = by_method(method.name)
    assert op is not None
    if op.write is not None:
        message = f"`.{method.name}` changes its array and gives None"
        return frame.refuse(
            "unsupported-construct", message, e.span, help="let it be a statement of its own"
        )
    if op.name == "conj" and not arguments and not keywords and _is_real(method.object):
        return method.object  # as NumPy gives it
    rest = list(arguments)
    if method.name in ("reshape", "transpose") and rest and not isinstance(rest[0].kind, Sequence):
        none = isinstance(rest[0].kind, Built) and rest[0].kind.value is None
        if not none:  # x.reshape(2, 3) is x.reshape((2, 3))
            rest = [Argument(Sequence("", tuple(a.kind for a in rest)), rest[0].span)]
    if op.name == "cast":
        rest = [array_dtype(frame, a) for a in rest]
    place = Argument(method.object, e.function.span)
    given = [*rest[:1], place, *rest[1:]] if op.name == "compress" else [place, *rest]
    return _op_call(frame, op, given, keywords, e, into, by_name=False)


def _is_real(kind: Kind) -> bool:
    """Whether it is an array or a NumPy scalar of real numbers that NumPy itself has."""
    type_ = type_of_kind(kind)
    real = isinstance(type_, TensorType | ScalarType) and type_.dtype.kind in "biuf"
    return real and not getattr(type_, "joined", False)
