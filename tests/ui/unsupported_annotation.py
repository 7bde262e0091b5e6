from dslc import InOut, dims, f32, graph

n = dims("n")


@graph
def f(x: InOut[f32, n]):  # error: [unsupported-annotation]
    return x
# --- diagnostics ---
error[unsupported-annotation]: `x`: InOut parameters are not part of the language
 --> unsupported_annotation.py:7:1
  |
7 | def f(x: InOut[f32, n]):
  | ^^^^^^^^^^^^^^^^^^^^^^^^
help: return the new array
