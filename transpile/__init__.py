"""Source to emitted module."""

from __future__ import annotations

if __name__ != "dslc.transpile":
    raise ImportError("import dslc.transpile")

from .compile import compile_function, load_functions
from .module import NOTE, BuildResult, build_module

__all__ = ["NOTE", "BuildResult", "build_module", "compile_function", "load_functions"]
