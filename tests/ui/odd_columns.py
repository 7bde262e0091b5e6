from dslc import graph


@graph
def f(größe: float):
	if größe > 0: ø = größe * "é" + größe  # error: [argument-mismatch]
	return größe
# --- diagnostics ---
