import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")

RATES = (0.5, 0.25, 3.0)


@graph
def the_run_decides_a_rank(x: Tensor[f64, n]):
    while x.ndim < 3:  # error: [unsupported-construct]
        x = x[None]
        if np.sum(x) > 9:
            break
    return x


@graph
def some_trips_go_around_what_moves(x: Tensor[f64, n]):
    k = 0
    while k < 3:  # error: [unsupported-construct]
        x = x * RATES[k]
        if np.sum(x) > 9:
            continue
        if np.sum(x) < 1:
            break
        k += 1
    return x


@graph
def what_moves_is_read_in_the_same_trip(x: Tensor[f64, n]):
    k = 0
    while k < 3:  # error: [unsupported-construct]
        x = x * RATES[k]
        k += 1
        if np.sum(x) > k:
            break
    return x


@graph
def it_has_two_types(x: Tensor[f64, n]):
    k = 0
    while k < 2:  # error: [unsupported-construct]
        if np.sum(x) > 9:
            break
        x = x * RATES[int(k)]
        k = k + 0.5
    return k


@graph
def the_run_alone_ends_it(x: Tensor[f64, n]):
    k = 0
    while k >= 0:  # error: [unsupported-construct]
        if np.sum(x) < 1:
            break
        x = x * RATES[k % 3]
        k += 1
    return x
# --- diagnostics ---
error[unsupported-construct]: leaving a build-time loop under a run-time condition is not part of the language
  --> break_of_a_build_time_while.py:12:5
   |
12 |     while x.ndim < 3:
   |     ^^^^^^^^^^^^^^^^^
help: let each name that its test depends on be bound by an assignment of numbers of one type, known while building: first in each trip, or where nothing in the trip reads it after that; and let that end the loop, as in `while k < depth` with `k += 1`

error[unsupported-construct]: leaving a build-time loop under a run-time condition is not part of the language
  --> break_of_a_build_time_while.py:22:5
   |
22 |     while k < 3:
   |     ^^^^^^^^^^^^
help: let each name that its test depends on be bound by an assignment of numbers of one type, known while building: first in each trip, or where nothing in the trip reads it after that; and let that end the loop, as in `while k < depth` with `k += 1`

error[unsupported-construct]: leaving a build-time loop under a run-time condition is not part of the language
  --> break_of_a_build_time_while.py:35:5
   |
35 |     while k < 3:
   |     ^^^^^^^^^^^^
help: let each name that its test depends on be bound by an assignment of numbers of one type, known while building: first in each trip, or where nothing in the trip reads it after that; and let that end the loop, as in `while k < depth` with `k += 1`

error[unsupported-construct]: leaving a build-time loop under a run-time condition is not part of the language
  --> break_of_a_build_time_while.py:46:5
   |
46 |     while k < 2:
   |     ^^^^^^^^^^^^
help: let each name that its test depends on be bound by an assignment of numbers of one type, known while building: first in each trip, or where nothing in the trip reads it after that; and let that end the loop, as in `while k < depth` with `k += 1`

error[unsupported-construct]: leaving a build-time loop under a run-time condition is not part of the language
  --> break_of_a_build_time_while.py:57:5
   |
57 |     while k >= 0:
   |     ^^^^^^^^^^^^^
help: let each name that its test depends on be bound by an assignment of numbers of one type, known while building: first in each trip, or where nothing in the trip reads it after that; and let that end the loop, as in `while k < depth` with `k += 1`
