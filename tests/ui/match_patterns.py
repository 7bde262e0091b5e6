from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


PLAIN = 3


class Plain:
    pass


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n] | None = None, kind: Static[object] = ("a", 1)):
    match x:
        case Plain(a):  # error: [argument-mismatch]
            return x
    match x:
        case PLAIN(a):  # error: [unsupported-construct]
            return x
    match y:
        case object():  # error: [unsupported-construct]
            return x
    match kind:
        case (_, k) if x[0] > k:  # error: [unsupported-construct]
            return x
    match x[x > 0], x[0]:
        case (_, v) if v > 0:
            return x
        case (_, 0):
            return x
    return x
# --- diagnostics ---
error[argument-mismatch]: `Plain` has 0 parts that a pattern without a name is for
  --> match_patterns.py:16:9
   |
16 |         case Plain(a):
   |         ^^^^^^^^^^^^^
help: name the attribute: `Plain(name=pattern)`

error[unsupported-construct]: a pattern of what is no class is not part of the language
  --> match_patterns.py:19:14
   |
19 |         case PLAIN(a):
   |              ^^^^^

error[unsupported-construct]: a pattern of a class of what may be None is not part of the language
  --> match_patterns.py:22:9
   |
22 |         case object():
   |         ^^^^^^^^^^^^^

error[unsupported-construct]: a name that building may leave unbound, in a test of the run, is not part of the language
  --> match_patterns.py:25:24
   |
25 |         case (_, k) if x[0] > k:
   |                        ^^^^^^^^
help: write an `if` of its own
