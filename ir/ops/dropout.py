"""Dropout: elements left out at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.op import RuleError, op

from .distributions import random_bernoulli
from .operands import of_floats


@op(call="x, key, rate, training", public="nn.dropout", expands=True)
@of_floats
def dropout(x: Any, key: Any, *, rate: float, training: bool = True) -> Any:
    """Each element with the probability `rate` replaced by 0, the others divided by `1 - rate`.

    The same key (see `dslc.random`) leaves out the same elements. Unless `training`, the elements
    as they are. Srivastava and others, 2014.

    >>> dslc.nn.dropout(np.ones(5), dslc.random.key(0), rate=0.5)
    array([2., 0., 0., 0., 0.])
    """
    if not 0 <= rate <= 1:
        raise RuleError("argument-mismatch", f"`rate` is a probability, not {rate}")
    if not training or rate == 0:
        return np.copy(x)
    if rate == 1:
        return np.zeros_like(x)
    kept = random_bernoulli(key, 1.0 - rate, shape=x.shape)
    return np.where(kept, x / (1.0 - rate), 0.0)
