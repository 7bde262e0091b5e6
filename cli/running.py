"""`dslc run`: one call of a function, its arguments and results printed."""

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from dslc.annotations import TensorSpec
from dslc.compiled import CompiledFunction
from dslc.ir.diagnostics import CompilerBug, Diagnostic, DslError
from dslc.on_numpy import run_on_numpy
from dslc.signature import Signature

from .arguments import Arguments, spec_leaves
from .comparing import Outcome, compare, leaves, outcome, type_text
from .targets import find_function, usage
from .terminal import say


class Request(NamedTuple):
    """What the command line asks for; see the options of `dslc run`."""

    target: str
    values: list[str]
    sizes: list[str]
    seed: int
    device: str | None
    compared: bool
    check_nan: bool = False
    check_inf: bool = False
    fast_math: bool = False


def profile_function(request: Request, repeat: int, *, as_json: bool) -> None:
    """Print what each line of a function costs.

    Raises:
        DslError: wrong input, or the function raised an exception.
    """
    from .profiling import profile

    if request.compared or request.device or request.check_nan or request.check_inf:
        raise usage("`--profile` chooses the devices itself, and compares and checks nothing")
    function = find_function(request.target)
    arguments = Arguments(function.signature, request.values, request.sizes, request.seed)

    def call(callee: Any) -> None:
        declared = _declared(function.signature, arguments.make())
        end = outcome(callee, function.signature, declared)
        if end.raised is not None:
            raise _refused(function.signature, end.raised)

    profile(function, call, repeat, as_json=as_json)


def run_function(request: Request) -> bool:
    """Call a function and print its arguments and results; False when a comparison fails.

    Raises:
        DslError: wrong input, or the function raised an exception and nothing is compared.
    """
    function = find_function(request.target)
    signature = function.signature
    arguments = Arguments(signature, request.values, request.sizes, request.seed)

    def call(callee: Any) -> Outcome:
        return outcome(callee, signature, _declared(signature, arguments.make()))

    plain = function.__wrapped__
    if request.compared and plain is None:
        raise usage(f"there is no plain function to compare `{signature.name}` with")
    _print_arguments(signature, _declared(signature, arguments.make()))
    callee = _on_device(function, request)
    compiled = call(callee)
    if isinstance(compiled.raised, DslError | CompilerBug):
        raise compiled.raised
    if compiled.raised is None:
        _print(leaves("result", compiled.value))
        _print(_written(signature, compiled.arguments))
        _print_version(callee)
    if request.compared and plain is not None:
        comparison = compare(call(partial(run_on_numpy, plain)), compiled)
        say(comparison.text)
        return comparison.agree
    if compiled.raised is not None:
        raise _refused(signature, compiled.raised)
    return True


def _on_device(function: CompiledFunction, request: Request) -> Any:
    """What to call."""
    function = function.with_fast_math() if request.fast_math else function
    if not (request.check_nan or request.check_inf):
        return function.with_device(request.device) if request.device else function
    if request.device not in (None, "reference"):
        raise usage("checks run on the device `reference`")
    return function.with_checks(nan=request.check_nan, inf=request.check_inf)


def _print_version(callee: Any) -> None:
    """Which version ran, of a function that has several."""
    if isinstance(callee, CompiledFunction) and len(callee.versions) > 1:
        for record in callee.why().calls[-1:]:
            say(f"version: {record.version} ({record.reason})")


def _refused(signature: Signature, raised: Exception) -> Exception:
    """What the command line tells of an exception of the function."""
    if isinstance(raised, DslError | CompilerBug):
        return raised
    error = f"{type(raised).__name__}: {raised}"
    return DslError(Diagnostic("function-raised", f"`{signature.name}` raised {error}"))


def _declared(signature: Signature, arguments: list[Any]) -> list[Any]:
    """The arguments as the function gets them, scalars in their declared types."""
    positional, keywords = signature.split(arguments)
    return list(signature.bind(positional, keywords).arguments)


def _print_arguments(signature: Signature, arguments: list[Any]) -> None:
    for parameter, value in zip(signature.parameters, arguments, strict=True):
        _print(leaves(parameter.name, value))


def _written(signature: Signature, arguments: dict[str, Any]) -> list[tuple[str, Any]]:
    """The arrays that the function may have written to, as they are after the call."""
    values = dict(leaf for name, value in arguments.items() for leaf in leaves(name, value))
    specs = [leaf for each in signature.parameters for leaf in spec_leaves(each.name, each.spec)]
    inout = [path for path, spec in specs if isinstance(spec, TensorSpec) and spec.inout]
    return [(f"{path} afterwards", values[path]) for path in inout if path in values]


def _print(values: Iterable[tuple[str, Any]]) -> None:
    for name, value in values:
        head = f"{name}: {type_text(value)} ="
        if not isinstance(value, np.ndarray | np.generic):
            say(f"{head} {value!r}")
        elif value.ndim > 1 and value.size:
            say(f"{head}\n{_array_text(value, '')}")
        else:
            say(f"{head} {_array_text(value, f'{head} ')}")


def _array_text(value: Any, prefix: str) -> str:
    array = np.asarray(value)
    return np.array2string(array, precision=6, threshold=64, max_line_width=100, prefix=prefix)
