"""NumPy scalars, Python numbers and arrays of rank 0 keep their own rules."""

from dslc import Scalar, Tensor, f32, graph, i32, u8


@graph
def kinds(p: Tensor[u8, 1], q: Tensor[u8, 1], s: Scalar[i32], z: Tensor[f32, ()]):
    difference = abs(int(p[0]) - int(q[0]))
    wrapped = p[0] - q[0]
    z = z * 1
    return difference, wrapped, s + True, s / 2, z, z > 0, not z
# --- calls ---
#: kinds(np.uint8([50]), np.uint8([150]), 7, np.asarray(0.5, np.float32))
# --- emitted ---
# Written by `dslc build` from integers_and_bools.py: edit that file and build again.
"""NumPy scalars, Python numbers and arrays of rank 0 keep their own rules."""

import dslc
from dslc import Scalar, Tensor, f32, graph, i32, u8


@dslc.builder("integers_and_bools.py")
def kinds(g, p: Tensor[u8, 1], q: Tensor[u8, 1], s: Scalar[i32], z: Tensor[f32, ()]):
    g.lines(8, 9, 10, 11)

    g.at("difference = abs(int(p[0]) - int(q[0]))")
    difference_index = g.index(p, g.s_[0])                        # u8
    difference_cast = g.cast(difference_index, int)               # int
    difference_index_2 = g.index(q, g.s_[0])                      # u8
    difference_cast_2 = g.cast(difference_index_2, int)           # int
    difference_subtract = g.subtract(difference_cast, difference_cast_2)  # int
    difference = g.abs(difference_subtract)                       # int

    g.at("wrapped = p[0] - q[0]")
    wrapped_index = g.index(p, g.s_[0])                           # u8
    wrapped_index_2 = g.index(q, g.s_[0])                         # u8
    wrapped = g.subtract(wrapped_index, wrapped_index_2)          # u8

    g.at("z = z * 1")
    z = g.multiply(z, 1)                                          # f32

    g.at("return difference, wrapped, s + True, s / 2, z, z > 0, not z")
    result_add = g.add(s, True)                                   # i32
    result_divide = g.divide(s, 2)                                # f64
    result_greater = g.greater(z, 0)                              # bool_
    result_not = g.not_(z)                                        # bool
    return difference, wrapped, result_add, result_divide, z, result_greater, result_not
