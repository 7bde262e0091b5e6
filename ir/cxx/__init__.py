"""C++ text and how it is compiled: what the backends share that print it."""

if __name__ != "dslc.ir.cxx":
    raise ImportError("import dslc.ir.cxx")
