from dslc import graph


i = 77


@graph
def f(n: int, step: int):
    for i in range(0, n, step):
        last = i
    return i, last  # error: [unbound-name] [unbound-name]
# --- diagnostics ---
error[unbound-name]: `i` is not bound on every path to this line
  --> unbound_without_a_trip.py:11:12
   |
11 |     return i, last
   |            ^ bound in the loop, which may run no trip
help: bind `i` before, or on every path

error[unbound-name]: `last` is not bound on every path to this line
  --> unbound_without_a_trip.py:11:15
   |
11 |     return i, last
   |               ^^^^ bound in the loop, which may run no trip
help: bind `last` before, or on every path
