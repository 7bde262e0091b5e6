"""Types of what Python gives: declared in the source, or certain."""

from __future__ import annotations

import builtins
import inspect
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dslc.annotations import ScalarSpec, Spec, TensorSpec
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import DslError
from dslc.ir.dims import Size, substitute, symbol, symbols
from dslc.specs import ListSpec, NumberSpec, SpecReader, StructSpec, TupleSpec, inner_specs

from .crossing import SizeNames, Typed, map_tensors, tensors
from .tree import (
    AnnotatedAssign,
    Assign,
    Attribute,
    Call,
    Expression,
    Module,
    Name,
    Statement,
    Tuple,
)

_FLOATS: tuple[Callable[..., Any], ...] = (
    time.time,
    time.perf_counter,
    time.monotonic,
    time.process_time,
    random.random,
    random.uniform,
    random.gauss,
)
_INTS: tuple[Callable[..., Any], ...] = (
    time.time_ns,
    time.perf_counter_ns,
    random.randrange,
    random.randint,
    random.getrandbits,
)

Look = Callable[[str], Typed | None]
"""The type of a local name, None where it has none."""


@dataclass(slots=True)
class PythonTypes:
    """Types of what Python gives in one function.

    Attributes:
        namespace: the globals of the module.
        local: the names of the function.
        sizes: takes the dims that annotations in the function have.
    """

    module: Module
    namespace: Mapping[str, Any]
    local: frozenset[str]
    sizes: SizeNames

    def of_call(self, call: Call, place: object) -> Typed | None:
        """The type of a call of a function of Python, as its result is annotated."""
        function = self._value(call.function)
        if any(function is each for each in _FLOATS):
            return Typed(NumberSpec("float"))
        if any(function is each for each in _INTS):
            return Typed(NumberSpec("int"))
        if isinstance(function, GraphFunction):
            spec = _returns(function)
        elif inspect.isfunction(function):
            annotation = function.__annotations__.get("return", inspect.Signature.empty)
            spec = self._read(annotation, function.__globals__)
        else:
            spec = None
        return None if spec is None else self._settled(_foreign(spec), call, place)

    def of_statement(self, s: Statement, look: Look) -> dict[str, Typed]:
        """The types of the names that a statement of Python binds, as far as there are any."""
        if isinstance(s, AnnotatedAssign) and isinstance(s.target, Name):
            spec = self._annotated(s.annotation)
            return {} if spec is None else {s.target.id: Typed(spec, self._spelt(s, spec))}
        if isinstance(s, Assign) and all(isinstance(t, Name) for t in s.targets):
            found = look(s.value.id) if isinstance(s.value, Name) else None
            if isinstance(s.value, Call):
                found = self.of_call(s.value, s)
            if found is not None:
                names = [t.id for t in s.targets if isinstance(t, Name)]
                # It may be an array that has another name too.
                return dict.fromkeys(names, Typed(found.spec, found.text))
        return {}

    def of_items(self, target: Expression, iterable: Expression, look: Look) -> dict[str, Typed]:
        """The types of the names that a loop over something binds."""
        if isinstance(iterable, Call) and isinstance(iterable.function, Name):
            function = self._value(iterable.function)
            if function is range and isinstance(target, Name):
                return {target.id: Typed(NumberSpec("int"))}
            parts = self._parts(function, iterable, look)
            if parts is not None and isinstance(target, Tuple) and len(target.items) == len(parts):
                pairs = zip(target.items, parts, strict=True)
                return {t.id: p for t, p in pairs if isinstance(t, Name) and p is not None}
            return {}
        item = self._item(iterable, look)
        return {target.id: item} if item is not None and isinstance(target, Name) else {}

    def _parts(self, function: object, call: Call, look: Look) -> list[Typed | None] | None:
        if function is enumerate and len(call.arguments) == 1:
            return [Typed(NumberSpec("int")), self._item(call.arguments[0], look)]
        if function is zip:
            return [self._item(argument, look) for argument in call.arguments]
        return None

    def _item(self, e: Expression, look: Look) -> Typed | None:
        """The type of each item of what is looped over."""
        known = look(e.id) if isinstance(e, Name) else None
        spec = known.spec if known is not None else None
        if isinstance(spec, ListSpec) and isinstance(spec.item, TensorSpec):
            return self._settled(spec.item, e, e)
        if isinstance(spec, TensorSpec) and spec.shape:
            if len(spec.shape) == 1:
                return Typed(ScalarSpec(spec.dtype))
            return Typed(replace(spec, shape=spec.shape[1:], inout=False))
        return None

    # --- annotations --------------------------------------------------------------------------

    def _annotated(self, annotation: Expression) -> Spec | None:
        spec = self._read(self.module.code(annotation.span), self.namespace)
        if spec is not None:
            names = (n for t in tensors(spec) for size in t.shape for n in symbols(size))
            self.sizes.own |= frozenset(names)
        return spec

    def _read(self, annotation: object, names: Mapping[str, Any]) -> Spec | None:
        """A type that a subgraph can take; None for any other annotation."""
        if annotation is inspect.Signature.empty or annotation is None:
            return None
        try:
            spec = SpecReader(names).read(annotation, "it", lambda: None)
        except DslError:
            return None
        return spec if _crosses(spec) else None

    def _spelt(self, s: AnnotatedAssign, spec: Spec) -> str | None:
        return self.module.code(s.annotation.span) if isinstance(spec, StructSpec) else None

    def _settled(self, spec: Spec, e: Expression, place: object) -> Typed | None:
        named = e.function if isinstance(e, Call) else e
        name = str(getattr(named, "id", None) or getattr(named, "name", "value"))
        known = not isinstance(spec, StructSpec) or (
            self.namespace.get(spec.cls.__name__) is spec.cls
        )
        return Typed(self.sizes.settle(spec, name, (place, "python"))) if known else None

    @property
    def reader(self) -> SpecReader:
        """Reads annotations of the module."""
        return SpecReader(self.namespace)

    def global_value(self, name: str) -> object:
        """What a name of the module, or of Python, stands for."""
        return self.namespace.get(name, getattr(builtins, name, None))

    def _value(self, e: Expression) -> object:
        """What a function's name stands for; None where it is not certain."""
        if isinstance(e, Attribute):
            owner = self._value(e.value)
            return getattr(owner, e.name, None) if inspect.ismodule(owner) else None
        if not isinstance(e, Name) or e.id in self.local:
            return None
        return self.global_value(e.id)


def _returns(function: GraphFunction[Any]) -> Spec | None:
    try:
        spec = function.signature.returns
    except DslError:
        return None
    return spec if spec is not None and _crosses(spec) else None


def _crosses(spec: Spec) -> bool:
    if isinstance(spec, TensorSpec):
        return not spec.inout
    if isinstance(spec, TupleSpec | StructSpec):
        return all(map(_crosses, inner_specs(spec)))
    return isinstance(spec, ScalarSpec | NumberSpec)


def _foreign(spec: Spec) -> Spec:
    """A spec whose dims are not those of the function that is asked."""

    def renamed(size: Size) -> Size:
        return substitute(size, {name: symbol(f"{name} of it") for name in symbols(size)})

    return map_tensors(
        spec, lambda t, _: replace(t, shape=tuple(renamed(size) for size in t.shape))
    )
