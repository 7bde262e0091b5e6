import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], w: Tensor[f32, 3]):
    y = x @ missing  # error: [unbound-name]
    z = np.tanh(y) + y
    while np.max(z) > 1.0:
        z = z * y
        if z[0] > 2.0:
            y = y[1:]
    return z.reshape((3, 4)) @ y
# --- diagnostics ---
error[unbound-name]: the name `missing` is not defined
  --> one_mistake_one_message.py:10:13
   |
10 |     y = x @ missing
   |             ^^^^^^^
