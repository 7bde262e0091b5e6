"""The methods named like ops, which the builder and the stepper have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .op import REGISTRY, Op


class OpMethods:
    """Has a method for every op: `g.add`; where Python reserves the name, `g.and_`."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        record = REGISTRY.get(name.rstrip("_"))
        if record is None or name.startswith("__"):
            raise AttributeError(f"no op named {name}")
        method = partial(self._apply, record)
        setattr(self, name, method)
        return method

    def _apply(self, op: Op, *args: Any, **kwargs: Any) -> Any:
        """The results of an op on these arguments."""
        raise NotImplementedError
