from dslc import graph


@graph
def f(n: int):
    for i in range(n):
        last = i
    print(f"the last is {last}")  # error: [unbound-name]
    return n
# --- diagnostics ---
error[unbound-name]: `last` is not bound on every path to this line
 --> unbound_in_text.py:8:11
  |
8 |     print(f"the last is {last}")
  |           ^^^^^^^^^^^^^^^^^^^^^ bound in the loop, which may run no trip
help: bind `last` before, or on every path
