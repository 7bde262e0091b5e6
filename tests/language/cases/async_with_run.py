# construct: `async with`
# nodes: AsyncWith
# time: run
# status: refused
from dslc import graph


@graph
async def f(x: float):  # error: [unsupported-construct]
    async with x:
        pass
    return x
# --- diagnostics ---
error[unsupported-construct]: an async function is not part of the language
 --> async_with_run.py:5:1
  |
5 | async def f(x: float):
  | ^^^^^^^^^^^^^^^^^^^^^^
