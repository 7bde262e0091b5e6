"""Compiled functions whose values are seen while they run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from dslc.ir.checks import Checks
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.graph import Graph
from dslc.ir.trace import Trace
from dslc.ir.watch import Event, Hook, Watch, Watches, Where, places

from .signature import Signature


class _Watchable(Protocol):
    """A compiled function, as far as watching it needs."""

    signature: Signature
    __wrapped__: Callable[..., Any] | None

    def run_watched(
        self, args: Sequence[Any], kwargs: Mapping[str, Any], watching: Callable[[Graph], Watch]
    ) -> Any: ...


class WatchedFunction:
    """A function on the reference, with hooks and checks.

    Attributes:
        signature: its parameters and its result.
        __wrapped__: the function as the user wrote it, or None.
    """

    def __init__(
        self, function: _Watchable, watching: Sequence[Callable[[Graph], Watch]] = ()
    ) -> None:
        self._function = function
        self._watching = tuple(watching)
        self.signature = function.signature
        self.__wrapped__ = function.__wrapped__

    def __repr__(self) -> str:
        return f"<watched {self.signature}>"

    def with_hook(self, where: Where, function: Callable[[Event], Any]) -> WatchedFunction:
        """One more hook, after those that there are; see `CompiledFunction.with_hook`."""
        return self._with(partial(_hook, where, function))

    def with_checks(
        self,
        *,
        nan: bool = True,
        inf: bool = False,
        low: float | None = None,
        high: float | None = None,
    ) -> WatchedFunction:
        """Checks, after the hooks that there are; see `CompiledFunction.with_checks`.

        Args:
            nan: refuse a NaN.
            inf: refuse an infinity.
            low: refuse a number below this one.
            high: refuse a number above this one.
        """
        return self._with(partial(Checks, nan=nan, inf=inf, low=low, high=high))

    def _with(self, watching: Callable[[Graph], Watch]) -> WatchedFunction:
        return WatchedFunction(self._function, (*self._watching, watching))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the function.

        Raises:
            DslError: `unknown-node` for a hook where nothing is computed; `nan-found`,
                `infinity-found`, `out-of-range` of checks; what the function itself raises.
        """
        return self._function.run_watched(
            args, kwargs, lambda graph: Watches(watching(graph) for watching in self._watching)
        )

    def trace(self, *args: Any, **kwargs: Any) -> Trace:
        """Run the function, and give all named values; see `CompiledFunction.trace`."""
        trace = Trace()
        try:
            return trace.finish(self.with_hook(None, trace)(*args, **kwargs))
        except Exception as error:
            if not len(trace):
                raise
            return trace.finish(None, error)


def _hook(where: Where, function: Callable[[Event], Any], graph: Graph) -> Hook:
    known = places(graph)
    if where is not None and not any(where in place for place in known):
        what = f"line {where}" if isinstance(where, int) else f"`{where}`"
        names = ", ".join(dict.fromkeys(name for _, name in known))
        raise DslError(
            Diagnostic(
                "unknown-node",
                f"`{graph.name}` computes nothing at {what}",
                help=f"it computes {names}" if names else None,
            )
        )
    return Hook(where, function)
