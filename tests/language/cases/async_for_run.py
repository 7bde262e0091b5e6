# construct: `async for`
# nodes: AsyncFor
# time: run
# status: refused
from dslc import graph


@graph
async def f(x: float):  # error: [unsupported-construct]
    async for row in x:
        pass
    return x
# --- diagnostics ---
error[unsupported-construct]: an async function is not part of the language
 --> async_for_run.py:5:1
  |
5 | async def f(x: float):
  | ^^^^^^^^^^^^^^^^^^^^^^
