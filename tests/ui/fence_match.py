from dslc import graph


@graph
def f(x: float, kind: str = "relu"):
    match kind:  # error: [unsupported-construct]
        case "relu":
            return x
        case _:
            return -x
# --- diagnostics ---
