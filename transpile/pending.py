"""Generators that a statement has called: what Python runs of them stands between its own steps."""

from __future__ import annotations

from dataclasses import dataclass, field

from .kinds import Kind
from .memory import Identity, Memory
from .tree import Function


@dataclass(eq=False, slots=True)
class Pending:
    """A generator whose items have been made all at once, where Python makes them one by one.

    Attributes:
        function: its source.
        is_closure: whether it reads variables around it.
        made: the list of its items.
        acts: whether it may raise, print or write.
        stores: whether it changes arrays or lists between its items.
        loops: whether it has a `while`, which a consumer may stop.
        raises: the effects of the function around so far.
        stored: how many arrays were written to so far.
        memories: the arrays that it reads or gives.
        outside: the arrays that names around have.
        lists: the lists and dicts that it is given.
    """

    function: Function
    is_closure: bool
    made: Kind
    acts: bool
    stores: bool
    loops: bool
    raises: int
    stored: int
    memories: list[Memory] = field(default_factory=list)
    outside: list[Memory] = field(default_factory=list)
    lists: list[Identity] = field(default_factory=list)
