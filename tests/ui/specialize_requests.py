import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, m, k = dims("n m k")


@graph(specialize={k: (32, 64)})  # error: [specialize-invalid]
def unknown_dim(x: Tensor[f32, n, m]):
    return x * 2.0


@graph(specialize={k: (32, 64)})  # error: [specialize-invalid]
def of_the_result(x: Tensor[f32, n]) -> Tensor[f32, k]:
    return np.concatenate([x, x])


@graph(specialize={n: (32, -1)})  # error: [specialize-invalid]
def out_of_range(x: Tensor[f32, n]):
    return x * 2.0


@graph(specialize={n: "often"})  # error: [specialize-invalid]
def no_size(x: Tensor[f32, n]):
    return x * 2.0


@graph(specialize={n: ()})  # error: [specialize-invalid]
def nothing(x: Tensor[f32, n]):
    return x * 2.0


@graph(specialize={n * 2: 64})  # error: [specialize-invalid]
def no_name(x: Tensor[f32, n]):
    return x * 2.0


@graph(specialize={n: 64, "n": 32})  # error: [specialize-invalid]
def twice(x: Tensor[f32, n]):
    return x * 2.0


@graph(specialize={n: "auto", m: dslc.auto(most=2)})  # error: [specialize-invalid]
def different(x: Tensor[f32, n, m]):
    return x * 2.0


@graph(specialize=(32, 64))  # error: [specialize-invalid]
def of_no_dim(x: Tensor[f32, n]):
    return x * 2.0


@graph(specialize={n: 64})  # error: [specialize-invalid]
def without_dims(x: float):
    return x * 2.0
# --- diagnostics ---
error[specialize-invalid]: `unknown_dim` has no dim `k`
 --> specialize_requests.py:9:2
  |
9 | @graph(specialize={k: (32, 64)})
  |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: its dims are `n`, `m`

error[specialize-invalid]: `k` is a size of the result alone, which is not known before the call
  --> specialize_requests.py:14:2
   |
14 | @graph(specialize={k: (32, 64)})
   |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: its only dim is `n`

error[specialize-invalid]: `n` is never -1: it is at least 0
  --> specialize_requests.py:19:2
   |
19 | @graph(specialize={n: (32, -1)})
   |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[specialize-invalid]: 'often' is no size of `n`
  --> specialize_requests.py:24:2
   |
24 | @graph(specialize={n: "often"})
   |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write a size, `dslc.multiple_of(16)`, `dslc.exact(1)` or `"auto"`

error[specialize-invalid]: no version is asked for `n`
  --> specialize_requests.py:29:2
   |
29 | @graph(specialize={n: ()})
   |  ^^^^^^^^^^^^^^^^^^^^^^^^^
help: leave `n` out, or write a size

error[specialize-invalid]: `2*n` is no name of a dim
  --> specialize_requests.py:34:2
   |
34 | @graph(specialize={n * 2: 64})
   |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: its only dim is `n`

error[specialize-invalid]: versions for `n` are asked for twice
  --> specialize_requests.py:39:2
   |
39 | @graph(specialize={n: 64, "n": 32})
   |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[specialize-invalid]: two dims have different `auto`
  --> specialize_requests.py:44:2
   |
44 | @graph(specialize={n: "auto", m: dslc.auto(most=2)})
   |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write the same for both: sizes are counted once

error[specialize-invalid]: (32, 64) asks for no versions
  --> specialize_requests.py:49:2
   |
49 | @graph(specialize=(32, 64))
   |  ^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write `{n: (32, 64)}` or `"auto"`

error[specialize-invalid]: `without_dims` has no dim `n`
  --> specialize_requests.py:54:2
   |
54 | @graph(specialize={n: 64})
   |  ^^^^^^^^^^^^^^^^^^^^^^^^^
help: its parameters have no dims
