import io
import sys
from dataclasses import dataclass

import numpy as np

from dslc import Scalar, Tensor, dims, f32, f64, graph

n = dims("n")
LOG = io.StringIO()


@dataclass
class Pair:
    a: Scalar[f32]
    b: Scalar[f32]


@graph
def f(x: Tensor[f32, n], gap: Scalar[f32], wide: Scalar[f64], k: int, pair: Pair):
    print(f"{gap:d}")  # error: [argument-mismatch]
    print(f"{k:c}")  # error: [argument-mismatch]
    print("x:", f"{x:.3f}")  # error: [argument-mismatch]
    print(f"{gap:.{k}f}")  # error: [depends-on-run]
    print(f"{(gap, k):>30}")  # error: [argument-mismatch]
    print(pair)  # error: [unsupported-construct]
    print(*x)  # error: [unsupported-construct]
    print(x, sep=k)  # error: [argument-mismatch]
    print(x, end=3)  # error: [argument-mismatch]
    print(x, file=LOG)  # error: [unsupported-construct]
    print(x, colour="red")  # error: [argument-mismatch]
    print({"k": pair})  # error: [unsupported-construct]
    print(lambda: k)  # error: [unsupported-construct]
    joined = gap if k > 0 else wide
    print("joined", joined)  # error: [joined-arithmetic]
    text = f"{gap}"[0]  # error: [unsupported-construct]
    print(f"{x.nothing:3}", file=sys.stderr)  # error: [unknown-attribute]
    return x
# --- diagnostics ---
error[argument-mismatch]: a value of type f32 has no format `{:d}`
  --> print_arguments.py:21:14
   |
21 |     print(f"{gap:d}")
   |              ^^^ this is f32

error[argument-mismatch]: a value of type int has no format `{:c}`
  --> print_arguments.py:22:14
   |
22 |     print(f"{k:c}")
   |              ^ this is int
help: print the number

error[argument-mismatch]: a value of type f32[n] has no format `{:.3f}`
  --> print_arguments.py:23:20
   |
23 |     print("x:", f"{x:.3f}")
   |                    ^ this is f32[n]

error[depends-on-run]: a format must be known while the graph is built
  --> print_arguments.py:24:20
   |
24 |     print(f"{gap:.{k}f}")
   |                    ^ this is int

error[argument-mismatch]: a tuple has no format `{:>30}`
  --> print_arguments.py:25:14
   |
25 |     print(f"{(gap, k):>30}")
   |              ^^^^^^^^

error[unsupported-construct]: printing a struct is not part of the language
  --> print_arguments.py:26:11
   |
26 |     print(pair)
   |           ^^^^
help: print its fields

error[unsupported-construct]: unpacking an array whose length is not a number is not part of the language
  --> print_arguments.py:27:11
   |
27 |     print(*x)
   |           ^^
help: index its rows

error[argument-mismatch]: `sep` of `print` is text or None, known while the graph is built
  --> print_arguments.py:28:18
   |
28 |     print(x, sep=k)
   |                  ^ this is int

error[argument-mismatch]: `end` of `print` is text or None, known while the graph is built
  --> print_arguments.py:29:18
   |
29 |     print(x, end=3)
   |                  ^ this is int

error[unsupported-construct]: printing to this is not part of the language
  --> print_arguments.py:30:19
   |
30 |     print(x, file=LOG)
   |                   ^^^
help: print to `sys.stdout` or `sys.stderr`

error[argument-mismatch]: `print` has no `colour`
  --> print_arguments.py:31:21
   |
31 |     print(x, colour="red")
   |                     ^^^^^

error[unsupported-construct]: printing a struct is not part of the language
  --> print_arguments.py:32:11
   |
32 |     print({"k": pair})
   |           ^^^^^^^^^^^
help: print its fields

error[unsupported-construct]: printing a function is not part of the language
  --> print_arguments.py:33:11
   |
33 |     print(lambda: k)
   |           ^^^^^^^^^

error[joined-arithmetic]: `print` needs one dtype, and this value's depends on the path taken
  --> print_arguments.py:35:21
   |
35 |     print("joined", joined)
   |                     ^^^^^^ this is f64?
help: cast it first, as in `x.astype(np.float64)`

error[unsupported-construct]: a text of run-time values cannot be indexed here
  --> print_arguments.py:36:12
   |
36 |     text = f"{gap}"[0]
   |            ^^^^^^^^^^^

error[unknown-attribute]: `.nothing` of f32[n] is not part of the language
  --> print_arguments.py:37:14
   |
37 |     print(f"{x.nothing:3}", file=sys.stderr)
   |              ^^^^^^^^^
