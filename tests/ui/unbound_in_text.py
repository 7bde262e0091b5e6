from dslc import graph


@graph
def f(n: int):
    for i in range(n):
        if i > 3:
            break
        last = i
    print(f"the last is {last}")  # error: [unbound-name]
    return n
# --- diagnostics ---
error[unbound-name]: `last` is not bound on every path to this line
  --> unbound_in_text.py:10:11
   |
10 |     print(f"the last is {last}")
   |           ^^^^^^^^^^^^^^^^^^^^^ bound in the loop, which may end before
help: bind `last` before, or on every path
