"""Where a plain helper is written, and whether it can be walked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import CodeType, FunctionType

from dslc.parametric import is_library

from .compiled_from import is_compiled_from
from .frame import Frame
from .kept_variables import kept_variables
from .kinds import Built, Kind
from .load import find_function
from .other_modules import OtherModules
from .tree import Call, Function, Module


@dataclass(frozen=True, slots=True)
class Found:
    """A helper that can be walked.

    Attributes:
        function: its source.
        kept: the variables of functions around it that it keeps.
        items: of a generator, the name of the list that its items are appended to.
        owner: of a method with `super()`, the class that it stands in.
        is_library: whether it is of `dslc` itself, so that what is wrong is told at the call.
    """

    function: Function
    kept: dict[str, Kind] = field(default_factory=dict)
    owner: type | None = None
    items: str = ""
    is_library: bool = False


def find_helper(
    frame: Frame, module: Module, others: OtherModules, callee: Built, e: Call
) -> Found | None:
    """The source of a helper, and what it keeps from around it; reports where there is none."""
    function = callee.value
    if function.__code__.co_filename != module.path:
        module = others.read(frame, callee) or module
    helper = _written(module, callee)
    if helper is None:
        is_lambda = function.__code__.co_name == "<lambda>"
        frame.refuse(
            "unknown-function",
            f"`{callee.text}` is a lambda that cannot be told from others on its line"
            if is_lambda
            else f"the source of `{callee.text}` is not in this module",
            e.function.span,
            help="write it with `def`"
            if is_lambda
            else f"make it a `@graph` function, or move it to {module.path}",
        )
        return None
    if not is_compiled_from(function, module.text):
        message = f"the file of `{callee.text}` has changed since it was imported"
        frame.refuse("source-missing", message, e.function.span, help="import it again")
        return None
    kept = kept_variables(frame, module, callee, e)
    return (
        None
        if kept is None
        else Found(helper, kept, _class_around(function), is_library=is_library(function))
    )


def _is_at(module: Module, code: CodeType, function: Function) -> bool:
    """Whether a lambda may be that of a code: where it stands, and what it takes."""
    taken = set(code.co_varnames[: len(function.parameters)])
    if function.span.line != code.co_firstlineno or set(function.parameters) != taken:
        return False
    places = [(line, column) for line, _, column, end in code.co_positions() if column != end]
    line, column = places[-1] if places else (None, None)
    if line is None or column is None:
        return True
    start = module.starts[line - 1]
    before = module.text[start : function.end].encode()[:column].decode(errors="ignore")
    return function.start <= start + len(before) < function.end


def _class_around(function: FunctionType) -> type | None:
    """The class that a method with `super()` stands in."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    found = cells["__class__"].cell_contents if "__class__" in cells else None
    return found if isinstance(found, type) else None


def _written(module: Module, callee: Built) -> Function | None:
    """The definition of a function in its module; a lambda is called after what holds it."""
    function = callee.value
    if function.__code__.co_filename != module.path:
        return None
    if function.__code__.co_name != "<lambda>":
        return find_function(module, function)
    found = [each for each in module.lambdas if _is_at(module, function.__code__, each)]
    if len(found) != 1:
        return None
    name = callee.text if callee.text.isidentifier() else "lambda"
    return replace(found[0], name=name, qualified_name=name)
