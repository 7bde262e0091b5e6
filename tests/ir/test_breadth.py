"""The functions that a NumPy user reaches for first are ops."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest

import dslc
from dslc.ir.spellings import by_function

ELEMENTWISE = """
    abs absolute acos acosh add arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin asinh
    atan atan2 atanh cbrt ceil clip copysign cos cosh deg2rad degrees divide equal exp exp2 expm1
    fabs fix float_power floor floor_divide fmax fmin fmod gcd greater greater_equal heaviside
    hypot isclose isfinite isinf isnan isneginf isposinf lcm less less_equal log log10 log1p log2
    logaddexp logaddexp2 logical_and logical_not logical_or logical_xor maximum minimum mod
    multiply nan_to_num negative nextafter not_equal positive pow power rad2deg radians reciprocal
    remainder rint round sign signbit sin sinc sinh spacing sqrt square subtract tan tanh
    true_divide trunc where
"""
BITS = """
    bitwise_and bitwise_count bitwise_invert bitwise_left_shift bitwise_not bitwise_or
    bitwise_right_shift bitwise_xor invert left_shift right_shift
"""
COMPLEX = "angle conj conjugate imag real"
REDUCTIONS = """
    all amax amin any argmax argmin average count_nonzero max mean median min nanargmax nanargmin
    nanmax nanmean nanmin nanprod nanstd nansum nanvar prod ptp std sum var
    add.reduce maximum.reduce minimum.reduce multiply.reduce
"""
CUMULATIVE = """
    cumprod cumsum diff nancumprod nancumsum add.accumulate maximum.accumulate minimum.accumulate
    multiply.accumulate trapezoid
"""
ORDER = "argsort searchsorted sort"
INDEXING = """
    copyto diagonal put_along_axis take take_along_axis trace add.at maximum.at minimum.at
    multiply.at subtract.at
"""
SHAPES = """
    array_split astype atleast_1d atleast_2d atleast_3d broadcast_arrays broadcast_to column_stack
    concat concatenate copy dstack expand_dims flip fliplr flipud hsplit hstack matrix_transpose
    moveaxis pad permute_dims ravel repeat reshape roll rot90 split squeeze stack swapaxes
    tile transpose vsplit vstack
"""
PATTERNS = """
    arange eye full full_like identity linspace logspace meshgrid ones ones_like tri tril triu
    zeros zeros_like diag
"""
PRODUCTS = """
    cross dot einsum inner kron matmul outer tensordot vdot vecdot
"""
SELECTION = """
    argwhere bincount compress delete extract flatnonzero intersect1d isin nonzero resize setdiff1d
    setxor1d trim_zeros union1d unique
"""
OTHER = "allclose array_equal divmod modf"
NUMPY = " ".join(
    [
        ELEMENTWISE, BITS, COMPLEX, REDUCTIONS, CUMULATIVE, ORDER, INDEXING, SHAPES, PATTERNS,
        PRODUCTS, SELECTION, OTHER,
    ]
).split()  # fmt: skip


@pytest.mark.parametrize("name", NUMPY)
def test_numpy_function_is_an_op(name: str) -> None:
    try:
        function = attrgetter(name)(np)
    except AttributeError:
        pytest.skip(f"this NumPy has no `{name}`")
    assert by_function(function) is not None


NN = """
    relu gelu silu sigmoid softmax log_softmax logsumexp layer_norm rms_norm batch_norm group_norm
    cross_entropy embedding one_hot dropout conv1d conv2d conv3d max_pool1d max_pool2d max_pool3d
    avg_pool1d avg_pool2d avg_pool3d interpolate scaled_dot_product_attention rope
"""
RANDOM = """
    key split fold_in bits uniform normal integers permutation categorical bernoulli exponential
"""


@pytest.mark.parametrize("name", NN.split())
def test_function_of_networks(name: str) -> None:
    assert by_function(getattr(dslc.nn, name)) is not None


@pytest.mark.parametrize("name", RANDOM.split())
def test_function_of_random_numbers(name: str) -> None:
    assert by_function(getattr(dslc.random, name)) is not None
