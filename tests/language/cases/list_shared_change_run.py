# construct: changing a list that has other names, in a branch
# nodes: Call List
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, f64, graph

n = dims("n")


def push(rows, x):
    rows.append(x)  # error: [unsupported-construct]


@graph
def f(x: Tensor[f32, n], positive: bool):
    rows = [x]
    other = rows
    if positive:
        rows.append(x)  # error: [unsupported-construct]
    else:
        push(rows, 2.0)
    for row in other:
        other.append(row)  # error: [unsupported-construct]
    rows = [x, x]
    return rows[0] + rows.pop()  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: changing a list in place that the caller made, or that depends on the path, is not part of the language
 --> list_shared_change_run.py:9:5
  |
9 |     rows.append(x)
  |     ^^^^^^^^^^^^^^
help: change a copy: `list(...)` makes one

error[unsupported-construct]: changing a list in place that the caller made, or that depends on the path, is not part of the language
  --> list_shared_change_run.py:17:9
   |
17 |         rows.append(x)
   |         ^^^^^^^^^^^^^^
help: change a copy: `list(...)` makes one

error[unsupported-construct]: changing a list while a loop goes over it is not part of the language
  --> list_shared_change_run.py:21:9
   |
21 |         other.append(row)
   |         ^^^^^^^^^^^^^^^^^
help: make a list of what is to change, and change it after the loop

error[unsupported-construct]: changing a list that the statement has read before is not part of the language
  --> list_shared_change_run.py:23:22
   |
23 |     return rows[0] + rows.pop()
   |                      ^^^^^^^^^^
help: change it in a statement of its own
