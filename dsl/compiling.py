"""`compile`: from a function to its compiled function, in one process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .compiled import CompiledFunction
from .requests import Requested


def compile(
    function: Callable[..., Any],
    example: Sequence[Any] | None = None,
    device: str | None = None,
    *,
    specialize: Requested | None = None,
    fast_math: bool = False,
) -> CompiledFunction:
    """Compile a function in this process, without files.

    Args:
        function: a plain function, one of `@graph`, or a compiled one, such as a gradient.
        example: example arguments, from which parameters without an annotation get their types.
        device: one of `devices.DEVICES`; by default what `DSLC_DEVICE` says, else `auto`.
        specialize: versions for some sizes, beside the one for every size: see `dslc.requests`; by
            default those that `@graph` asks for.
        fast_math: whether results may differ in the last place, and for NaN, infinities and -0.0;
            `dslc explain fast-math` lists what is done.

    Raises:
        DslError: what is wrong with the function, as `dslc check` would say it.
    """
    if isinstance(function, CompiledFunction):
        compiled = function if specialize is None else function.with_versions(specialize)
    else:
        compiled = _compiled(function, example, specialize)
    compiled = compiled if device is None else compiled.with_device(device)
    return compiled.with_fast_math() if fast_math else compiled


def _compiled(
    function: Callable[..., Any], example: Sequence[Any] | None, specialize: Requested | None
) -> CompiledFunction:
    # The one way up, taken on use: only who compiles in one process needs the transpiler.
    from dslc.transpile import compile_function

    compiled: CompiledFunction = compile_function(function, example, specialize)
    gradient = getattr(function, "gradient", None)
    if gradient is not None:
        compiled.blueprint.gradient = gradient
    return compiled
