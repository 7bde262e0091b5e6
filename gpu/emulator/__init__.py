"""CUDA kernels on the CPU: the very text that a GPU runs, for machines without one."""

if __name__ != "dslc.gpu.emulator":
    raise ImportError("import dslc.gpu.emulator")
