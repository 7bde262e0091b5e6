# construct: an operator between structs
# nodes: BinOp UnaryOp Compare
# time: run
# status: supported
# note: the methods of the class, in the order in which Python asks them
from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@dataclass
class Dual:
    """A number and its derivative."""

    value: Tensor[f32, n]
    slope: Tensor[f32, n]

    __array_ufunc__ = None

    def __add__(self, other):
        if not isinstance(other, Dual):
            return NotImplemented
        return Dual(self.value + other.value, self.slope + other.slope)

    def __radd__(self, other):
        return Dual(other + self.value, self.slope)

    def __mul__(self, other):
        if isinstance(other, Dual):
            return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)
        return Dual(self.value * other, self.slope * other)

    __rmul__ = __mul__

    def __neg__(self):
        return Dual(-self.value, -self.slope)

    def __lt__(self, other):
        return np.all(self.value < other.value)


@graph
def f(a: Dual, x: Tensor[f32, n]):
    y = x + -a * a  # <--
    y += 2.0 * a
    if y > a:
        y = a
    return y.value, y.slope
# --- calls ---
#: f(Dual(np.float32([1, 3]), np.float32([1, 1])), np.float32([0, 5])) == (np.float32([1, 2]), np.float32([0, -4]))
#: f(Dual(np.float32([1]), np.float32([2])), np.float32([9])) == (np.float32([1]), np.float32([2]))
#: f(Dual(np.float32([]), np.float32([])), np.float32([])) == (np.float32([]), np.float32([]))
# --- emitted ---
def Dual_neg(g, self):
    g.lines(35)

    g.at("return Dual(-self.value, -self.slope)")
    result_negative = g.negative(self.value)                      # f32[n]
    result_negative_2 = g.negative(self.slope)                    # f32[n]
    return Dual(result_negative, result_negative_2)


def Dual_mul(g, self, other):
    g.lines(29)

    g.at("return Dual(self.value * other.value, self.value * other.slope + self.slope * other.v...")
    result_multiply = g.multiply(self.value, other.value)         # f32[n]
    result_multiply_2 = g.multiply(self.value, other.slope)       # f32[n]
    result_multiply_3 = g.multiply(self.slope, other.value)       # f32[n]
    result_add = g.add(result_multiply_2, result_multiply_3)      # f32[n]
    return Dual(result_multiply, result_add)


def Dual_radd(g, self, other):
    g.lines(25)

    g.at("return Dual(other + self.value, self.slope)")
    result_add = g.add(other, self.value)                         # f32[n]
    return Dual(result_add, self.slope)


def Dual_mul_2(g, self, other):
    g.lines(30)

    g.at("return Dual(self.value * other, self.slope * other)")
    result_multiply = g.multiply(self.value, other)               # f32[n]
    result_multiply_2 = g.multiply(self.slope, other)             # f32[n]
    return Dual(result_multiply, result_multiply_2)


def Dual_add(g, self, other):
    g.lines(22)

    g.at("return Dual(self.value + other.value, self.slope + other.slope)")
    result_add = g.add(self.value, other.value)                   # f32[n]
    result_add_2 = g.add(self.slope, other.slope)                 # f32[n]
    return Dual(result_add, result_add_2)


def Dual_lt(g, self, other):
    g.lines(38)

    g.at("return np.all(self.value < other.value)")
    result_less = g.less(self.value, other.value)                 # bool_[n]
    result = g.all(result_less)                                   # bool_
    return result


@dslc.builder("struct_operator_run.py", captures=("Dual",))
def f(g, a: Dual, x: Tensor[f32, n]):
    # require a_n == n: return Dual(other + self.value, self.slope)
    g.lines(43, 44, 45)

    g.at("y = x + -a * a")
    y_neg = Dual_neg(g, a)                                        # Dual(f32[n], f32[n])
    y_mul = Dual_mul(g, y_neg, a)                                 # Dual(f32[n], f32[n])
    y = Dual_radd(g, y_mul, x)                                    # Dual(f32[n], f32[n])

    g.at("y += 2.0 * a")
    y_mul = Dual_mul_2(g, a, 2.0)                                 # Dual(f32[n], f32[n])
    y = Dual_add(g, y, y_mul)                                     # Dual(f32[n], f32[n])

    g.at("if y > a:")
    test = Dual_lt(g, a, y)                                       # bool_

    def if1_then():
        y = a
        return y

    def if1_else():
        return y

    y = g.if_(test, if1_then, if1_else)                           # Dual(f32[a_n], f32[a_n])

    return y.value, y.slope
