"""Plain helpers of other modules: walked from their source, in the globals that they have.

    from layers import dense               y = dense_inlined(g, x)

What they read there stands in the emitted text by the function, or by the module where that has a
name: `dense.__globals__["RATE"]`, or `layers.RATE`.
"""

from __future__ import annotations

import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from dslc.ir.diagnostics import DslError
from dslc.parametric import is_library

from .captured import is_known
from .frame import Frame
from .kinds import Built
from .load import text_of_file
from .read import read_module
from .session import Session
from .tree import Module

_INSTALLED = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib"))


@dataclass(slots=True)
class OtherModules:
    """The other modules whose functions are walked, each read once.

    Attributes:
        modules: by file, the tree, the globals and what gives one of them in the emitted text.
    """

    modules: dict[str, tuple[Module, dict[str, Any], str]] = field(default_factory=dict)

    def session(self, own: Session, main: Session, file: str) -> Session:
        """The session in which a function of a file is walked that one of `own` calls.

        `main` is that of the module that the emitted text is of.
        """
        if file == own.module.path:
            return own
        home = main.module, main.namespace, ""
        module, namespace, prefix = self.modules.get(file, home)
        other = Session(module, namespace, own.diagnostics, own.wild, prefix, own.root, own.dslc)
        other.inline, other.inline_closure = own.inline, own.inline_closure
        other.call_graph, other.loop = own.call_graph, own.loop
        return other

    def read(self, frame: Frame, callee: Built) -> Module | None:
        """The module of a function that is called; None where it cannot be walked here."""
        function = callee.value
        file = function.__code__.co_filename
        if file not in self.modules:
            prefix = prefix_of(frame, function)
            if prefix is None or (is_foreign(function) and not is_library(function)):
                return None
            try:
                text = text_of_file(file)
                module = read_module(text, file) if text else None
            except DslError:
                return None
            if module is None:
                return None
            self.modules[file] = module, function.__globals__, prefix
        module, namespace, prefix = self.modules[file]
        return module if namespace is function.__globals__ else None


def is_foreign(function: FunctionType) -> bool:
    """Whether a function is of Python, of `dslc` or of an installed package."""
    file = function.__code__.co_filename
    return is_known(function) or any(Path(file).is_relative_to(each) for each in _INSTALLED)


def prefix_of(frame: Frame, function: FunctionType) -> str | None:
    """What gives a global of the function's module, up to its name; None where nothing does."""
    root = frame.session.root
    if is_library(function):
        return f"{frame.session.dslc}.{function.__module__.removeprefix('dslc.')}."
    for name, value in root.items():
        if isinstance(value, ModuleType) and vars(value) is function.__globals__:
            return f"{name}."
    for name, value in root.items():
        if isinstance(value, FunctionType) and value.__globals__ is function.__globals__:
            return f"{name}.__globals__."
    return None
