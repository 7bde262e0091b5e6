"""A dict whose copies share what they have in common."""

from __future__ import annotations

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Layers(Generic[K, V]):
    """A dict without deletion; a copy costs little, whatever it holds.

    What a copy shares with its original stands in layers that nobody changes any more; each has a
    layer of its own on top. Layers are merged as they grow, so that there are few of them.
    """

    __slots__ = ("_below", "_own")

    def __init__(self) -> None:
        self._below: tuple[dict[K, V], ...] = ()
        self._own: dict[K, V] = {}

    def __bool__(self) -> bool:
        return bool(self._own or self._below)

    def __contains__(self, key: K) -> bool:
        return self.get(key) is not None

    def __setitem__(self, key: K, value: V) -> None:
        self._own[key] = value

    def get(self, key: K) -> V | None:
        """The value of a key, None where it has none."""
        found = self._own.get(key)
        if found is None and self._below:
            for layer in reversed(self._below):
                found = layer.get(key)
                if found is not None:
                    break
        return found

    def copy(self) -> Layers[K, V]:
        """A dict with the same items; later changes of either are its own."""
        if self._own:
            self._below = _with_layer(self._below, self._own)
            self._own = {}
        other: Layers[K, V] = Layers()
        other._below = self._below
        return other


def _with_layer(below: tuple[dict[K, V], ...], top: dict[K, V]) -> tuple[dict[K, V], ...]:
    """The layers with one more, merged with those that are not clearly larger."""
    while below and len(below[-1]) <= 2 * len(top):
        top = {**below[-1], **top}
        below = below[:-1]
    return (*below, top)
