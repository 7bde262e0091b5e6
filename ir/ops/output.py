"""What a graph tells the world while it runs."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.templates import fields
from dslc.ir.types import CLASSES, NumberType, ScalarType, TensorType, Type

from .rules import refuse_joined

STREAMS = ("stdout", "stderr")


@op(strong=False, variadic=True, effects=Effects.HOST)
def print_(
    *values: Any,
    templates: tuple[str, ...],
    sep: str = " ",
    end: str = "\n",
    file: str = "stdout",
    flush: bool = False,
) -> tuple[()]:
    """Python's `print` of texts with these values in them, in order with all else that has effects.

    Args:
        values: those of the fields of all templates, one after the other.
        templates: one for each argument of the `print`: `{!s}` is a value as it is.
        sep: stands between the texts.
        end: stands after the last.
        file: `stdout` or `stderr`, what `sys` has under that name when it runs.
        flush: whether it is written at once.
    """
    rest = iter(values)
    texts = [template.format(*(next(rest) for _ in fields(template))) for template in templates]
    builtins.print(*texts, sep=sep, end=end, file=getattr(sys, file), flush=flush)
    return ()


@print_.normal
def _(facts: Facts, *types: Type, **given: Any) -> dict[str, Any]:
    canonical = {
        **given,
        "sep": " " if given["sep"] is None else given["sep"],
        "end": "\n" if given["end"] is None else given["end"],
        "templates": tuple(given["templates"]),
        "flush": bool(given["flush"]),
    }
    texts = (canonical["sep"], canonical["end"], *canonical["templates"])
    if not all(isinstance(text, str) for text in texts):
        raise RuleError("argument-mismatch", "what stands between the values of a print is text")
    if canonical["file"] not in STREAMS:
        raise RuleError("argument-mismatch", "a graph prints to `sys.stdout` or `sys.stderr`")
    return canonical


@print_.type
def _(facts: Facts, *types: Type, templates: tuple[str, ...], **_: Any) -> tuple[Type, ...]:
    check_fields(types, templates, "`print`")
    return ()


def check_fields(types: Sequence[Type], templates: Sequence[str], what: str) -> None:
    """Refuse values that the fields of some templates cannot show; `what` has the templates.

    Raises:
        RuleError: `argument-mismatch`, and for values whose dtype depends on the path.
    """
    found = [field for template in templates for field in fields(template)]
    if len(found) != len(types):
        raise RuleError("argument-mismatch", f"{len(found)} fields for {len(types)} values")
    refuse_joined(types, what)
    for number, (type_, (conversion, spec)) in enumerate(zip(types, found, strict=True)):
        check_format(type_, conversion, spec, number)


def check_format(type_: Type, conversion: str, spec: str, number: int = 0) -> None:
    """Refuse a format that values of a type do not have.

    Raises:
        RuleError: `argument-mismatch`.
    """
    said = f"{'!' if conversion else ''}{conversion}{':' if spec else ''}{spec}"
    message = f"a value of type {type_} has no format `{{{said}}}`"
    labels = {number: f"this is {type_}"}
    try:
        f"{{{said}}}".format(_sample(type_))
    except (TypeError, ValueError):
        raise RuleError("argument-mismatch", message, labels) from None
    if spec.endswith("c") and not conversion:  # of some numbers only
        raise RuleError("argument-mismatch", message, labels, help="print the number")


def _sample(type_: Type) -> Any:
    """A value of a type; which formats it has does not depend on the number."""
    if isinstance(type_, TensorType):
        return np.zeros((1,) * type_.rank, type_.dtype)
    if isinstance(type_, ScalarType):
        return type_.dtype.type(0)
    assert isinstance(type_, NumberType)
    return CLASSES[type_.kind](0)
