"""Control flow and checks.

`if`, `while` and `for` own regions and `call` names a graph: the evaluator runs them.
"""

from __future__ import annotations

import builtins
import importlib
import operator
from typing import Any, NoReturn, get_args

from dslc.ir.comparison import Relation, comparison
from dslc.ir.diagnostics import CompilerBug, Diagnostic, DslError
from dslc.ir.dtypes import is_integer
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import BOOL_NUMBER, INT, NumberType, Type, default_dtype

from .output import check_fields
from .rules import check_truth, int_bounds, single


def _structured(*_: Any, **__: Any) -> NoReturn:
    raise CompilerBug("a node with regions or a callee has no plain meaning")


@op(type=_structured, strong=False)
def if_(*operands: Any) -> NoReturn:
    """One of two regions, by the truth of the first operand, on the others."""
    _structured()


@op(type=_structured, strong=False)
def while_(*operands: Any) -> NoReturn:
    """The second region, on the operands and then on its results, while the first gives true."""
    _structured()


@op(type=_structured, strong=False, effects=Effects.RAISES)
def for_(*operands: Any) -> NoReturn:
    """A region for every number of a range, on the operands after it and then on its results.

    ValueError for a step of 0.
    """
    _structured()


@for_.can_raise
def _(start: Type, stop: Type, step: Type, *carried: Type, **_: Any) -> bool:
    low, high = int_bounds(step)
    return low <= 0 <= high


@op(type=_structured, strong=False)
def call(*operands: Any) -> NoReturn:
    """The results of another graph on these parameters."""
    _structured()


# --- checks -------------------------------------------------------------------------------------


@op(call="*operands, message, error", strong=False, variadic=True, effects=Effects.RAISES)
def check(
    *operands: Any, message: str | None = None, error: str | type[Exception] = "AssertionError"
) -> bool:
    """The truth of the first operand as a Python bool; where it is false, an exception.

    Args:
        operands: the test, then the values of the message's fields.
        message: the template of the exception's text; None for an exception without one.
        error: the exception's class, by its name where it is a built-in one.
    """
    test, *values = operands
    if not test:
        cls = getattr(builtins, error) if isinstance(error, str) else error
        raise cls(*() if message is None else (message.format(*values),))
    return True


@check.normal
def _(facts: Facts, *types: Type, message: Any, error: Any) -> dict[str, Any]:
    if not (message is None or isinstance(message, str)):
        raise RuleError("argument-mismatch", "the message of a check is text")
    exception = named_class(error) if isinstance(error, str) else error
    if not (isinstance(exception, type) and issubclass(exception, Exception)):
        raise RuleError("argument-mismatch", "a check raises an exception, by its class")
    name = exception.__name__
    built_in = vars(builtins).get(name) is exception
    return {"message": message, "error": name if built_in else exception}


def named_class(name: str) -> Any:
    """A built-in exception, or a class as printed graphs name it: `package.module:Outer.Inner`."""
    module, _, path = name.rpartition(":")
    found: Any = builtins if not module else importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    return found


@check.type
def _(facts: Facts, *types: Type, message: str | None, error: Any) -> Type:
    if not types:
        raise RuleError("argument-mismatch", "a check has a test")
    check_truth(types[0])
    check_fields(types[1:], () if message is None else (message,), "the message of a check")
    return BOOL_NUMBER


@op(strong=False, effects=Effects.RAISES)
def require(left: Any, right: Any, *, relation: str = "==") -> tuple[()]:
    """Go on only if two sizes compare so; else a DslError names both."""
    compared = comparison(left, relation, right)
    if not compared.holds({}):
        raise DslError(Diagnostic("shape-assumption", f"`{compared}` does not hold"))
    return ()


@require.normal
def _(facts: Facts, left: Type, right: Type, *, relation: Any) -> dict[str, Any]:
    if relation not in get_args(Relation):
        raise RuleError("argument-mismatch", f"{relation!r} does not compare sizes")
    return {"relation": relation}


@require.type
def _(facts: Facts, left: Type, right: Type, *, relation: str) -> tuple[Type, ...]:
    for number, type_ in enumerate((left, right)):
        if type_ != INT:
            message = f"a size is an int, not {type_}"
            raise RuleError("argument-mismatch", message, {number: f"this is {type_}"})
    return ()


@op(strong=False, effects=Effects.RAISES)
def as_dim(value: Any, *, low: int | None = None) -> int:
    """An integer as the Python int that sizes something; below `low`, a DslError."""
    number = operator.index(value)
    if low is not None and number < low:
        raise DslError(Diagnostic("shape-assumption", f"this size is {number}, below {low}"))
    return number


@as_dim.type
def _(facts: Facts, value: Type, *, low: int | None) -> Type:
    single(value, "a size")
    kind = isinstance(value, NumberType) and value.kind == "int"
    if not kind and not is_integer(default_dtype(value)):
        message = f"a size is an integer, not {value}"
        raise RuleError("dtype-mismatch", message, {0: f"this is {value}"})
    return INT


@as_dim.can_raise
def _(value: Type, *, low: int | None) -> bool:
    return low is not None or default_dtype(value).name == "uint64"
