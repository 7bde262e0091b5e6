import logging
import sys
import warnings

from dslc import Tensor, dims, f32, graph

n = dims("n")
LOG = logging.getLogger("model")


def written(k):
    sys.stdout.write("k\n")
    return k


def logged(k):
    LOG.info("k")
    return k


def warned(k):
    warnings.warn("k", stacklevel=2)
    return k


def through(k):
    return logged(k) + 1


@graph
def f(x: Tensor[f32, n]):
    x = x * written(2)  # error: [unsupported-construct]
    x = x * logged(3)  # error: [unsupported-construct]
    x = x * warned(4)  # error: [unsupported-construct]
    return x * through(5)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: calling `written`, which changes something with `sys.stdout`, is not part of the language
  --> effects_shown.py:32:13
   |
32 |     x = x * written(2)
   |             ^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `logged`, which changes something with `LOG`, is not part of the language
  --> effects_shown.py:33:13
   |
33 |     x = x * logged(3)
   |             ^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `warned`, which changes something with `warnings.warn`, is not part of the language
  --> effects_shown.py:34:13
   |
34 |     x = x * warned(4)
   |             ^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `through`, which changes something with `LOG`, is not part of the language
  --> effects_shown.py:35:16
   |
35 |     return x * through(5)
   |                ^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`
