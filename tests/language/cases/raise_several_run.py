# construct: `raise` of an exception of several values, or with `from`
# nodes: Raise
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float):
    if x < 0:
        raise ValueError("negative", x)  # error: [unsupported-construct]
    if x > 9:
        raise ValueError(x)  # error: [unsupported-construct]
    if x == 0:
        raise ValueError("zero") from OverflowError()  # error: [unsupported-construct]
    if x == 1:
        raise  # error: [unsupported-construct]
    if x == 2:
        raise StopIteration  # error: [unsupported-construct]
    raise 3  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: an exception of several values is not part of the language
 --> raise_several_run.py:7:9
  |
7 |         raise ValueError("negative", x)
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: give it one text, as in `ValueError(f"{a}, {b}")`

error[unsupported-construct]: an exception of float is not part of the language
 --> raise_several_run.py:9:26
  |
9 |         raise ValueError(x)
  |                          ^
help: give it a text: `f"{x}"`

error[unsupported-construct]: `raise` with `from` is not part of the language
  --> raise_several_run.py:11:9
   |
11 |         raise ValueError("zero") from OverflowError()
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: leave `from` out; the text may say what was behind it

error[unsupported-construct]: `raise` of what was caught is not part of the language
  --> raise_several_run.py:13:9
   |
13 |         raise
   |         ^^^^^
help: raise a new one

error[unsupported-construct]: raising `StopIteration` is not part of the language
  --> raise_several_run.py:15:15
   |
15 |         raise StopIteration
   |               ^^^^^^^^^^^^^

error[unsupported-construct]: raising what is no class of exceptions is not part of the language
  --> raise_several_run.py:16:5
   |
16 |     raise 3
   |     ^^^^^^^
help: write `raise ValueError("text")`, say
