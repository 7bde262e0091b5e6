# construct: a plain function that calls itself with shorter lists
# nodes: FunctionDef Call
# time: run
# status: supported
# note: Each length has a text of its own.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def tree(xs):
    if len(xs) == 1:
        return xs[0]
    half = len(xs) // 2
    return tree(xs[:half]) + tree(xs[half:])


@graph
def f(x: Tensor[f32, n]):
    return tree([x, x * 2, x * 3])  # <--
# --- calls ---
#: f(np.float32([1, 2]))
# --- emitted ---
def tree_inlined(g, xs):
    return xs[0]


def tree_inlined_2(g, xs):
    g.lines(12)

    half = 2 // 2

    g.at("return tree(xs[:half]) + tree(xs[half:])")
    result_tree = tree_inlined(g, [xs[0]])                        # f32[n]
    result_tree_2 = tree_inlined(g, [xs[1]])                      # f32[n]
    result = g.add(result_tree, result_tree_2)                    # f32[n]
    return result


def tree_inlined_3(g, xs):
    g.lines(12)

    half = 3 // 2

    g.at("return tree(xs[:half]) + tree(xs[half:])")
    result_tree = tree_inlined(g, [xs[0]])                        # f32[n]
    result_tree_2 = tree_inlined_2(g, [xs[1], xs[2]])             # f32[n]
    result = g.add(result_tree, result_tree_2)                    # f32[n]
    return result


@dslc.builder("recursion_lists_run.py", captures=("tree",))
def f(g, x: Tensor[f32, n]):
    g.lines(17)

    g.at("return tree([x, x * 2, x * 3])")
    result_multiply = g.multiply(x, 2)                            # f32[n]
    result_multiply_2 = g.multiply(x, 3)                          # f32[n]
    result = tree_inlined_3(g, [x, result_multiply, result_multiply_2])  # f32[n]
    return result
