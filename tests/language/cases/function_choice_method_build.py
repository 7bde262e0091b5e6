# construct: which method, as building decides
# nodes: IfExp Attribute
# time: build
# status: refused
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


class Scale:
    @classmethod
    def up(cls, v):
        return v * 2


def relu(v):
    return np.maximum(v, 0)


def apply(relu, v):
    return relu(v)  # error: [unsupported-construct]


@graph
def f(x: Tensor[f32, n], up: Static[bool] = True):
    total = np.add.reduce if up else np.max
    step = Scale.up if up else relu
    y = apply(relu if up else np.tanh, x)
    z = step(x)  # error: [unsupported-construct]
    return y + z / total(x)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: calling one of several functions where the name of one is another's is not part of the language
  --> function_choice_method_build.py:19:12
   |
19 |     return relu(v)
   |            ^^^^^^^
help: rename the variable or parameter that is called like a function

error[unsupported-construct]: calling a function that depends on a build-time parameter is not part of the language
  --> function_choice_method_build.py:27:9
   |
27 |     z = step(x)
   |         ^^^^^^^
help: call each function in its branch, or choose from functions of the module

error[unsupported-construct]: calling a function that depends on a build-time parameter is not part of the language
  --> function_choice_method_build.py:28:20
   |
28 |     return y + z / total(x)
   |                    ^^^^^^^^
help: call each function in its branch, or choose from functions of the module
