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


class Counter:
    count = 0

    def tick(self):
        self.count += 1
        return self.count


COUNTER = Counter()


def counted(k):
    return COUNTER.tick() + k


@graph
def f(x: Tensor[f32, n]):
    x = x * written(2)  # error: [unsupported-construct]
    x = x * logged(3)  # error: [unsupported-construct]
    x = x * warned(4)  # error: [unsupported-construct]
    x = x * counted(1)  # error: [unsupported-construct]
    warnings.warn("x", stacklevel=2)  # error: [unsupported-construct]
    LOG.info("x")  # error: [unsupported-construct]
    return x * through(5)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: calling `written`, which changes something with `sys.stdout`, is not part of the language
  --> effects_shown.py:47:13
   |
47 |     x = x * written(2)
   |             ^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `logged`, which changes something with `LOG`, is not part of the language
  --> effects_shown.py:48:13
   |
48 |     x = x * logged(3)
   |             ^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `warned`, which changes something with `warnings.warn`, is not part of the language
  --> effects_shown.py:49:13
   |
49 |     x = x * warned(4)
   |             ^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `counted`, which changes `count`, is not part of the language
  --> effects_shown.py:50:13
   |
50 |     x = x * counted(1)
   |             ^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `warnings.warn`, which shows something, is not part of the language
  --> effects_shown.py:51:5
   |
51 |     warnings.warn("x", stacklevel=2)
   |     ^^^^^^^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `LOG.info`, which shows something, is not part of the language
  --> effects_shown.py:52:5
   |
52 |     LOG.info("x")
   |     ^^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `through`, which changes something with `LOG`, is not part of the language
  --> effects_shown.py:53:16
   |
53 |     return x * through(5)
   |                ^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`
