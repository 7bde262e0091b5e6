# construct: `break` of a loop over build values, under a run-time condition
# nodes: Break
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float):
    for rate in (0.5, 0.25):
        x = x * rate
        if x < 1:  # error: [unsupported-construct]
            break
    return x
# --- diagnostics ---
error[unsupported-construct]: leaving a build-time loop under a run-time condition is not part of the language
 --> break_of_build_loop_run.py:8:9
  |
8 |         if x < 1:
  |         ^^^^^^^^^
help: loop over a run-time range
