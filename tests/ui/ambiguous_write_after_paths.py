from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def of_a_python_loop(x: Tensor[f32, n], stop: Static[float] = 0.0):
    z = x + 1
    y = x * 3
    for rate in (0.5, 0.25):
        if rate == stop:
            y = z
            break
        y = x * rate
    y[0] = 7.0  # error: [ambiguous-write]
    return y, z


@graph
def of_a_loop_of_the_graph(x: Tensor[f32, n], k: int, skip: Static[bool] = False):
    z = x + 1
    y = x * 3
    for i in range(k):
        if skip:
            y = z
            continue
        y = x * i
    y[0] = 7.0  # error: [ambiguous-write]
    return y, z


@graph
def of_a_branch(x: Tensor[f32, n], k: int, stop: Static[bool] = False):
    z = x + 1
    y = x * 3
    for i in range(k):
        if x[i] > 2:
            if stop:
                y = z
                break
        y = x * i
    y[0] = 7.0  # error: [ambiguous-write]
    return y, z
# --- diagnostics ---
error[ambiguous-write]: `z` may share memory with what is written to here, and is read later
  --> ambiguous_write_after_paths.py:15:5
   |
15 |     y[0] = 7.0
   |     ^^^^
help: let `z` be a copy

error[ambiguous-write]: `z` may share memory with what is written to here, and is read later
  --> ambiguous_write_after_paths.py:28:5
   |
28 |     y[0] = 7.0
   |     ^^^^
help: let `z` be a copy

error[ambiguous-write]: `z` may share memory with what is written to here, and is read later
  --> ambiguous_write_after_paths.py:42:5
   |
42 |     y[0] = 7.0
   |     ^^^^
help: let `z` be a copy
