from dslc import graph


@graph
def f(größe: float):
	if größe > 0: ø = größe * "é" + größe  # error: [argument-mismatch]
	return größe
# --- diagnostics ---
error[argument-mismatch]: str is no value of a graph
 --> odd_columns.py:6:28
  |
6 |     if größe > 0: ø = größe * "é" + größe
  |                               ^^^
