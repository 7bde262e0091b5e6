"""Ops that say when something is computed."""

from __future__ import annotations

from typing import Any

from dslc.ir.facts import Facts
from dslc.ir.op import op
from dslc.ir.types import TensorType, Type

from .rules import array


@op(view=True)
def depend(x: Any, on: Any) -> Any:
    """The array `x`, once `on` is known too: what is computed from it here is computed later.

    A control dependency, as in HLO's `AddDependency`: no value changes, and no pass takes what is
    computed from the result for what was computed from `x` before.
    """
    return x


@depend.type
def _(facts: Facts, x: Type, on: Type) -> Type:
    source = array(x, "`depend`")
    return TensorType(source.dtype, source.shape, source.joined)
