"""Names in emitted text.

A user's names stay as they are; ours give way. A temporary is `<target>_<op>`, a second one of the
same name in a statement gets `_2`.
"""

from __future__ import annotations

import keyword
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any


class Names:
    """The names of one emitted function.

    Args:
        taken: every identifier of the user's function and every name the emitted module needs;
            never invented.
    """

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = frozenset(taken)
        self._statement: set[str] = set()
        self._lasting: set[str] = set()
        self._invented: set[str] = set()
        self.dims: dict[object, Any] = {}  # the dims that the statement made, by what they are of
        self._blocks: Counter[str] = Counter()

    def statement(self) -> None:
        """A new statement begins: its temporaries are its own."""
        self._statement = set()
        self.dims = {}

    @contextmanager
    def within(self) -> Iterator[None]:
        """Within statements that stand for an expression of another one."""
        outer, dims = self._statement, self.dims
        self._statement, self.dims = set(outer), dict(dims)
        self._lasting |= outer
        try:
            yield
        finally:
            self._statement |= outer
            self.dims = dims

    def hold(self, name: str) -> None:
        """Keep a name that was made for this statement for those inside of it too."""
        self._lasting.add(name)

    def temporary(self, base: str, op: str) -> str:
        """A name for an intermediate result of the statement that computes `base`."""
        return self.fresh(f"{base}_{op}" if base else op)

    def fresh(self, name: str) -> str:
        """`name`, or `name_2`, ... when it is in use."""
        chosen = first_free(name, self._in_use)
        self._statement.add(chosen)
        self._invented.add(chosen)
        return chosen

    def lasting(self, name: str) -> str:
        """`name`, or `name_2`, ..., for what later statements read too."""
        chosen = self.fresh(name)
        self._lasting.add(chosen)
        return chosen

    def keep(self, name: str) -> bool:
        """Invent this name of the module no more; False where that was done before."""
        self._taken |= {name}
        return name not in self._invented

    def block(self, kind: str, *parts: str) -> tuple[str, ...]:
        """Names for the functions of a region: `loop1_test`, `loop1_body`."""
        while True:
            self._blocks[kind] += 1
            names = tuple(f"{kind}{self._blocks[kind]}_{part}" for part in parts)
            if not any(name in self._taken for name in names):
                self._invented.update(names)
                return names

    def save(self) -> tuple[set[str], set[str], Counter[str], dict[object, Any]]:
        """The state, for `restore` after a trial."""
        return set(self._statement), set(self._lasting), Counter(self._blocks), dict(self.dims)

    def restore(self, state: tuple[set[str], set[str], Counter[str], dict[object, Any]]) -> None:
        """The names in use as they were."""
        self._statement, self._lasting = set(state[0]), set(state[1])
        self._blocks, self.dims = Counter(state[2]), dict(state[3])

    def _in_use(self, name: str) -> bool:
        used = name in self._taken or name in self._statement or name in self._lasting
        return used or keyword.iskeyword(name)


def stable(name: str, taken: frozenset[str] | set[str]) -> str:
    """`name`, or `name_2`, ... when it is taken."""
    return first_free(name, taken.__contains__)


def first_free(name: str, in_use: Callable[[str], bool]) -> str:
    """`name`, or the first of `name_2`, `name_3`, ... that is not in use."""
    candidate, number = name, 2
    while in_use(candidate):
        candidate, number = f"{name}_{number}", number + 1
    return candidate
