"""Subgraphs of a function with breaks: statements walked as a function of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dslc.annotations import Spec, StaticSpec, TensorSpec
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.signature import EMPTY, Parameter, Signature
from dslc.sizes import undetermined

from .crossing import Spelling, Typed
from .frame import Frame
from .helper_texts import Text
from .kind_parts import computed_leaves
from .kinds import Kind
from .kinds import Sequence as Items
from .live import NameSet
from .loop_index import dims_in
from .memory import Memory
from .outcome import whole
from .parameters import check_statics, parameter_kinds
from .statements import check_returned, finish, walk
from .tree import Block, Function, Input, Statement
from .writer import INDENT, WIDTH

if TYPE_CHECKING:
    from .translate import Emitted, Translator


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Statements of a function that are to be a subgraph.

    Attributes:
        statements: these, in a row; of an expression, a `return` of it.
        inputs: the names that it takes, with their types.
        after: the names that are read after it.
        returns: whether it gives what the function returns, or the expression's value.
    """

    statements: tuple[Statement, ...]
    inputs: Mapping[str, Typed]
    after: NameSet
    returns: bool


@dataclass(slots=True, eq=False)
class Walked:
    """A part that was walked.

    Attributes:
        refused: what it cannot be a graph for.
        given: the arrays that each name is at its start.
        result: what it returns.
    """

    part: Part
    frame: Frame
    refused: list[Diagnostic]
    given: dict[str, list[Memory]]
    result: Kind | None = None

    @property
    def arrays(self) -> list[Memory]:
        """The arrays that it takes."""
        return [memory for own in self.given.values() for memory in own]

    @property
    def kinds(self) -> dict[str, Kind]:
        """What each name is at its end."""
        return self.frame.environment


@dataclass(slots=True)
class Subgraphs:
    """Walks parts of one function.

    Attributes:
        function: it.
        signature: its parameters.
        checks: build-time arguments to check it with.
        spelling: of annotations in its module.
    """

    function: Function
    signature: Signature
    checks: tuple[dict[str, object], ...]
    spelling: Spelling

    def walk(self, translator: Translator, part: Part, name: str) -> Walked:
        """Walk a part; what is wrong with it is in `refused`, and not reported."""
        session = translator.session
        before, session.diagnostics = session.diagnostics, []
        frame = translator.frame(self._definition(part, name), part.after, is_graph=True)
        signature = self.signature_of(part, name)
        layout = signature.pattern()
        kinds = parameter_kinds(signature, layout)
        frame.environment, frame.dims = dict(kinds), dims_in(kinds.values())
        given = {each: memories([kind]) for each, kind in kinds.items()}
        walked = Walked(part, frame, session.diagnostics, given)
        open_size = undetermined(layout.parameters, layout.integers, layout.paths)
        if open_size is not None:
            message = f"an axis of `{open_size[0]}` does not tell `{open_size[2]}` here"
            session.report(Diagnostic("graph-break", message, part.statements[0].span))
        try:
            statements = frame.live.statements(frame.function.body)
            outcome = walk(frame, statements, part.after)
            if part.returns:
                walked.result = finish(frame, outcome)
                check_returned(frame, walked.result)
        except DslError as error:
            walked.refused += error.diagnostics
        session.diagnostics = before
        return walked

    def emit(
        self, translator: Translator, part: Part, name: str, outputs: tuple[str, ...]
    ) -> Emitted:
        """The text of a part that is a graph."""
        from .translate import Emitted

        walked = self.walk(translator, part, name)
        assert not walked.refused, walked.refused
        frame = walked.frame
        if not part.returns:
            kinds = [frame.environment[each] for each in outputs]
            result = kinds[0] if len(kinds) == 1 else Items("", tuple(kinds))
            if kinds or not frame.writer.lines:
                frame.writer.line(f"return {whole(result) if kinds else None}")
            walked.result = result
        text = Text(frame.g, frame.writer.lines, frame.writer.source_lines)
        signature = self.signature_of(part, name)
        return Emitted(
            frame.function,
            text,
            translator.helpers.called_in(text),
            parameter_kinds(signature, signature.pattern()),
            walked.result if walked.result is not None else Items("", ()),
            frame.captures,
            signature,
            tuple(self._checks_of(signature)),
            decorator="subgraph",
        )

    def signature_of(self, part: Part, name: str) -> Signature:
        """The parameters of a part."""
        given = part.inputs.items()
        return Signature(name, tuple(Parameter(each, typed.spec) for each, typed in given), None)

    def _definition(self, part: Part, name: str) -> Function:
        return replace(
            self.function,
            name=name,
            qualified_name=name,
            inputs=tuple(Input(each, "POSITIONAL_OR_KEYWORD", None) for each in part.inputs),
            signature=self._text(part, name),
            docstring=None,
            body=Block(part.statements),
        )

    def _text(self, part: Part, name: str) -> str:
        """The parameters with their annotations, as they stand in the emitted text."""
        texts = [f"{each}: {self._annotation(typed)}" for each, typed in part.inputs.items()]
        whole_text = f"({', '.join(texts)})"
        if len(f"def {name}(g, ):") + len(whole_text) <= WIDTH:
            return whole_text
        return "\n".join(["(", *(f"{INDENT}{text}," for text in texts), ")"])

    def _annotation(self, typed: Typed) -> str:
        written = typed.text is not None and not isinstance(typed.spec, TensorSpec)
        return typed.text if written and typed.text else self.spelling.text(typed.spec)

    def _checks_of(self, signature: Signature) -> list[dict[str, Any]]:
        """The build-time arguments of a part, out of those of the function."""
        own = {p.name: p for p in self.signature.parameters}
        names = [p.name for p in signature.parameters if p.name in own and _is_static(p.spec)]
        if not names:
            return []
        found = []
        for case in check_statics(self.signature, self.checks):
            values = {each: case.get(each, own[each].default) for each in names}
            found.append({each: v for each, v in values.items() if v is not EMPTY})
        return found


def memories(kinds: Iterable[Kind]) -> list[Memory]:
    """The arrays in kinds."""
    found = [leaf.memory for kind in kinds for leaf in computed_leaves(kind)]
    return [memory for memory in found if memory is not None]


def _is_static(spec: Spec) -> bool:
    inner = getattr(spec, "inner", None)
    fields = [each for _, each in getattr(spec, "fields", ())]
    inside = (*fields, *getattr(spec, "items", ()), getattr(spec, "item", None), inner)
    return isinstance(spec, StaticSpec) or any(_is_static(s) for s in inside if s is not None)
