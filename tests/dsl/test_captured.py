"""A captured value that changes between two calls: the new value or an error, never the old."""

from __future__ import annotations

import types
from pathlib import Path

import numpy as np
import pytest

import dslc
from dslc.captured import captured_form, captured_key
from dslc.ir.diagnostics import DslError

from ..golden.test_transpile import executed

SOURCE = """\
import enum
import types
from dataclasses import dataclass
import numpy as np
from typing import NamedTuple
from dslc import Scalar, Tensor, dims, f64, graph

n = dims("n")
NUMBER, PAIR, LIST, TABLE = 2.0, (1.0, 2.0), [1.0, 2.0], {{"a": {{"b": [3.0]}}}}
SPACE = types.SimpleNamespace(a=types.SimpleNamespace(b=2.0))
CHOICES, NOTHING, DTYPE = {{1, 2}}, None, np.float64

class Mode(enum.Enum):
    SLOW = 1.0
    FAST = 2.0

MODE = Mode.SLOW

class Plain:
    RATE = 3.0
    TABLE = {{"a": 1.0}}
    class Inner:
        RATE = 4.0
    def __init__(self, x):
        self.x = x
    def twice(self):
        return 2 * self.x

@dataclass
class Config:
    rate: float
    plain: object = None

OBJECT, CONFIG = Plain(4.0), Config(0.5, Plain(5.0))
MANY = [Plain(1.0), Plain(2.0)]

def scaled(x, config):
    return x * config.plain.x

def constant():
    return OBJECT.x

def other(x):
    return x * 8

def twice_other(x):
    return other(x) * 2

@graph
def inner(x: Tensor[f64, n]):
    return x * 5

@graph
def another(x: Tensor[f64, n]):
    return x * 6

def aliased(x, cls=Plain):
    c = cls
    return x * c.RATE

class Layer(NamedTuple):
    w: Scalar[f64]
    def __call__(self, x):
        return x * self.w
    def twice(self, x):
        return x * self.w * 2
    @property
    def half(self):
        return self.w / 2

CLASSES = {{"plain": Plain}}

@graph
def f(x: Tensor[f64, n]):
    c, d = Plain, Plain.Inner
    return {expression}
"""

CHANGES = [
    ("x * NUMBER", "NUMBER = 5.0"),
    ("x * NUMBER", "NUMBER = 5"),
    ("x * PAIR[1]", "PAIR = (1.0, 7.0)"),
    ("x * sum([PAIR[0], *PAIR])", "PAIR = (1.0, 7.0, 8.0)"),
    ("x * LIST[1]", "LIST[1] = 9.0"),
    ("x * len(LIST)", "LIST.append(1)"),
    ("x * np.sum(np.array(LIST))", "LIST.append(1.0)"),
    ('x * TABLE["a"]["b"][0]', 'TABLE["a"]["b"][0] = 9.0'),
    ("x * SPACE.a.b", "SPACE.a.b = 9.0"),
    ("x * (3.0 if 3 in CHOICES else 1.0)", "CHOICES.add(3)"),
    ("x if NOTHING is None else x * 2", "NOTHING = 1"),
    ("np.ones(3, DTYPE)", "DTYPE = np.float32"),
    ("x * MODE.value", "MODE = Mode.FAST"),
    ("x * Plain.RATE", "Plain.RATE = 9.0"),
    ("x * OBJECT.RATE", "Plain.RATE = 9.0"),
    ("x * OBJECT.x", "OBJECT.x = 9.0"),
    ("x * OBJECT.x", "OBJECT = Plain(9.0)"),
    ("x * OBJECT.twice()", "OBJECT.x = 9.0"),
    ("x * CONFIG.rate", "CONFIG.rate = 9.0"),
    ("scaled(x, CONFIG)", "CONFIG.plain.x = 9.0"),
    ("x * MANY[1].x", "MANY[1].x = 9.0"),
    ("sum(x * each.x for each in MANY)", "MANY[0].x = 9.0"),
    ("sum(x * each.x for each in MANY)", "MANY.append(Plain(1.0))"),
    ("x * constant()", "OBJECT.x = 9.0"),
    ("scaled(x, CONFIG)", "scaled = lambda x, config: x"),
    ("twice_other(x)", "other = aliased"),
    ("(lambda v: other(v))(x)", "other = aliased"),
    ("sum([constant() * i for i in range(2)]) * x", "constant = lambda: 2.0"),
    ("inner(x)", "inner = another"),
    ("(other if CHOICES else aliased)(x)", "other = lambda x: x"),
    ("x * c.RATE", "Plain.RATE = 9.0"),
    ("x * d.RATE", "Plain.Inner.RATE = 9.0"),
    ("x * c.Inner.RATE", "Plain.Inner.RATE = 9.0"),
    ('x * c.TABLE["a"]', 'Plain.TABLE["a"] = 9.0'),
    ("aliased(x, Plain)", "Plain.RATE = 9.0"),
    ('x * CLASSES["plain"].RATE', "Plain.RATE = 9.0"),
    ("x * sum([each.RATE for each in (Plain, Plain)])", "Plain.RATE = 9.0"),
    ("x * sum([Plain.RATE for i in range(2)])", "Plain.RATE = 9.0"),
    ("Layer(x[0])(x)", "Layer.__call__ = Layer.twice"),
    ("Layer(x[0]).twice(x)", "Layer.twice = Layer.__call__"),
    ("x * Layer(x[0]).half", "Layer.half = property(lambda self: self.w)"),
    ("x * (1.0 if x.shape[0] in PAIR else 2.0)", "PAIR = (3, 3)"),
]


@pytest.mark.parametrize(("expression", "change"), CHANGES)
def test_a_change_is_seen(expression: str, change: str, tmp_path: Path) -> None:
    source = tmp_path / "m.py"
    source.write_text(SOURCE.format(expression=expression), "utf-8")
    module = executed(source, [])
    x = np.array([1.0, 2.0, 3.0])
    compiled = dslc.compile(module.f, device="reference")
    before = module.f.__wrapped__(x)
    assert np.array_equal(compiled(x), before)
    exec(change, vars(module))
    after = module.f.__wrapped__(x)
    assert not np.array_equal(before, after) or before.dtype != after.dtype or "NOTHING" in change
    try:
        result = compiled(x)
    except DslError as error:
        assert error.code == "captured-changed"
    else:
        assert np.array_equal(result, after) and result.dtype == after.dtype


EDITED = """\
from dslc import Tensor, dims, f64, graph

n = dims("n")

def doubled(x):
    return x * 2

@graph
def f(x: Tensor[f64, n]):
    return doubled(x) + 1
"""


@pytest.mark.parametrize("edit", [("x * 2", "x * 3"), ("x) + 1", "x) + 2")])
def test_a_file_that_changed_is_not_read(edit: tuple[str, str], tmp_path: Path) -> None:
    source = tmp_path / "m.py"
    source.write_text(EDITED, "utf-8")
    module = executed(source, [])
    source.write_text(EDITED + "# more\n", "utf-8")
    assert dslc.compile(module.f, device="reference")(np.ones(1)) == 3
    source.write_text(EDITED.replace(*edit) + "# and more\n", "utf-8")
    with pytest.raises(DslError) as caught:
        dslc.compile(module.f, device="reference")
    assert caught.value.code == "source-missing"


def test_keys_of_objects() -> None:
    one, other = types.SimpleNamespace(a=[1, 2.0]), types.SimpleNamespace(a=[1, 2.0])
    assert captured_key([one]) == captured_key([other])
    other.a[1] = 3.0
    assert captured_key([one]) != captured_key([other]) and captured_form(one) == captured_form(
        other
    )
    other.a.append(one)
    assert captured_form(one) != captured_form(other)
    one.a.append(one)  # holds itself
    assert captured_key([one]) == captured_key([one])
    assert captured_key([0.0, 1]) != captured_key([-0.0, 1]) != captured_key([-0.0, True])
