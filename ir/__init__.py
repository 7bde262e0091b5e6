"""Floor 0: types, dims, diagnostics, ops, the graph and everything that reads one."""

if __name__ != "dslc.ir":
    raise ImportError("import dslc.ir")
