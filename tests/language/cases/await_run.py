# construct: `await`
# nodes: Await
# time: run
# status: refused
from dslc import graph


@graph
async def f(x: float):  # error: [unsupported-construct]
    return await x
# --- diagnostics ---
error[unsupported-construct]: an async function is not part of the language
 --> await_run.py:5:1
  |
5 | async def f(x: float):
  | ^^^^^^^^^^^^^^^^^^^^^^
