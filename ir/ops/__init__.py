"""Every op, a file for each family; importing this fills the registry."""

from dslc.ir.op import seal

from . import (  # noqa: F401
    arith,
    compare,
    control,
    create,
    differences,
    distributions,
    index,
    linalg,
    math,
    nan,
    nn,
    order,
    output,
    power,
    quantiles,
    random,
    reduce,
    scan,
    scatter,
    shape,
    statistics,
)

seal()
