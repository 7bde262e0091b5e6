"""The `@graph` functions of a module."""

from __future__ import annotations

from types import CodeType
from typing import Any

import dslc
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import Diagnostic, DslError, Span

from .load import first_line
from .tree import Attribute, Call, Expression, Function, Module, Name


def graph_functions(
    module: Module, namespace: dict[str, Any]
) -> list[tuple[Function, GraphFunction[Any]]]:
    """The decorated definitions of a module with their objects, in source order.

    Raises:
        DslError: `unsupported-construct` for a graph function that is not at the top level, has
            further decorators, or is defined twice.
    """
    found: list[tuple[Function, GraphFunction[Any]]] = []
    refused: list[Diagnostic] = []
    for function in module.functions:
        if not any(_is_graph(d, namespace) for d in function.decorators):
            continue
        value = namespace.get(function.name)
        plain = value.__wrapped__ if isinstance(value, GraphFunction) else None
        here = _is_at(module, function, plain)
        reason, help_text = "", None
        around = function.qualified_name.split(".")[:-1]
        if function.qualified_name != function.name or function.indent:
            reason = "a `@graph` function inside another definition or block"
            if around and "<locals>" not in around:
                help_text = (
                    "take `@graph` off the method, and call it in a `@graph` function that takes "
                    f"the struct: `def {function.name}(model: {around[-1]}, ...)`"
                )
        elif len(function.decorators) > 1:
            reason = "a `@graph` function with further decorators"
        elif not here:
            reason = (
                f"a `@graph` function `{function.name}` whose name is bound to something else "
                "afterwards"
            )
        if reason:
            refused.append(
                Diagnostic(
                    "unsupported-construct",
                    f"{reason} is not part of the language",
                    function.span,
                    help=help_text,
                )
            )
        else:
            assert isinstance(value, GraphFunction)
            found.append((function, value))
    refused += _made_otherwise(module, namespace, [value for _, value in found])
    if refused:
        raise DslError(*refused)
    return found


def _is_at(module: Module, function: Function, plain: object) -> bool:
    """Whether a function object comes from this definition."""
    code = getattr(plain, "__code__", None)
    return code is not None and code.co_firstlineno == first_line(module, function)


def _made_otherwise(
    module: Module, namespace: dict[str, Any], found: list[GraphFunction[Any]]
) -> list[Diagnostic]:
    """Graph functions of this file that no `@graph` line made: they would stay what they are."""
    refused = []
    for name, value in namespace.items():
        code = getattr(getattr(value, "__wrapped__", None), "__code__", None)
        if not isinstance(value, GraphFunction) or not isinstance(code, CodeType):
            continue
        if code.co_filename != module.path or any(value is known for known in found):
            continue
        refused.append(
            Diagnostic(
                "unsupported-construct",
                f"a graph function `{name}` made in another way than by `@graph` above its "
                "definition is not part of the language",
                Span.of_line(module.path, code.co_firstlineno),
            )
        )
    return refused


def _is_graph(decorator: Expression, namespace: dict[str, Any]) -> bool:
    if isinstance(decorator, Call):
        decorator = decorator.function
    names: list[str] = []
    while isinstance(decorator, Attribute):
        names.append(decorator.name)
        decorator = decorator.value
    if not isinstance(decorator, Name):
        return False
    value = namespace.get(decorator.id)
    for name in reversed(names):
        value = getattr(value, name, None)
    return value is dslc.graph
