# construct: `async def`
# nodes: AsyncFunctionDef
# time: run
# status: refused
from dslc import graph


@graph
async def f(x: float):  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: an async function is not part of the language
 --> async_run.py:5:1
  |
5 | async def f(x: float):
  | ^^^^^^^^^^^^^^^^^^^^^^
