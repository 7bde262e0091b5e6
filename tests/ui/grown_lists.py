import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def aliased(x: Tensor[f32, n, m]):
    total = x[0] * 0
    ys = []
    for row in x:
        total[0] += 1  # error: [ambiguous-write]
        ys.append(total)
    first = ys[0]
    first[0] = 2  # error: [ambiguous-write]
    return np.stack(ys)


@graph
def items(x: Tensor[f32, n, m]):
    ys = [1]
    for row in x:
        ys.append(2.0)  # error: [branch-mismatch]
    zs = []
    for row in x:  # error: [branch-mismatch]
        zs.append(row[row > 1])
    rows = []
    for row in x:  # error: [branch-mismatch]
        rows.append((row, 1))
    return x


@graph
def uses(x: Tensor[f32, n], i: float):
    ys = []
    for v in x:
        ys.append(v)
    ys[i] = x[0]  # error: [dtype-mismatch]
    ys[0] = x  # error: [branch-mismatch]
    ys.insert(0, x[0])  # error: [unsupported-construct]
    ys *= 2  # error: [unsupported-construct]
    print(ys)  # error: [unsupported-construct]
    a = np.dstack(ys)  # error: [unsupported-construct]
    both = [ys]
    ys.append(x[0])  # error: [unsupported-construct]
    return ys + [1], ys.index(0), 3.0 in ys  # error: [unsupported-construct] [unknown-attribute] [unsupported-construct]


@graph
def shared(x: Tensor[f32, n]):
    ys = []
    zs = ys
    for v in x:
        ys.append(v)  # error: [unsupported-construct]
    return len(zs)
# --- diagnostics ---
error[ambiguous-write]: `ys` may share memory with what is written to here, and is read later
  --> grown_lists.py:13:9
   |
13 |         total[0] += 1
   |         ^^^^^^^^
help: let `ys` be a copy

error[ambiguous-write]: which array this writes to is not certain: an item of a list
  --> grown_lists.py:16:5
   |
16 |     first[0] = 2
   |     ^^^^^^^^
help: write to a copy: `first = first.copy()`

error[branch-mismatch]: the items of `ys` are int, this one is float
  --> grown_lists.py:24:9
   |
24 |         ys.append(2.0)
   |         ^^^^^^^^^^^^^^
help: let all items be of one type

error[branch-mismatch]: `zs` grows here by arrays of a size that is not known before
  --> grown_lists.py:26:5
   |
26 |     for row in x:
   |     ^^^^^^^^^^^^^
help: let the items be arrays of one size that is known before

error[branch-mismatch]: `rows` is a list of 0 items on one path and of 1 item on another
  --> grown_lists.py:29:5
   |
29 |     for row in x:
   |     ^^^^^^^^^^^^^
help: store the values into an array, or write the steps out

error[dtype-mismatch]: a list is indexed by an integer, not float
  --> grown_lists.py:39:5
   |
39 |     ys[i] = x[0]
   |     ^^^^^

error[branch-mismatch]: the items of `ys` are f32, this one is f32[n]
  --> grown_lists.py:40:5
   |
40 |     ys[0] = x
   |     ^^^^^
help: let all items be of one type

error[unsupported-construct]: `.insert` of a list that grows in a loop of the graph is not part of the language
  --> grown_lists.py:41:5
   |
41 |     ys.insert(0, x[0])
   |     ^^^^^^^^^^^^^^^^^^
help: store the values into an array

error[unsupported-construct]: `*=` of a list that grows in a loop of the graph is not part of the language
  --> grown_lists.py:42:5
   |
42 |     ys *= 2
   |     ^^^^^^^
help: append the items one by one

error[unsupported-construct]: printing a list is not part of the language
  --> grown_lists.py:43:11
   |
43 |     print(ys)
   |           ^^

error[unsupported-construct]: `np.dstack` of a list that grew in a loop of the graph is not part of the language
  --> grown_lists.py:44:9
   |
44 |     a = np.dstack(ys)
   |         ^^^^^^^^^^^^^
help: stack its items: `np.stack(...)`

error[unsupported-construct]: changing a list that grows in a loop of the graph, in another list or dict, is not part of the language
  --> grown_lists.py:46:5
   |
46 |     ys.append(x[0])
   |     ^^^^^^^^^^^^^^^
help: let it have a name alone

error[unsupported-construct]: `+` between a list and a list is not part of the language
  --> grown_lists.py:47:12
   |
47 |     return ys + [1], ys.index(0), 3.0 in ys
   |            ^^^^^^^^

error[unknown-attribute]: a list has no attribute `index` here
  --> grown_lists.py:47:22
   |
47 |     return ys + [1], ys.index(0), 3.0 in ys
   |                      ^^^^^^^^

error[unsupported-construct]: `in` on run-time values is not part of the language
  --> grown_lists.py:47:35
   |
47 |     return ys + [1], ys.index(0), 3.0 in ys
   |                                   ^^^^^^^^^

error[unsupported-construct]: changing a list in place that the caller made, or that depends on the path, is not part of the language
  --> grown_lists.py:55:9
   |
55 |         ys.append(v)
   |         ^^^^^^^^^^^^
help: change a copy: `list(...)` makes one
