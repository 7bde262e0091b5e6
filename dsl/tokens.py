"""Tokens: values that say that something is done, to keep an order that no data keeps.

A send and a receive, or two collectives, must come in one order, though neither reads what the
other gives. A token is what the later one takes: `after(x, token)` is `x`, and what is computed
from it is computed when the token is there. Prints, checks and writes keep their order by where
they stand, and need none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dslc.ir.dtypes import bool_
from dslc.ir.ops.scheduling import depend

from .annotations import Tensor


@dataclass(frozen=True, eq=False)
class Token:
    """That something is done.

    A struct of one array: it is a parameter, a result, an item of a tuple, dict or struct, and what
    loops and branches carry, as others are.

    Attributes:
        done: true, `bool_` without axes; what it waits for is what it was made of.
    """

    done: Tensor[bool_, ()]


def token(*values: Any) -> Token:
    """A token that is there once all of these arrays are computed; without any, at once.

    >>> dslc.token(np.ones(3)).done
    array(True)
    """
    done: Any = np.ones((), np.bool_)
    for value in values:
        done = depend(done, value)
    return Token(done)


def after(value: Any, *tokens: Token) -> Any:
    """An array itself; what is computed from it here is computed when the tokens are there.

    >>> dslc.after(np.array([1.0, 2.0]), dslc.token())
    array([1., 2.])
    """
    for each in tokens:
        value = depend(value, each.done)
    return value
