from dslc import Static, graph


def told(value):
    print("told", value)
    return value


@graph
def f(x: int, strict: Static[bool] = False):
    if strict and told(2):  # error: [unsupported-construct]
        x = x + 1
    return x
# --- diagnostics ---
error[unsupported-construct]: an effect behind a condition that building decides is not part of the language
  --> effect_behind_static.py:11:8
   |
11 |     if strict and told(2):
   |        ^^^^^^^^^^^^^^^^^^
help: write an `if`
