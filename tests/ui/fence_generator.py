from dslc import graph


@graph
def f(x: float):  # error: [unsupported-construct]
    yield x


@graph
async def g(x: float):  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: `yield` is not part of the language
 --> fence_generator.py:5:1
  |
5 | def f(x: float):
  | ^^^^^^^^^^^^^^^^
help: return an array of all values

error[unsupported-construct]: an async function is not part of the language
  --> fence_generator.py:10:1
   |
10 | async def g(x: float):
   | ^^^^^^^^^^^^^^^^^^^^^^
