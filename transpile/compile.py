"""Compiling in one process: what a build would write, executed at once."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import numpy as np

import dslc
from dslc.captured_arrays import holds_arrays
from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dtypes import NAMES, dtype_name
from dslc.parametric import is_library, parametric_text
from dslc.requests import Requested
from dslc.signature import Signature

from .breaks import translated
from .compiled_from import is_compiled_from
from .load import execute, find_function, remember, text_of_file
from .module import (
    NOTE,
    build_module,
    builders_of,
    definition,
    dslc_name,
    emitted_modules,
    free_alias,
    sort_diagnostics,
)
from .read import read_file, read_module
from .stamp import stamp
from .translate import Emitted, Translator
from .tree import Function, Module


def load_functions(path: Path) -> dict[str, CompiledFunction]:
    """Build a source file in memory, or execute an emitted one; the compiled functions by name.

    Raises:
        DslError: all that is wrong with it.
    """
    if path.is_file() and path.read_bytes().startswith(NOTE.encode()):
        return _emitted_functions(path)
    result = build_module(path)
    remember(str(result.path), result.text)
    modules = emitted_modules(result.needs)
    namespace = execute(result.text, str(result.path), result.path.stem, modules=modules)
    functions = {name: namespace[name] for name in result.plain}
    namespace.update(_arrays(result.namespace, namespace))
    for name, function in functions.items():
        function.__wrapped__ = result.plain[name]
    return functions


def _arrays(source: Mapping[str, Any], emitted: Mapping[str, Any]) -> dict[str, Any]:
    """Copies of the arrays of a source for its emitted module: both may draw theirs at random."""
    known: dict[int, Any] = {}
    return {
        name: copy.deepcopy(value, known)
        for name, value in source.items()
        if name in emitted
        and isinstance(value, np.ndarray | list | tuple | dict)
        and holds_arrays(value)
    }


def _emitted_functions(path: Path) -> dict[str, CompiledFunction]:
    namespace = execute(read_file(path)[0], str(path), path.stem)
    return {
        name: value
        for name, value in namespace.items()
        if isinstance(value, CompiledFunction) and value.builder_file == str(path)
    }


def compile_function(
    function: Callable[..., Any],
    example: Sequence[Any] | None = None,
    specialize: Requested | None = None,
) -> CompiledFunction:
    """Compile one function of a live module.

    Args:
        function: a plain function, or one of `@graph`.
        example: arguments that type the parameters which have no annotation.
        specialize: the versions asked for; by default those that `@graph` asks for.

    Raises:
        DslError: what is wrong with it; `source-missing` where its text is not to be had,
            `argument-mismatch` for an example of more values than parameters.
    """
    plain = function.__wrapped__ if isinstance(function, GraphFunction) else function
    if not isinstance(plain, FunctionType):
        name = getattr(plain, "__name__", repr(plain))
        raise DslError(Diagnostic("source-missing", f"`{name}` is no Python function"))
    module, tree = _source_of(plain)
    said = dslc_name(module.text)
    alias = said if said and plain.__globals__.get(said) is dslc else free_alias(module)
    added = _annotations(plain, example or (), alias)
    signature = _signature(plain, added, alias)
    namespace = _namespace(plain)
    translator = Translator(module, namespace)
    translator.session.dslc = alias
    asked = function if isinstance(function, GraphFunction) else GraphFunction(plain)
    if specialize is not None:
        asked = GraphFunction(plain, asked.check, specialize, breaks=asked.breaks)
    emitted = translated(translator, tree, asked, signature, alias, added)
    if isinstance(emitted, Emitted):
        emitted.request = translator.request(tree, asked.specialize, signature)
    if any(d.severity == "error" for d in translator.session.diagnostics):
        raise DslError(*sort_diagnostics(translator.session.diagnostics))
    text = "\n".join(definition(emitted, alias, module.path, set(), added)) + "\n"
    name = f"<dslc {plain.__qualname__}:{plain.__code__.co_firstlineno}>"
    stamped = stamp(text, name, builders_of(emitted), {**namespace, alias: dslc})
    live = _Live(plain, {alias: dslc})
    exec(_compile_text(stamped, name), live)
    compiled = live[plain.__name__]
    assert isinstance(compiled, CompiledFunction)
    compiled.__wrapped__ = plain
    compiled.__module__, compiled.__qualname__ = plain.__module__, plain.__qualname__
    return compiled


def _source_of(plain: FunctionType) -> tuple[Module, Function]:
    """The module of a function, read, and its definition there."""
    filename = plain.__code__.co_filename
    text = text_of_file(filename)
    module = read_module(text, filename) if text else None
    tree = find_function(module, plain) if module is not None else None
    if module is None or tree is None:
        raise DslError(
            Diagnostic(
                "source-missing",
                f"the source of `{plain.__qualname__}` is not to be had",
                help="define it in a file",
            )
        )
    if not is_compiled_from(plain, module.text):
        message = f"the file of `{plain.__qualname__}` has changed since it was imported"
        raise DslError(Diagnostic("source-missing", message, help="import it again"))
    return module, tree


def _compile_text(text: str, name: str) -> CodeType:
    """Emitted text as code, remembered for tracebacks and `inspect`."""
    remember(name, text)
    return compile(text, name, "exec", dont_inherit=True)


class _Live(dict[str, Any]):
    """The globals of emitted text: the function's own, as they are when they are read.

    So a module constant or a variable of an enclosing function that changes is seen. What the text
    itself binds stays here.
    """

    def __init__(self, function: FunctionType, names: dict[str, Any]) -> None:
        super().__init__(names)
        self._globals = function.__globals__
        self._cells = dict(
            zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        )

    def __missing__(self, name: str) -> Any:
        if name in self._cells:
            return self._cells[name].cell_contents
        return self._globals[name]


def _namespace(function: FunctionType) -> dict[str, Any]:
    """The globals of a function, and the variables it closes over."""
    closed: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            closed[name] = cell.cell_contents
        except ValueError:  # not bound yet
            continue
    return {**function.__globals__, **closed}


# --- annotations from an example --------------------------------------------------------------


def _annotations(function: FunctionType, example: Sequence[Any], alias: str) -> dict[str, str]:
    """The text of an annotation for each parameter that has none, from example values."""
    parameters = inspect.signature(function).parameters
    if len(example) > len(parameters):
        message = f"the example has {len(example)} values for {len(parameters)} parameters"
        raise DslError(Diagnostic("argument-mismatch", message))
    values = {name: p.default for name, p in parameters.items() if p.default is not p.empty}
    values.update(zip(parameters, example, strict=False))
    return {
        name: _annotation(alias, name, value)
        for name, value in values.items()
        if name not in function.__annotations__
    }


def _annotation(alias: str, name: str, value: Any) -> str:
    if isinstance(value, bool | int | float) and not isinstance(value, np.generic):
        return type(value).__name__
    if isinstance(value, np.ndarray) and value.dtype in NAMES:
        axes = [f'"{name}{axis}"' for axis in range(value.ndim)]
        return f"{alias}.Tensor[{', '.join([f'{alias}.{dtype_name(value.dtype)}', *axes])}]"
    if is_library(type(value)):
        return parametric_text(alias, name, value)
    if isinstance(value, np.generic) and value.dtype in NAMES:
        return f"{alias}.Scalar[{alias}.{dtype_name(value.dtype)}]"
    return f"{alias}.Static[object]"


def _signature(function: FunctionType, added: dict[str, str], alias: str) -> Signature:
    if not added:
        return Signature.of(function)
    typed = FunctionType(
        function.__code__,
        {**function.__globals__, alias: dslc},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    typed.__kwdefaults__ = function.__kwdefaults__
    typed.__annotations__ = {**function.__annotations__, **added}
    return Signature.of(typed)
