"""The op record: everything there is to know about one op, declared once.

The decorated function *is* the meaning: it runs on NumPy arrays, NumPy scalars and Python numbers.
Its positional parameters are the operands, its keyword-only parameters the attributes. The builder,
the verifier, the printer, the interpreter, the transpiler and the tests read the record; the
backends hold their own text for each op.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Flag, auto
from typing import Any, TypeAlias

from .comparison import Comparison
from .diagnostics import CompilerBug, Note
from .facts import Facts
from .types import TensorType, Type, UnsetType
from .writing import on_copy

TypeRule: TypeAlias = Callable[..., Type | tuple[Type, ...]]
"""`rule(facts, *operand_types, **attributes)`: the result's type, or a tuple of them."""


class Effects(Flag):
    """What a node does besides giving its results.

    Nodes with effects keep their order and are never dropped.

    Attributes:
        NONE: nothing.
        RAISES: can raise.
        READS: reads memory that others write.
        WRITES: writes memory that others read.
        RANDOM: draws random numbers.
        HOST: acts on the world outside the graph.
    """

    NONE = 0
    RAISES = auto()
    READS = auto()
    WRITES = auto()
    RANDOM = auto()
    HOST = auto()


@dataclass(eq=False)
class RuleError(Exception):
    """A type rule refuses its operands.

    Attributes:
        code: the diagnostic's code.
        message: what is wrong.
        labels: operand number to what that operand is, for the marks under the source.
        help: what to do, or None.
        instead: what to write, with operands as `{0}` or, perhaps in parentheses, `{0:atom}`.
        notes: further facts.
        never: two sizes of operands that had to be equal, where it is for that.
    """

    code: str
    message: str
    labels: Mapping[int, str] = field(default_factory=dict)
    help: str | None = None
    instead: str | None = None
    notes: tuple[Note, ...] = ()
    never: Comparison | None = None

    def __str__(self) -> str:
        return self.message


@dataclass(slots=True)
class Op:
    """One op.

    Attributes:
        name: as in NumPy and the array API.
        run: the meaning, on NumPy values.
        type_rule: `rule(facts, *operand_types, **attributes)`, the types of the results; raises
            RuleError where the op does not apply.
        operands: names of the operands in `run`'s order.
        attributes: names and defaults of the static attributes, `inspect.Parameter.empty` for one
            that must be given.
        call: the parameter names in the order a caller gives them, NumPy's order.
        variadic: the one operand is a tuple of any length; a `*` before its name in `call` says
            that a caller gives its items as arguments.
        keyed: the operand called `key` is an index expression whose numbers are operands and whose
            form is the attribute `key`.
        effects: of every node of this op.
        optional: operands that a call may leave out. A node without one has its name among the
            attributes instead, with the value None; the meaning and the rules get None for it.
        never_none: those of them that a user leaves out only by not giving them: in NumPy, None
            means something else.
        sizes: attributes that are sizes, or shapes: integers of a call or a run may stand in them.
            Of an operand, that an integer of the run is to become a dim.
        view: the result may share memory with the first operand in NumPy.
        parts: what NumPy gives the results in, also a single one, where a call says how many.
        fields: the named tuple in which NumPy gives several results.
        write: of an op that gives its first operand changed, the meaning on that itself.
        operator: the Python operator that means this op, as source text: `+`, `-x` for the unary
            minus.
        numpy: names in `numpy` of functions that mean this op; a ufunc's method with a dot, as in
            `add.reduce`.
        methods: names of ndarray methods that mean this op, their object being the first operand.
        public: where a user finds it under `dslc`, such as `nn.softmax`, "" for nowhere.
        expand: the op by other ops: the meaning again, in functions of NumPy, other ops and
            operators only, so that it runs on graph values too (see `dslc.ir.expansion`). Backends
            that have no text of their own for the op run this. None for a primitive op.
        strong: called by a NumPy name on Python numbers, NumPy first makes scalars of them
            (`np.add(1, 2)` is `np.int64(3)`).
        ulp: greatest error of a native backend in units in the last place; 0 means bit for bit.
        normalize: `rule(facts, *operand_types, **attributes)`, the attributes in their one
            canonical form; None where every form is canonical.
        raises: `rule(*operand_types, **attributes)`, whether such a node can raise; None where
            `effects` tells.
        copies: `rule(*operand_types, **attributes)`, whether a view op gives an array of its own.
    """

    name: str
    run: Callable[..., Any]
    type_rule: TypeRule
    operands: tuple[str, ...]
    attributes: dict[str, Any]
    call: tuple[str, ...]
    variadic: bool = False
    keyed: bool = False
    effects: Effects = Effects.NONE
    optional: tuple[str, ...] = ()
    never_none: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    view: bool = False
    parts: type[tuple[Any, ...]] | type[list[Any]] | None = None
    fields: Callable[..., tuple[Any, ...]] | None = None
    write: Callable[..., None] | None = None
    operator: str | None = None
    numpy: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    public: str = ""
    strong: bool = True
    ulp: float = 0.0
    normalize: Callable[..., dict[str, Any]] | None = None
    raises: Callable[..., bool] | None = None
    expand: Callable[..., Any] | None = None
    copies: Callable[..., bool] | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The op on NumPy values; while an op is expanded, on values of the graph.

        Raises:
            DslError: where it does not apply.
        """
        from .calling import call_op

        return call_op(self, args, kwargs)

    @property
    def method(self) -> str:
        """What the builder calls it: `and_`, since Python reserves `and`."""
        return f"{self.name}_" if keyword.iskeyword(self.name) else self.name

    @property
    def starred(self) -> int | None:
        """Where in a call the arguments begin that are the operands, of an op that takes any."""
        return next((n for n, name in enumerate(self.call) if name.startswith("*")), None)

    @property
    def doc(self) -> str:
        """The docstring of the meaning."""
        return inspect.getdoc(self.run) or ""

    def __repr__(self) -> str:
        return f"<op {self.name}>"

    def type(self, rule: TypeRule) -> TypeRule:
        """Decorator that gives the op its `type_rule`."""
        self.type_rule = rule
        return rule

    def normal(self, function: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        """Decorator that gives the op its rule `normalize`."""
        self.normalize = function
        return function

    def can_raise(self, rule: Callable[..., bool]) -> Callable[..., bool]:
        """Decorator that gives the op its rule `raises`."""
        self.raises = rule
        return rule

    def is_copy(self, rule: Callable[..., bool]) -> Callable[..., bool]:
        """Decorator that gives the op its rule `copies`."""
        self.copies = rule
        return rule

    def expansion(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorator that gives the op its `expand`."""
        self.expand = function
        return function

    def whole(self, results: Sequence[Any]) -> Any:
        """What NumPy gives the results of a node in; one alone as it is."""
        if len(results) == 1:
            return results[0]
        if self.fields is not None:
            return self.fields(*results)
        return (self.parts or tuple)(results)

    def in_numpy(self, results: Sequence[Any]) -> Any:
        """The same for those who write NumPy's words: `np.split(x, 1)` is a list of one."""
        return self.parts(results) if self.parts else self.whole(results)

    # --- optional operands -----------------------------------------------------------------------

    def given(self, attributes: Mapping[str, Any]) -> tuple[str, ...]:
        """The names of the operands that a node with these attributes has."""
        return tuple(name for name in self.operands if name not in attributes)

    def spread(self, operands: Sequence[Any], attributes: Mapping[str, Any]) -> list[Any]:
        """What stands for each operand in the meaning and the rules: None where it is left out."""
        if not self.optional:
            return list(operands)
        items = iter(operands)
        return [None if name in attributes else next(items) for name in self.operands]

    def without_absent(self, attributes: Mapping[str, Any]) -> dict[str, Any]:
        """The attributes alone, without the operands that are left out."""
        return {name: value for name, value in attributes.items() if name not in self.optional}

    def takes(self, attributes: Mapping[str, Any]) -> bool:
        """Whether these are the names of a node's attributes."""
        names = {name for name in attributes if name not in self.optional}
        return names == self.attributes.keys()

    # --- nodes -----------------------------------------------------------------------------------

    def effects_of(self, types: tuple[Type, ...], attributes: Mapping[str, Any]) -> Effects:
        """The effects of a node with these operand types and attributes."""
        if self.raises is None:
            return self.effects
        rest = self.effects & ~Effects.RAISES
        spread = self.spread(types, attributes)
        raises = self.raises(*spread, **self.without_absent(attributes))
        return rest | Effects.RAISES if raises else rest

    def bind(
        self, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """Sort a call's arguments into operands and attributes, defaults filled in.

        An optional operand that is left out or None is an attribute.

        Raises:
            RuleError: for too many, missing, repeated or unknown arguments.
        """
        from .arguments import bind

        return bind(self, args, kwargs)

    def infer(
        self, facts: Facts, types: tuple[Type, ...], attributes: Mapping[str, Any]
    ) -> tuple[dict[str, Any], tuple[Type, ...]]:
        """The canonical attributes and the types of the results.

        Args:
            facts: what is known of sizes; what the rules rely on is added.
            types: those of the operands.
            attributes: every one, in any form.

        Raises:
            RuleError: when the op does not apply to operands of these types.
            DimMismatch: when sizes that must be equal never are.
        """
        for number, type_ in enumerate(types):
            if isinstance(type_, UnsetType):
                raise RuleError(
                    "unbound-name",
                    "this value is not bound on every path",
                    {number: "this may be unbound"},
                )
        absent = {name: None for name in self.optional if name in attributes}
        spread = self.spread(types, attributes)
        canonical = self.without_absent(attributes)
        if self.normalize is not None:
            canonical = self.normalize(facts, *spread, **canonical)
        facts.take_opened()  # of a rule that refused its operands
        result = self.type_rule(facts, *spread, **canonical)
        results = result if isinstance(result, tuple) else (result,)
        if self.write is None:  # what is written to stays of the type it has
            results = tuple(_in_short(facts, type_) for type_ in results)
        return {**absent, **canonical}, results


def _in_short(facts: Facts, type_: Type) -> Type:
    """The type with its sizes as short as what is known allows."""
    if not isinstance(type_, TensorType):
        return type_
    shape = tuple(map(facts.named, type_.shape))
    return type_ if shape == type_.shape else replace(type_, shape=shape)


SIZES = ("shape", "start", "stop", "step")
"""Attributes that are sizes in every op."""

REGISTRY: dict[str, Op] = {}
"""Every op by name, in the order of declaration; importing `dslc.ir.ops` fills it."""


def _no_rule(*_: Any, **__: Any) -> Type:
    raise CompilerBug("an op without a type rule")


def op(
    *,
    type: TypeRule | None = None,
    call: str | None = None,
    numpy: tuple[str, ...] = (),
    methods: tuple[str, ...] = (),
    sizes: tuple[str, ...] = (),
    expands: bool = False,
    writes: bool = False,
    **fields: Any,
) -> Callable[[Callable[..., Any]], Op]:
    """Decorator that declares an op: the function's name, parameters and body become the record.

    A trailing underscore, which keeps the name off a Python keyword or built-in, is no part of the
    op's name, but for `bool_`.

    Args:
        type: the type rule; or give it later with `@NAME.type`.
        call: parameter names in the caller's order, separated by commas; by default as the
            function declares them. Names that NumPy has and the op has not may stand in it: giving
            one is refused.
        numpy: names in `numpy` that mean this op.
        methods: names of ndarray methods that mean this op.
        sizes: attributes and operands that are sizes, besides `SIZES`.
        expands: the function is also the op's expansion.
        writes: the function is `Op.write`, and the meaning the same on a copy.
        fields: further fields of `Op`.
    """

    def declare(run: Callable[..., Any]) -> Op:
        name = run.__name__.rstrip("_") if run.__name__ != "bool_" else run.__name__
        operands, optional, attributes = _parameters(run, keyed="keyed" in fields)
        order = tuple(p.strip() for p in call.split(",")) if call else (*operands, *attributes)
        if name in REGISTRY:
            raise CompilerBug(f"op `{name}` is declared twice")
        if writes:
            fields["write"] = run
        REGISTRY[name] = Op(
            name,
            on_copy(run) if writes else run,
            type or _no_rule,
            operands,
            attributes,
            order,
            optional=optional,
            sizes=tuple(n for n in attributes if n in SIZES) + sizes,
            numpy=numpy,
            methods=methods,
            expand=run if expands else None,
            **fields,
        )
        return REGISTRY[name]

    return declare


def _parameters(
    run: Callable[..., Any], *, keyed: bool
) -> tuple[tuple[str, ...], tuple[str, ...], dict[str, Any]]:
    """The operands, the optional ones among them, and the attributes with their defaults."""
    parameters = inspect.signature(run).parameters.values()
    # A caller gives the numbers of a keyed op inside the key, not as arguments of their own.
    hidden = (inspect.Parameter.VAR_POSITIONAL,) if keyed else ()
    operands = [p for p in parameters if p.kind is not p.KEYWORD_ONLY and p.kind not in hidden]
    attributes = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}
    optional = tuple(p.name for p in operands if p.default is None)
    return tuple(p.name for p in operands), optional, attributes


def seal() -> None:
    """Check that every declared op is complete, so that a gap fails the import, not a user.

    An op that is made of others gets from them the rules that it does not declare.

    Raises:
        CompilerBug: for an op without a type rule or docstring.
    """
    from .derived_rules import derive_rules

    for name, record in REGISTRY.items():
        if record.expand is not None:
            derive_rules(record, has_type_rule=record.type_rule is not _no_rule)
        if record.type_rule is _no_rule:
            raise CompilerBug(f"op `{name}` has no type rule")
        if not record.doc:
            raise CompilerBug(f"op `{name}` has no docstring")
