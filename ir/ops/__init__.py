"""Every op, a file for each family; importing this fills the registry."""

from dslc.ir.op import seal

from .arith import (
    abs_,
    add,
    divide,
    floor_divide,
    maximum,
    minimum,
    multiply,
    negative,
    positive,
    remainder,
    subtract,
)
from .compare import (
    and_,
    equal,
    greater,
    greater_equal,
    less,
    less_equal,
    logical_and,
    logical_not,
    logical_or,
    not_,
    not_equal,
    or_,
    where,
)
from .control import as_dim, call, check, for_, if_, require, while_
from .create import (
    arange,
    as_scalar,
    cast,
    full,
    full_like,
    ones,
    ones_like,
    zeros,
    zeros_like,
)
from .index import index, store
from .linalg import matmul
from .math import cos, exp, floor, isnan, log, sin, sqrt, tanh
from .power import pow_, power
from .reduce import all_, any_, max_, mean, min_, sum_
from .shape import broadcast_to, concat, copy, expand_dims, reshape, squeeze, transpose

__all__ = [
    "abs_", "add", "all_", "and_", "any_", "arange", "as_dim", "as_scalar", "broadcast_to", "call",
    "cast", "check", "concat", "copy", "cos", "divide", "equal", "exp", "expand_dims", "floor",
    "floor_divide", "for_", "full", "full_like", "greater", "greater_equal", "if_", "index",
    "isnan", "less", "less_equal", "log", "logical_and", "logical_not", "logical_or", "matmul",
    "max_", "maximum", "mean", "min_", "minimum", "multiply", "negative", "not_", "not_equal",
    "ones", "ones_like", "or_", "positive", "pow_", "power", "remainder", "require", "reshape",
    "sin", "sqrt", "squeeze", "store", "subtract", "sum_", "tanh", "transpose", "where", "while_",
    "zeros", "zeros_like",
]  # fmt: skip

seal()
