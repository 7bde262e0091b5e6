from dslc import graph


@graph
def f(x: float):
    hits = 0
    for _, k in ((1, 2), (3, 4)):  # error: [unsupported-construct]
        if x > k:
            break
        hits += 10
    return hits, k
# --- diagnostics ---
error[unsupported-construct]: leaving a build-time loop under a run-time condition is not part of the language
 --> break_of_a_build_time_loop.py:7:5
  |
7 |     for _, k in ((1, 2), (3, 4)):
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: let another name keep what is read after the loop
