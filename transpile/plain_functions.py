"""Plain helpers: functions of the module without `@graph` that a graph function calls.

A helper becomes a function of the emitted text at the module's top level, which takes the builder
first. So Python's own scoping gives it the globals that it reads.
"""

from __future__ import annotations

import inspect
import itertools
import re
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import TYPE_CHECKING, Any

from dslc.ir.diagnostics import Diagnostic

from . import fence
from .binding import Argument, bind_arguments
from .borrowed_lists import (
    apply_changes,
    borrow,
    hide,
    in_caller,
    in_helper,
    note_changes,
    sharing_of_lists,
)
from .closures import lent, of_itself, returned, signature, variables
from .found_helpers import Found, find_helper
from .frame import Frame
from .generators import as_iterator, as_list, pend
from .helper_texts import HelperText, Text, Walked, called_again, enter, note_effects, nothing
from .identities import owned
from .kept_variables import read_in, root_of
from .kind_parts import computed_leaves, has_text, leaves, map_leaves, retext
from .kinds import (
    POISON,
    Built,
    Closure,
    Computed,
    Kind,
    Poison,
    Record,
    Sequence,
    Table,
)
from .likeness import likeness_of, unnumbered
from .memory import Memory
from .names import stable
from .open_helpers import (
    CallsItself,
    OpenHelper,
    OpenHelpers,
    Way,
    form_of,
    place_of,
    refuse_endless,
    with_numbers_open,
)
from .other_modules import OtherModules
from .session import Session
from .texts import text_of
from .tree import Attribute, Call, Function, Name
from .writes import check_write_of_call, written

if TYPE_CHECKING:
    from .translate import Translator


MOST_ROUNDS = 3
"""How often a helper that calls itself is walked until it is known what it writes to."""


@dataclass(slots=True)
class Helpers:
    """The helpers of one module, each emitted once for arguments that give it the same text."""

    translator: Translator
    texts: list[HelperText] = field(default_factory=list)
    _walked: dict[Any, Walked] = field(default_factory=dict)
    _open: OpenHelpers = field(default_factory=OpenHelpers)
    others: OtherModules = field(default_factory=OtherModules)

    def called_in(self, text: Text) -> list[HelperText]:
        """Those that a text calls, directly or not, the called before their callers."""
        called: set[str] = set()
        texts = [text]
        while texts:
            words = set(re.findall(r"\w+", "\n".join(texts.pop().lines))) - called
            called |= words
            texts += [each.text for each in self.texts if each.name in words]
        return [each for each in self.texts if each.name in called]

    def call(
        self,
        frame: Frame,
        callee: Built,
        arguments: list[Argument],
        keywords: dict[str, Argument],
        e: Call,
        into: str | None,
    ) -> Kind:
        """Emit a call of a plain function."""
        found = find_helper(frame, self.translator.module, self.others, callee, e)
        if found is None:
            return POISON
        bound = bind_arguments(frame, callee, _signature(callee.value), arguments, keywords, e)
        if bound is None:
            return POISON
        return self._emit(frame, found, bound, e, into)

    def call_closure(
        self,
        frame: Frame,
        closure: Closure,
        arguments: list[Argument],
        keywords: dict[str, Argument],
        e: Call,
        into: str | None,
    ) -> Kind:
        """Emit a call of a function that was made in the graph."""
        callee = Built(frame.code(e.function.span))
        if closure.home not in (None, frame):
            what = "calling a function away from the variables that it reads"
            return fence.refuse(frame, what, e.span, help="pass them as arguments")
        bound = bind_arguments(frame, callee, signature(closure, e.span), arguments, keywords, e)
        if bound is None:
            return POISON
        bound.update(variables(frame, closure))
        bound.update(of_itself(frame, closure, bound))
        return self._emit(frame, Found(closure.function), bound, e, into)

    def _emit(
        self,
        frame: Frame,
        found: Found,
        bound: dict[str, Kind],
        e: Call,
        into: str | None,
    ) -> Kind:
        """Emit a call of a helper with these parameters."""
        if found.function.is_generator:
            listed = as_list(frame, found, e)
            return POISON if listed is None else self._emit(frame, listed, bound, e, None)
        bound = {name: lent(frame, kind) for name, kind in bound.items()}
        walked = self._walk(frame, found, bound, e)
        frame.raises += walked.raises + len(walked.writes)
        frame.captures.update(walked.captures)
        result = returned(walked.result)
        if isinstance(result, Poison) or not _write(frame, walked, bound, e):
            return POISON
        result = owned(frame, in_caller(frame, walked.borrowed, result))
        given = [*bound.values(), *(found.kept[name] for name in walked.kept)]
        texts = [frame.g, *(text_of(kind) for kind in given if has_text(kind))]
        if isinstance(result, Built) and result.known and result.value is None:
            frame.writer.call(walked.name, texts)
            frame.ended_by = e if walked.never_returns else None
            return result if apply_changes(frame, walked.borrowed, e.span) else POISON
        target = into or frame.names.temporary(frame.base, _called(found.function, e))
        frame.writer.call(f"{target} = {walked.name}", texts)
        result = retext(result, target)
        if not apply_changes(frame, walked.borrowed, e.span):
            return POISON
        if found.items:
            pend(frame, found, bound, result, walked, e)
            return as_iterator(frame, result, e)
        return result

    def _walk(self, frame: Frame, found: Found, bound: dict[str, Kind], e: Call) -> Walked:
        """Walk a helper for these arguments, unless it was for arguments just like them."""
        alike = tuple(map(likeness_of, (*bound.values(), *found.kept.values())))
        likeness = alike, _sharing(bound), sharing_of_lists(bound), frame.knows_data
        key = place_of(found.function), unnumbered(str(likeness))
        known = self._walked.get(key)
        if known is not None:
            frame.session.report_all(known.said, e.span if found.is_library else None)
            anew = replace(borrow(bound, known.borrowed.home), changes={})
            return replace(known, result=_anew(known.result), borrowed=anew)
        form = form_of(bound)
        again = self._open.again(key, form, bound)
        if again is not None:
            return called_again(again, bound, frame)
        opened = OpenHelper(key, form)
        if not self._open.enter(frame, found.function, opened, e):
            return nothing(bound, frame)
        reported = len(frame.session.diagnostics)
        try:
            return self._walk_anew(frame, found, bound, e, opened)
        except CallsItself as call:
            if call.helper is not opened:
                raise
            del frame.session.diagnostics[reported:]
            return self._walk_again(frame, found, bound, e, opened, call.way)
        finally:
            self._open.leave()

    def _walk_again(
        self,
        frame: Frame,
        found: Found,
        bound: dict[str, Kind],
        e: Call,
        opened: OpenHelper,
        way: Way,
    ) -> Walked:
        """Walk a helper that calls itself."""
        said: list[Diagnostic] = []
        reported = len(frame.session.diagnostics)
        if way == "text":
            known, texts = dict(self._walked), list(self.texts)
            walked = self._with_own_call(frame, found, bound, e, opened)
            said = frame.session.diagnostics[reported:]
            if walked is not None:
                return walked
            self._walked, self.texts = known, texts
            del frame.session.diagnostics[reported:]
        opened.way, opened.name = "decided", ""
        try:
            walked = self._walk_anew(frame, found, bound, e, opened)
        except RecursionError:
            walked = nothing(bound, frame)
            refuse_endless(frame, found.function, e)
        if said and any(d.code == "recursive-call" for d in frame.session.diagnostics[reported:]):
            frame.session.diagnostics[reported:] = said
        return walked

    def _with_own_call(
        self, frame: Frame, found: Found, bound: dict[str, Kind], e: Call, opened: OpenHelper
    ) -> Walked | None:
        """A helper whose text calls itself; None where that has no text."""
        bound = {name: with_numbers_open(kind) for name, kind in bound.items()}
        known, texts = dict(self._walked), list(self.texts)
        reported = len(frame.session.diagnostics)
        opened.way = "without"
        probed = self._walk_anew(frame, found, bound, e, opened).result
        self._walked, self.texts = known, texts
        del frame.session.diagnostics[reported:]
        opened.way, opened.result = "text", (*opened.found, probed)[0]
        opened.name = self._new_name(found.function)
        if isinstance(opened.result, Poison):
            return None
        for _ in range(MOST_ROUNDS):
            walked = self._walk_anew(frame, found, bound, e, opened)
            alike = likeness_of(walked.result) == likeness_of(opened.result)
            said = len(frame.session.diagnostics) > reported
            if said or walked.kept or walked.borrowed.changes or not alike:
                return None
            if walked.writes == opened.writes:
                return walked
            opened.writes = walked.writes
            self._walked, self.texts = dict(known), list(texts)
        return None

    def _walk_anew(
        self, frame: Frame, found: Found, bound: dict[str, Kind], e: Call, opened: OpenHelper
    ) -> Walked:
        helper = found.function
        session = self.others.session(frame.session, self.translator.session, helper.span.file)
        inner = self.translator.frame(helper, session=session)
        hidden = _hidden(session, found, inner)
        if hidden is not None:
            kind = fence.refuse(
                frame, hidden, e.span, help="rename it, or make it a `@graph` function"
            )
            return replace(nothing(bound, inner), result=kind)
        inner.facts, inner.dims = frame.facts, frame.dims
        enter(inner, frame, found, opened, bound)
        borrowed = borrow(bound, inner.home)
        inner.environment = {
            name: map_leaves(in_helper(borrowed, retext(kind, name)), _borrowed)
            for name, kind in bound.items()
        }
        inner.environment.update(found.kept)
        hide(inner, borrowed)
        with frame.session.told_apart(e.span if found.is_library else None) as said:
            session.diagnostics = said
            result = self.translator.body(inner)
            opened.found = inner.found
            if inner.probing and inner.found:
                result = inner.found[0]
            note_changes(inner, borrowed, helper.span)
        # The numbers of a text are lines of the module that it is built from.
        numbers = [] if session.prefix else inner.writer.source_lines
        text = Text(inner.g, inner.writer.lines, numbers)
        kept = read_in(found.kept, text.lines)
        named = [*(name for name, kind in bound.items() if has_text(kind)), *kept]
        name = self._name(HelperText(opened.name or self._new_name(helper), helper, named, text))
        walked = Walked(name, result, inner.raises, inner.captures, kept, (), borrowed, said)
        note_effects(walked, inner, bound, found.items)
        if _is_new(result) and not borrowed.changes:
            self._walked[opened.key] = walked
        return walked

    def _name(self, made: HelperText) -> str:
        """The name of a helper's emitted function; an earlier one if its text says the same."""
        for known in self.texts:
            if known.says_the_same(made):
                return known.name
        self.texts.append(made)
        return made.name

    def _new_name(self, helper: Function) -> str:
        """A name for a helper's emitted function that nothing has yet."""
        taken = self.translator.module.identifiers | {known.name for known in self.texts}
        return stable(_emitted_name(helper), taken | helper.identifiers | self._open.names)


def _signature(function: FunctionType) -> inspect.Signature:
    """That of the very function, not of the one that it wraps."""
    return inspect.signature(function, follow_wrapped=False)


def _emitted_name(helper: Function) -> str:
    """The name of a helper in the emitted text; a method is called after its class too."""
    *around, name = helper.qualified_name.replace(".<locals>", "").split(".")
    return "_".join([*around, name.strip("_")]) if around else f"{name}_inlined"


def _called(helper: Function, e: Call) -> str:
    """What a call is called after: the function; where it is `__call__`, what it is called on."""
    on = e.function
    name = helper.name
    if name == "__call__" and isinstance(on, Name | Attribute):
        name = on.id if isinstance(on, Name) else on.name
    return name.strip("_")


def _hidden(session: Session, found: Found, inner: Frame) -> str | None:
    """A variable of a helper that hides what its text reads from the module."""
    module = session.prefix.partition(".")[0]
    if module in inner.order:
        return f"a function of another module that has its own `{module}`"
    roots = (root_of(kind) for kind in found.kept.values())
    root = next((each for each in roots if each in inner.order), None)
    return root and f"a function that closes over what `{root}` has, and has its own `{root}`,"


def _is_new(kind: Kind) -> bool:
    """Whether a result has nothing of the caller's arrays in it."""
    if not isinstance(kind, Built | Computed | Sequence | Table | Record):
        return False
    if any(isinstance(leaf, Closure) for leaf in leaves(kind)):
        return False
    return all(
        leaf.memory is None or (leaf.memory.origin == "fresh" and not leaf.memory.bases)
        for leaf in computed_leaves(kind)
    )


def _anew(kind: Kind) -> Kind:
    """The same kind with arrays of its own."""
    memories: dict[int, Memory] = {}

    def renewed(leaf: Kind) -> Kind:
        if not isinstance(leaf, Computed) or leaf.memory is None:
            return leaf
        memory = memories.setdefault(id(leaf.memory), Memory("fresh", leaf.memory.what))
        return replace(leaf, memory=memory)

    return map_leaves(kind, renewed)


def _borrowed(leaf: Kind) -> Kind:
    """A caller's value inside a helper, which may write to it where it is InOut."""
    if not isinstance(leaf, Computed) or leaf.memory is None:
        return leaf
    origin = "inout" if leaf.memory.is_variable else "parameter"
    what = f"the parameter `{leaf.text}`"
    return replace(leaf, memory=Memory(origin, what, (leaf.memory,), many=leaf.memory.many))


def _write(frame: Frame, walked: Walked, bound: dict[str, Kind], e: Call) -> bool:
    """Note what a call writes to, unless it is refused."""
    own = [leaf.memory for kind in bound.values() for leaf in computed_leaves(kind)]
    for number in walked.writes:
        memory = own[number]
        assert memory is not None
        if not check_write_of_call(frame, memory, e.span):
            return False
        written(frame, memory)
    return True


def _sharing(bound: dict[str, Kind]) -> list[tuple[int, int]]:
    """Which arrays of the arguments may share memory, where one of them may be written to."""
    leaves = [leaf for kind in bound.values() for leaf in computed_leaves(kind)]
    own = [leaf.memory for leaf in leaves if leaf.memory is not None]
    if not any(memory.is_variable for memory in own):
        return []
    pairs = itertools.combinations(range(len(own)), 2)
    return [(a, b) for a, b in pairs if own[a].overlaps(own[b])]
