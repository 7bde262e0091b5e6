from dataclasses import dataclass, field, replace
from functools import cached_property

from dslc import Tensor, dims, f32, graph

n, k = dims("n k")
names = object()


@dataclass
class Dense:
    w: Tensor[f32, n]
    table = names

    def __post_init__(self):
        self.kept = self.w

    def twice(self):
        return self.twice()  # error: [recursive-call]

    @cached_property
    def total(self):
        return self.missing  # error: [unknown-attribute]

    def __len__(self):
        return 3


@dataclass
class State:
    w: Tensor[f32, n]
    steps: list = field(default_factory=list)


@graph(check=[dict(params={"w": None}, layers=[Dense(None)])])
def f(x: Tensor[f32, n], dense: Dense, params: dict[str, Tensor[f32, n]], layers: list[Dense]):
    a = Dense(x)  # error: [unsupported-construct]
    b = replace(dense, w=x)  # error: [unsupported-construct]
    c = State(x)  # error: [unsupported-construct]
    d = dense.twice()
    e = dense.total
    s = dense.table  # error: [unsupported-construct]
    g = dense(x)  # error: [unsupported-construct]
    dense.w = x  # error: [unsupported-construct]
    if dense:  # error: [unsupported-construct]
        pass
    for i in range(x.shape[0]):
        h = params[i]  # error: [depends-on-run]
    layers.append(dense)  # error: [unsupported-construct]
    params.update(w=x)  # error: [unsupported-construct]
    j = {"w": x}["v"]  # error: [index-out-of-range]
    for name, layer in params.keys():
        l = params.get(name)  # error: [unsupported-construct]
    o = dense + 1.0  # error: [unsupported-construct]
    p = dense.steps  # error: [unknown-attribute]
    q = zip(layers)[0]  # error: [unsupported-construct]
    r = enumerate(layers, x)  # error: [unknown-function]
    for one, two in layers:  # error: [argument-mismatch]
        pass
    super().f()  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[recursive-call]: `twice` calls itself, and nothing known while building ends that
  --> structs_in_a_graph.py:19:16
   |
19 |         return self.twice()
   |                ^^^^^^^^^^^^
help: write a loop, or let a `Static` number, the length of a list or a rank end it

error[unknown-attribute]: `Dense` has no field `missing`
  --> structs_in_a_graph.py:23:16
   |
23 |         return self.missing
   |                ^^^^^^^^^^^^

error[unsupported-construct]: making a `Dense` in a graph, which runs its own `__init__` or `__post_init__`, is not part of the language
  --> structs_in_a_graph.py:37:9
   |
37 |     a = Dense(x)
   |         ^^^^^^^^
help: write a function that computes the fields, and let the dataclass only hold them

error[unsupported-construct]: replacing fields of a `Dense`, which runs its own `__init__` or `__post_init__`, is not part of the language
  --> structs_in_a_graph.py:38:9
   |
38 |     b = replace(dense, w=x)
   |         ^^^^^^^^^^^^^^^^^^^

error[unsupported-construct]: the default of `steps` in a struct made in a graph is not part of the language
  --> structs_in_a_graph.py:39:9
   |
39 |     c = State(x)
   |         ^^^^^^^^
help: give `steps`

error[unsupported-construct]: an attribute of this kind in a struct's class is not part of the language
  --> structs_in_a_graph.py:42:9
   |
42 |     s = dense.table
   |         ^^^^^^^^^^^

error[unsupported-construct]: calling a `Dense` is not part of the language
  --> structs_in_a_graph.py:43:9
   |
43 |     g = dense(x)
   |         ^^^^^^^^

error[unsupported-construct]: assigning to an attribute is not part of the language
  --> structs_in_a_graph.py:44:5
   |
44 |     dense.w = x
   |     ^^^^^^^
help: return the new value instead

error[unsupported-construct]: the truth of a `Dense` is not part of the language
  --> structs_in_a_graph.py:45:8
   |
45 |     if dense:
   |        ^^^^^

error[depends-on-run]: `i` is needed while the graph is built, but this loop runs in the graph
  --> structs_in_a_graph.py:48:20
   |
48 |         h = params[i]
   |                    ^
help: loop over a `range` of build-time numbers, or use an array operation

error[unsupported-construct]: changing a list in place that the caller made, or that depends on the path, is not part of the language
  --> structs_in_a_graph.py:49:5
   |
49 |     layers.append(dense)
   |     ^^^^^^^^^^^^^^^^^^^^
help: change a copy: `list(...)` makes one

error[unsupported-construct]: changing a dict in place that the caller made, or that depends on the path, is not part of the language
  --> structs_in_a_graph.py:50:5
   |
50 |     params.update(w=x)
   |     ^^^^^^^^^^^^^^^^^^
help: change a copy: `dict(...)` makes one

error[index-out-of-range]: the dict has no key "v"
  --> structs_in_a_graph.py:51:9
   |
51 |     j = {"w": x}["v"]
   |         ^^^^^^^^^^^^^

error[unsupported-construct]: `.get` with these arguments is not part of the language
  --> structs_in_a_graph.py:53:13
   |
53 |         l = params.get(name)
   |             ^^^^^^^^^^^^^^^^

error[unsupported-construct]: `+` between Dense and float is not part of the language
  --> structs_in_a_graph.py:54:9
   |
54 |     o = dense + 1.0
   |         ^^^^^^^^^^^
help: define `__add__` in the class Dense

error[unknown-attribute]: `Dense` has no field `steps`
  --> structs_in_a_graph.py:55:9
   |
55 |     p = dense.steps
   |         ^^^^^^^^^^^

error[unsupported-construct]: indexing an iterator is not part of the language
  --> structs_in_a_graph.py:56:9
   |
56 |     q = zip(layers)[0]
   |         ^^^^^^^^^^^^^^
help: loop over it

error[unknown-function]: `enumerate` is not part of the language
  --> structs_in_a_graph.py:57:9
   |
57 |     r = enumerate(layers, x)
   |         ^^^^^^^^^
help: write `range(len(x))`, and index

error[argument-mismatch]: Dense does not unpack into 2 names
  --> structs_in_a_graph.py:58:9
   |
58 |     for one, two in layers:
   |         ^^^^^^^^

error[unsupported-construct]: `super()` here is not part of the language
  --> structs_in_a_graph.py:60:5
   |
60 |     super().f()
   |     ^^^^^^^
