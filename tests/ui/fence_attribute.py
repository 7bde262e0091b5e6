from dslc import graph


class Counter:
    n = 0


counter = Counter()


@graph
def f(x: float):
    counter.n += 1  # error: [unsupported-construct]
    counter.n = 1  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: assigning to an attribute is not part of the language
  --> fence_attribute.py:13:5
   |
13 |     counter.n += 1
   |     ^^^^^^^^^
help: return the new value instead

error[unsupported-construct]: assigning to an attribute is not part of the language
  --> fence_attribute.py:14:5
   |
14 |     counter.n = 1
   |     ^^^^^^^^^
help: return the new value instead
