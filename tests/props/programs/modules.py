"""Drawn modules: a function `main` with its parameters, helpers, constants and a struct."""

from __future__ import annotations

import ast
import itertools
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

# These register what they draw.
from . import (  # noqa: F401
    arithmetic,
    arrays,
    assignments,
    branches,
    build_time,
    containers,
    data_sizes,
    functions,
    growth,
    handed_on,
    loops,
    numbers,
    output,
    size_expressions,
    sizes,
    stores,
)
from .cases import PASSED, Construct, constructs, last_construct
from .context import Context, Helper, Variable
from .expressions import literal
from .signatures import dim_text, result_types, sized_types
from .statements import block, give_back, some_type, start
from .types import BOOL, FLOAT, INT, Type, array, scalar

HEADER = """
import numpy as np
from dataclasses import dataclass
import dslc
from dslc import InOut, Scalar, Static, Tensor, bool_, f32, f64, graph, i32, i64
n, m = dslc.dims("n m")
"""


@dataclass(frozen=True)
class Parameter:
    """A parameter of `main`: of a type, or a struct of fields.

    `inouts` are the names of it and of its fields that may be written to.
    """

    name: str
    type: Type | None = None
    fields: tuple[tuple[str, Type], ...] = ()
    inouts: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Program:
    """A drawn module.

    Attributes:
        source: its text.
        parameters: those of `main`.
        exact: every result is the same for every order of summation and every libm.
        sized: it is about sizes most of all; calls have large ones and some that do not fit.
        results: the declared types of what it returns, where it declares them.
        refused: the codes that it is to be refused with, where it is.
        counts: how often each construct was drawn.
    """

    seed: int
    source: str
    parameters: tuple[Parameter, ...]
    exact: bool
    counts: Counter[str]
    sized: bool = False
    results: tuple[Type, ...] | None = None
    refused: tuple[str, ...] = ()


_GOLDEN = (5**0.5 - 1) / 2
"""Multiples of it fill the line between 0 and 1 evenly: every case comes as often as any other."""


def draw_refused(seed: int) -> Program:
    """The program of this seed with a case of the language that is refused."""
    cases = constructs(refused=True)
    case = cases[int(seed * _GOLDEN % 1 * len(cases))]
    for attempt in itertools.count():
        program = _drawn(seed, random.Random(f"{seed} {attempt}"), False, case)
        if f"case {case.name}" in program.counts:
            return program
    raise AssertionError


def draw_program(seed: int, *, sized: bool = False) -> Program:
    """The program of this seed; `sized` for one that is about sizes most of all."""
    rng = random.Random(seed)
    with_case = not sized and rng.random() < 0.4
    return _drawn(seed, rng, sized, rng.choice(constructs(refused=False)) if with_case else None)


def _drawn(seed: int, rng: random.Random, sized: bool, case: Construct | None) -> Program:
    exact = rng.random() < 0.5
    c = Context(rng, Counter(), exact, sized=sized)
    parts = [HEADER, case.prelude if case else ""]
    c.construct = case
    _constants(c, parts)
    helpers = [_helper(c, number, parts) for number in range(rng.randrange(3))]
    c.helpers = helpers
    parameters = _parameters(c, parts)
    if case is not None:
        parameters[1:1] = [Parameter(PASSED + name, t) for name, t in case.parameters]
    c.left = rng.randrange(6, 16 if sized else 28)
    _known(c, parameters)
    start(c, [some_type(c) for _ in range(rng.randrange(1, 2 if sized else 4))])
    if block(c, 100):
        last_construct(c)
        give_back(c)
    results = result_types(c) if sized else None
    signature = ", ".join(f"{p.name}: {_annotation(p)}" for p in parameters)
    parts.append(f"@graph\ndef main({signature}){_arrow(results)}:\n" + "\n".join(c.lines))
    source = ast.unparse(ast.parse("\n\n".join(parts))) + "\n"
    exact = exact or not c.inexact
    return Program(
        seed, source, tuple(parameters), exact, c.counts, sized, results, case.codes if case else ()
    )


def _arrow(results: tuple[Type, ...] | None) -> str:
    """The declaration of what is returned."""
    if results is None:
        return ""
    if len(results) == 1:
        return f" -> {annotation(results[0])}"
    return f" -> tuple[{', '.join(map(annotation, results))}]"


# --- what stands before `main` ------------------------------------------------------------------


CONSTANTS = """
GAIN0 = 0.5
STEPS0 = 3
FLAG0 = True
TABLE0 = (1.0, -2.0, 0.5)
"""

CONFIG0 = """
@dataclass(frozen=True)
class Config0:
    rate: float = 0.25
    rounds: int = 2
    strict: bool = False

CONFIG0 = Config0()
"""


def _constants(c: Context, parts: list[str]) -> None:
    if c.chance(0.6):
        c.count("module constant")
        parts.append(CONSTANTS)
        table = Type("tuple", items=(FLOAT,) * 3)
        c.constants |= {"GAIN0": FLOAT, "STEPS0": INT, "FLAG0": BOOL, "TABLE0": table}
    if c.chance(0.3):
        c.count("config dataclass")
        parts.append(CONFIG0)
        c.constants |= {"CONFIG0.rate": FLOAT, "CONFIG0.rounds": INT, "CONFIG0.strict": BOOL}


def _helper(c: Context, number: int, parts: list[str]) -> Helper:
    """A plain function or a `@graph` function of a few statements."""
    compiled = c.chance(0.5)
    inner = Context(c.random, c.counts, c.exact, constants=dict(c.constants), settled=True)
    types = tuple(
        c.one(
            [
                array("f32", "n"),
                array("i64", "n"),
                scalar("f32"),
                scalar("f64"),
                scalar("i64"),
                INT,
                FLOAT,
                BOOL,
            ]
        )
        for _ in range(c.random.randrange(1, 4))
    )
    parameters = [Parameter(f"x{i}", t) for i, t in enumerate(types)]
    _known(inner, parameters)
    result = c.one([t for t in types if t != BOOL] or [INT])
    results: tuple[Type, ...] = (result,)
    if c.chance(0.25):
        c.count("helper that returns a tuple")
        results = (result, c.one([INT, FLOAT, scalar("f32"), *types]))
        result = Type("tuple", items=results)
    start(inner, results)
    inner.left = c.random.randrange(1, 6)
    if block(inner, 10):
        give_back(inner)
    c.inexact |= inner.inexact
    name = f"{'stage' if compiled else 'helper'}{number}"
    signature = ", ".join(f"{p.name}: {_annotation(p)}" if compiled else p.name for p in parameters)
    default = types[-1].form == "number" and c.chance(0.8)
    if default:
        signature += f" = {literal(c, types[-1].dtype)}"
    parts.append(
        ("@graph\n" if compiled else "") + f"def {name}({signature}):\n" + "\n".join(inner.lines)
    )
    return Helper(name, types, result, compiled, default)


# --- parameters ---------------------------------------------------------------------------------


def _parameters(c: Context, parts: list[str]) -> list[Parameter]:
    types = sized_types(c) if c.sized else [array(c.one(["f32", "f64"]), "n")]
    if not c.sized:
        types += [c.one(_CHOICES) for _ in range(c.random.randrange(1, 5))]
    inouts = c.chance(0.3)
    parameters = [
        Parameter(f"x{i}", t, inouts=_inouts(c, [(f"x{i}", t)], inouts))
        for i, t in enumerate(types)
    ]
    if c.chance(0.1 if c.sized else 0.3):
        c.count("dataclass parameter")
        fields = tuple((f"f{i}", c.one(_CHOICES)) for i in range(c.random.randrange(1, 4)))
        weights = Parameter("w0", fields=fields, inouts=_inouts(c, fields, inouts))
        lines = "\n".join(f"    {n}: {annotation(t, n in weights.inouts)}" for n, t in fields)
        parts.append(f"@dataclass\nclass Weights0:\n{lines}")
        parameters.append(weights)
    if c.chance(0.2):
        c.count("Static parameter")
        parameters.append(Parameter("width1", Type("static", "int")))
    if c.chance(0.15):
        c.count("Static parameter")
        parameters.append(Parameter("strict1", Type("static", "bool")))
    return parameters


def _inouts(c: Context, names: Sequence[tuple[str, Type]], some: bool) -> frozenset[str]:
    """Those of the arrays that may be written to, where the program has some."""
    found = [name for name, t in names if some and t.is_array and c.chance(0.6)]
    for _ in found:
        c.count("InOut array")
    return frozenset(found)


_ARRAYS = (
    [array("f32", "n"), array("f32", "n", "m"), array("f64", "m", "n"), array("f32", "m")] * 2
    + [array(dtype, "n") for dtype in ("f64", "i64", "i32", "bool")]
    + [array("f32"), array("i64")]
)
_SINGLES = [scalar(dtype) for dtype in ("f32", "f64", "i64", "i32", "bool")] + [INT, FLOAT, BOOL]
_PAIR = (array("f32", "n"), array("f32", "n"))
_TUPLES = [Type("tuple", items=_PAIR), Type("tuple", items=(INT, scalar("f32")))]
_CHOICES = _ARRAYS + _SINGLES + [INT, FLOAT, scalar("f32")] + _TUPLES


def _annotation(p: Parameter) -> str:
    if p.type is None:
        return "Weights0"
    if p.type.form == "static":
        return {"int": "Static[int] = 2", "bool": "Static[bool] = True"}[p.type.dtype]
    return annotation(p.type, p.name in p.inouts)


def annotation(t: Type, inout: bool = False) -> str:
    """A type as a parameter's annotation."""
    name = "bool_" if t.dtype == "bool" and t.form != "number" else t.dtype
    if t.form == "number":
        return name
    if t.form == "scalar":
        return f"Scalar[{name}]"
    if t.form == "tuple":
        return f"tuple[{', '.join(map(annotation, t.items))}]"
    head = "InOut" if inout else "Tensor"
    return f"{head}[{', '.join([name, *(map(dim_text, t.shape) if t.shape else ['()'])])}]"


def _known(c: Context, parameters: list[Parameter]) -> None:
    """The names and sizes that parameters give."""
    for p in parameters:
        if p.type is None:
            for name, t in p.fields:
                _know(c, f"{p.name}.{name}", t, fixed=True, inout=name in p.inouts)
        elif p.type.form == "static":
            c.constants[p.name] = Type("number", p.type.dtype)
        else:
            c.count(f"{p.type.dtype or p.type.form} {p.type.form} parameter")
            inout = p.name in p.inouts
            fixed = inout or p.name.startswith(PASSED)
            _know(c, p.name, p.type, fixed=fixed, inout=inout)
    matrices = c.variables(lambda v: len(v.type.shape) == 2 and v.name.isidentifier())
    if matrices and c.chance(0.5):
        c.count("shape unpacked")
        v = c.one(matrices)
        c.emit(f"height0, width0 = {v.name}.shape")
        for name, each in zip(("height0", "width0"), v.type.shape, strict=True):
            c.spell(each, name)
            c.state.names[name] = Variable(name, INT, fixed=True)
    if c.sizes and c.chance(0.3):
        name = c.one([each for each in c.sizes if each.isidentifier()])
        c.emit(f"size_{name} = {c.sizes[name][0]}")
        c.spell(name, f"size_{name}")
        c.state.names[f"size_{name}"] = Variable(f"size_{name}", INT, fixed=True)


def _know(c: Context, name: str, t: Type, *, fixed: bool = False, inout: bool = False) -> None:
    memory = c.new_array() if inout else c.frozen_array() if t.is_array else None
    c.state.names[name] = Variable(name, t, memory, fixed)
    for axis, each in enumerate(t.shape):
        if not each.isdigit():
            c.spell(each, f"{name}.shape[{axis}]", *([f"len({name})"] if axis == 0 else []))
