import functools

from dslc import graph


def outer():
    @graph
    def inner(x: float):  # error: [unsupported-construct]
        return x

    return inner


class Model:
    @graph
    def method(self, x: float):  # error: [unsupported-construct]
        return x


@functools.cache
@graph
def cached(x: float):  # error: [unsupported-construct]
    return x


@graph
def twice(x: float):  # error: [unsupported-construct]
    return x


@graph
def twice(x: float):
    return x * 2
# --- diagnostics ---
error[unsupported-construct]: a `@graph` function inside another definition or block is not part of the language
 --> fence_placement.py:8:5
  |
8 |     def inner(x: float):
  |     ^^^^^^^^^^^^^^^^^^^^

error[unsupported-construct]: a `@graph` function inside another definition or block is not part of the language
  --> fence_placement.py:16:5
   |
16 |     def method(self, x: float):
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: take `@graph` off the method, and call it in a `@graph` function that takes the struct: `def method(model: Model, ...)`

error[unsupported-construct]: a `@graph` function with further decorators is not part of the language
  --> fence_placement.py:22:1
   |
22 | def cached(x: float):
   | ^^^^^^^^^^^^^^^^^^^^^

error[unsupported-construct]: a `@graph` function `twice` whose name is bound to something else afterwards is not part of the language
  --> fence_placement.py:27:1
   |
27 | def twice(x: float):
   | ^^^^^^^^^^^^^^^^^^^^
