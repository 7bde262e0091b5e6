"""Every op, a file for each family; importing this fills the registry."""

from dslc.ir.op import seal

from . import (  # noqa: F401
    activations,
    arith,
    attention,
    classes,
    compare,
    control,
    convolution,
    create,
    differences,
    distributions,
    gather,
    index,
    linalg,
    losses,
    math,
    nan,
    nn,
    normalization,
    order,
    output,
    pooling,
    power,
    quantiles,
    random,
    reduce,
    scan,
    scatter,
    shape,
    special,
    statistics,
    windows,
)

seal()
