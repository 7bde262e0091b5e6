"""The CUDA backend: a graph as kernels and a launch plan."""

if __name__ != "dslc.gpu":
    raise ImportError("import dslc.gpu")
