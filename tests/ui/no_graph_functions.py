import numpy as np  # error: [no-graph-functions]


def f(x):
    return np.tanh(x)
# --- diagnostics ---
