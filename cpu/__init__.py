"""The native CPU backend: a graph as C++ text, compiled, loaded and called."""

if __name__ != "dslc.cpu":
    raise ImportError("import dslc.cpu")
