"""Every op, a file for each family; importing this fills the registry."""

from dslc.ir.op import seal

from . import (  # noqa: F401
    activations,
    arith,
    arranging,
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
    joining,
    linalg,
    losses,
    math,
    nan,
    nn,
    normalization,
    order,
    output,
    patterns,
    pooling,
    power,
    products,
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
