from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


class Config:
    __hash__ = None


@graph
def f(x: Tensor[f32, n], config: Static[Config] = Config()):  # error: [static-unhashable]
    return x
# --- diagnostics ---
error[static-unhashable]: a Config is no build-time value: it has no hash
  --> static_unhashable.py:11:1
   |
11 | def f(x: Tensor[f32, n], config: Static[Config] = Config()):
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: pass numbers, text, tuples, dicts or dataclasses of these
