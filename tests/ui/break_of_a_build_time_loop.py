from dslc import Static, graph


@graph
def f(x: float, sizes: Static[tuple] = (1, 2, 3)):
    hits = 0
    for k in sizes:
        if x > k:  # error: [unsupported-construct]
            break
        hits += 10
    return hits
# --- diagnostics ---
error[unsupported-construct]: leaving a build-time loop under a run-time condition is not part of the language
 --> break_of_a_build_time_loop.py:8:9
  |
8 |         if x > k:
  |         ^^^^^^^^^
help: loop over a run-time range
