from dslc import Scalar, Static, Tensor, bool_, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n], late: Scalar[bool_], form: Static[int] = 1):
    match (form, 5):
        case [2, start] if late:
            x = x[start:]  # error: [unbound-name]
    return x


@graph
def h(x: Tensor[f64, n], late: Scalar[bool_], form: Static[int] = 1):
    if form == 2:
        start = 5
    if form == 2 and late:
        x = x[start:]  # error: [unbound-name]
    return x


@graph
def k(x: Tensor[f64, n], late: Scalar[bool_], form: Static[int] = 1):
    if form == 2:
        start = 5
    assert form == 2 and late
    return x[start:]  # error: [unbound-name]
# --- diagnostics ---
error[unbound-name]: `start` is not bound on every path to this line
  --> unbound_by_building.py:10:19
   |
10 |             x = x[start:]
   |                   ^^^^^ bound in one branch only
help: bind `start` before, or on every path

error[unbound-name]: `start` is not bound on every path to this line
  --> unbound_by_building.py:19:15
   |
19 |         x = x[start:]
   |               ^^^^^ bound in one branch only
help: bind `start` before, or on every path

error[unbound-name]: `start` is not bound on every path to this line
  --> unbound_by_building.py:28:14
   |
28 |     return x[start:]
   |              ^^^^^ bound in one branch only
help: bind `start` before, or on every path
