"""Source to emitted module."""

if __name__ != "dslc.transpile":
    raise ImportError("import dslc.transpile")
