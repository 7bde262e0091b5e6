# construct: `match` with patterns of dicts and classes
# nodes: Match match_case MatchMapping MatchClass MatchAs
# time: run
# status: supported
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@dataclass
class Circle:
    radius: Scalar[f32]


@dataclass
class Box:
    width: Scalar[f32]
    height: Scalar[f32]


class Pair(NamedTuple):
    a: Tensor[f32, n]
    b: Scalar[f32]


def area(shape):
    match shape:  # <--
        case Circle(radius=r):
            return r * r
        case Box(width, height) if width == height:
            return width * width
        case Box(width, 0 | 1 as height) | Box(height, width):
            return width * height
        case Box():
            return -shape.width


@graph
def f(c: Circle, b: Box):
    return area(c), area(b)


@graph
def chosen(x: Tensor[f32, n], p: Pair, k: int):
    match {"x": x, "p": p, "k": k}:
        case {"y": y}:
            return y
        case {"k": 0, **others}:
            return others["x"] + len(others)
        case {"p": Pair(a, b=0), "k": 1}:
            return a
        case {"p": (a, float(b)), "x": np.ndarray(shape=(rows,))}:
            return a * b
        case {"p": (a, b), "x": np.ndarray(shape=(rows,)), "k": int(by)}:
            return a * b + rows * by
        case _:
            return x
# --- calls ---
#: f(Circle(np.float32(2)), Box(np.float32(2), np.float32(3))) == (np.float32(4), np.float32(6))
#: f(Circle(np.float32(2)), Box(np.float32(3), np.float32(3))) == (np.float32(4), np.float32(9))
#: f(Circle(np.float32(2)), Box(np.float32(3), np.float32(0))) == (np.float32(4), np.float32(0))
#: chosen(np.float32([3]), Pair(np.float32([5]), np.float32(2)), 0) == np.float32([5])
#: chosen(np.float32([3]), Pair(np.float32([5]), np.float32(0)), 1) == np.float32([5])
#: chosen(np.float32([3]), Pair(np.float32([5]), np.float32(2)), 1) == np.float32([11])
#: chosen(np.float32([3]), Pair(np.float32([5]), np.float32(2)), 4) == np.float32([14])
# --- emitted ---
def area_inlined(g, shape):
    g.lines(30)

    r = shape.radius

    g.at("return r * r")
    result = g.multiply(r, r)                                     # f32
    return result


def area_inlined_2(g, shape):
    g.lines(31, 32, 33, 33, 34)

    width = shape.width
    height = shape.height

    g.at("case Box(width, height) if width == height:")
    test_equal = g.equal(width, height)                           # bool_

    def if1_then():
        g.at("return width * width")
        result = g.multiply(width, width)                         # f32
        return result

    def if1_else():
        g.at("case Box(width, 0 | 1 as height) | Box(height, width):")
        test_equal = g.equal(shape.height, 0)                     # bool_
        test_equal_2 = g.equal(shape.height, 1)                   # bool_
        test_or = g.or_(test_equal, test_equal_2)                 # bool

        g.at("case Box(width, 0 | 1 as height) | Box(height, width)")
        test_equal = g.equal(shape.height, 0)                     # bool_
        test_equal_2 = g.equal(shape.height, 1)                   # bool_
        test_or = g.or_(test_equal, test_equal_2)                 # bool

        def if2_then():
            width = shape.width
            height = shape.height
            return width, height

        def if2_else():
            height = shape.width
            width = shape.height
            return width, height

        width, height = g.if_(test_or, if2_then, if2_else)        # f32, f32

        g.at("return width * height")
        result = g.multiply(width, height)                        # f32
        return result

    result = g.if_(test_equal, if1_then, if1_else)                # f32
    return result


@dslc.builder("match_class_run.py", captures=("area", "Circle", "Box"))
def f(g, c: Circle, b: Box):
    # capture Circle = Circle
    # capture Box = Box
    g.lines(41)

    g.at("return area(c), area(b)")
    result_area = area_inlined(g, c)                              # f32
    result_area_2 = area_inlined_2(g, b)                          # f32
    return result_area, result_area_2


@dslc.builder("match_class_run.py", captures=("Pair",))
def chosen(g, x: Tensor[f32, n], p: Pair, k: int):
    # capture Pair = Pair
    g.lines(49, 50, 51, 52, 56)

    matched = {"x": x, "p": p, "k": k}

    g.at('case {"k": 0, **others}:')
    test_equal = g.equal(matched["k"], 0)                         # bool

    def if1_then():
        others = {"x": matched["x"], "p": matched["p"]}

        g.at('return others["x"] + len(others)')
        result = g.add(others["x"], len(others))                  # f32[n]
        return result

    def if1_else():
        g.at('case {"p": Pair(a, b=0), "k": 1}:')
        test_equal = g.equal(matched["p"].b, 0)                   # bool_
        test_equal_2 = g.equal(matched["k"], 1)                   # bool
        test = g.and_(test_equal, test_equal_2)                   # bool

        def if2_then():
            a = matched["p"].a

            g.at("return a")
            return a

        def if2_else():
            a = matched["p"].a
            b = matched["p"].b
            rows = matched["x"].shape[0]
            by = matched["k"]

            g.at("return a * b + rows * by")
            result_multiply = g.multiply(a, b)                    # f32[p_n]
            result = g.add(result_multiply, rows * by)            # f32[p_n]
            return result

        result = g.if_(test, if2_then, if2_else)                  # f32[p_n]
        return result

    result = g.if_(test_equal, if1_then, if1_else)                # f32[result_n]
    return result
