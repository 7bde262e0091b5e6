import numpy as np  # error: [no-graph-functions]


def f(x):
    return np.tanh(x)
# --- diagnostics ---
error[no-graph-functions]: there is no `@graph` function in this file
 --> no_graph_functions.py:1:1
  |
1 | import numpy as np
  | ^^^^^^^^^^^^^^^^^^
help: put `@graph` above a function
