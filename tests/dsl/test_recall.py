"""What a process leaves for later ones: the same calls without a graph, and never of another text.

A later process is the text executed once more, as a module of its own.
"""

from __future__ import annotations

import itertools
import linecache
import math
import shutil
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc import devices, installation, recall
from dslc.building import Blueprint
from dslc.cpu import recall as kernels
from dslc.ir.cxx import records
from dslc.ir.cxx.cache import folder
from dslc.ir.diagnostics import CompilerBug, DslError

pytestmark = pytest.mark.skipif(
    devices._missing_compiler() is not None, reason="there is no C++ compiler"
)

TEXT = """\
import enum
import math
import types
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import dslc
from dslc import InOut, Static, Tensor, dims, f32, f64

n, m = dims("n m")
GAIN, PAIR, TABLE = 2.0, (1, 2), {"a": [3.0]}

class Mode(enum.Enum):
    SLOW = 1.0

class Plain:
    RATE = 3.0
    def rate(self):
        return self.RATE + 0.5

@dataclass
class Config:
    scale: Static[float] = 1.5
    def doubled(self):
        return 2 * self.scale

class Both(NamedTuple):
    one: Tensor[f64, n]
    other: Tensor[f64, n]

OBJECT = Plain()

def factor(k, power=1):
    return GAIN * PAIR[0] ** power * k

def made(k):
    def inner():
        return k + 1
    return inner

CLOSED = made(3)

@dslc.builder("model.py", captures=("GAIN",))
def inner(g, x: Tensor[f64, n]) -> Tensor[f64, n]:
    g.lines(90)
    g.at("return x * GAIN")
    result = g.multiply(x, GAIN)
    return result

@dslc.builder("model.py", captures=("factor", "inner", "OBJECT", "Mode.SLOW", "CLOSED"))
def outer(
    g, x: Tensor[f64, n], config: Config, times: Static[int] = 2
) -> Both:
    g.lines(100, 101)
    g.at("y = inner(x) * factor(1)")
    y = g.call(inner, x)
    y = g.multiply(y, factor(1) * CLOSED() * math.floor(1.5) + Mode.SLOW.value)
    for _ in range(times):
        y = g.add(y, OBJECT.rate() + config.doubled() + TABLE["a"][0])
    g.at("return Both(x, y)")
    return Both(g.add(x, 0.0), y)

@dslc.builder("model.py")
def second(g, x: InOut[f64, n], y: Tensor[f64, m], i: int) -> Tensor[f64, n]:
    g.lines(110, 111)
    g.at("x += y")
    g.write(x, g.s_[...], g.add(x, y))
    g.at("return x[i] * x")
    chosen = g.index(x, g.s_[i])
    return g.multiply(chosen, x)

@dslc.builder("model.py")
def shown(g, x: Tensor[f64, n]) -> Tensor[f64, n]:
    g.lines(120)
    g.at("print(1)")
    g.print(1)
    return g.multiply(x, 2.0)
"""

_numbers = itertools.count()
X = np.arange(4.0)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of all tests, so that what is the same for all kernels is compiled once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def start(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], types.ModuleType]]:
    """Executes a text as a process would that begins now; no other test has this source."""
    monkeypatch.setenv("DSLC_CACHE", str(cache))
    own = f"model_{next(_numbers)}.py"
    monkeypatch.setenv("DSLC_OPTIMIZE", "0")
    monkeypatch.setenv("DSLC_DEVICE", "cpu")
    monkeypatch.setattr(recall, "installation", lambda: "this one")
    names: list[str] = []

    def execute(text: str = TEXT) -> types.ModuleType:
        text = text.replace("model.py", own)
        names.append(f"recalled_{next(_numbers)}")
        module = types.ModuleType("recalled")
        file = str(tmp_path / f"{names[-1]}.py")
        linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
        sys.modules["recalled"] = module  # as in another process, under the same name
        exec(compile(text, file, "exec"), vars(module))
        return module

    yield execute
    sys.modules.pop("recalled", None)


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions whose graphs are built."""
    found: list[str] = []
    new = Blueprint._new

    def counting(self: Blueprint, *args: Any) -> Any:
        found.append(self.signature.name)
        return new(self, *args)

    monkeypatch.setattr(Blueprint, "_new", counting)
    return found


def outer(module: types.ModuleType, x: Any = X, **more: Any) -> Any:
    return module.outer(x, module.Config(1.5), **more)


def same(a: Any, b: Any) -> bool:
    return all(map(np.array_equal, a, b))


# --- without a graph ------------------------------------------------------------------------------


def test_a_second_process_builds_no_graph(
    start: Callable[..., Any], builds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = outer(start())
    assert builds == ["outer", "inner"]
    del builds[:]
    monkeypatch.setattr("dslc.versions.compile_for", None)  # nothing is compiled either
    module = start()
    for _ in range(5):  # the last ones by their form
        result = outer(module)
        assert type(result) is module.Both
        assert same(result, expected)
    assert [v.calls for v in module.outer.versions] == [5]
    assert module.outer.memory is not None
    assert not builds


def test_whoever_asks_for_the_graph_gets_it(start: Callable[..., Any], builds: list[str]) -> None:
    first = start()
    outer(first)
    del builds[:]
    later = start()
    outer(later)
    assert not builds
    assert str(later.outer.graph_for(config=later.Config(1.5))) == str(
        first.outer.graph_for(config=first.Config(1.5))
    )
    assert builds == ["outer", "inner"]


def test_other_sizes_are_found_to_be_right(start: Callable[..., Any], builds: list[str]) -> None:
    outer(start())
    later = start()
    outer(later)
    del builds[:]
    longer = np.arange(9.0)
    assert same(outer(later, longer), [longer, outer(later, np.tile(longer, 2))[1][:9]])
    assert builds == ["outer", "inner"]
    del builds[:]
    outer(start(), longer)  # which is left by the process that had to build it
    assert not builds


def test_what_is_written_to_and_errors_are_the_same(
    start: Callable[..., Any], builds: list[str]
) -> None:
    def run(module: types.ModuleType) -> list[Any]:
        found: list[Any] = []
        x = np.arange(4.0)
        found += [module.second(x, np.ones(4), 1), x]
        for i, size in ((7, 4), (1, 3)):
            with pytest.raises((IndexError, DslError)) as caught:
                module.second(x, np.ones(size), i)
            notes = getattr(caught.value, "__notes__", [])
            found.append((type(caught.value), str(caught.value), notes))
        return found

    first = run(start())
    assert first[2][0] is IndexError
    assert "111" in str(first[2])
    assert "shape-assumption" in str(first[3])
    del builds[:]
    later = start()
    x = np.arange(4.0)
    later.second(x, np.ones(4), 1)
    assert not builds  # before there is an error
    assert all(
        np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b
        for a, b in zip(first, run(start()), strict=True)
    )


def test_what_python_runs_is_not_left(
    start: Callable[..., Any], builds: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        start().shown(X)
    assert capsys.readouterr().out == "1\n1\n"
    assert builds == ["shown", "shown"]


# --- changes ------------------------------------------------------------------------------------


EDITS = [
    ("GAIN, PAIR, TABLE = 2.0", "GAIN, PAIR, TABLE = 3.0"),
    ("GAIN, PAIR, TABLE = 2.0", "GAIN, PAIR, TABLE = 2"),
    ("GAIN, PAIR, TABLE = 2.0", "GAIN, PAIR, TABLE = np.float32(2.0)"),
    ("GAIN, PAIR, TABLE = 2.0", "GAIN, PAIR, TABLE = -math.nan"),
    ("(1, 2), {", "(True, 2), {"),
    ("(1, 2), {", "[1, 2], {"),
    ('{"a": [3.0]}', '{"a": [4.0]}'),
    ('{"a": [3.0]}', '{"a": [-0.0]}'),
    ('{"a": [3.0]}', '{"a": [0.0]}'),
    ("SLOW = 1.0", "SLOW = 1.25"),
    ("RATE = 3.0", "RATE = 3.5"),
    ("self.RATE + 0.5", "self.RATE - 0.5"),
    ("OBJECT = Plain()", "OBJECT = Plain(); OBJECT.RATE = 1.0"),
    ("2 * self.scale", "4 * self.scale"),
    ("power=1", "power=2"),
    ("** power * k", "** power / k"),
    ("CLOSED = made(3)", "CLOSED = made(4)"),
    ("return k + 1", "return k - 1"),
    ("math.floor(1.5)", "math.ceil(1.5)"),
    ("g.multiply(x, GAIN)", "g.add(x, GAIN)"),
    ("times: Static[int] = 2", "times: Static[int] = 3"),
    ("g, x: Tensor[f64, n], config", "g, x: Tensor[f64, m], config"),
    ("g, x: Tensor[f64, n], config", "g, x: Tensor[f32, n], config"),
    ("y = g.multiply(y, factor(1)", "\n    y = g.multiply(y, factor(1)"),
    ("g.lines(100, 101)", "g.lines(102, 103)"),
    ("class Both(NamedTuple):\n    one", "class Both(NamedTuple):\n    first"),
    ('"model.py", captures=("factor"', '"other.py", captures=("factor"'),
    ("scale: Static[float] = 1.5", "scale: Static[float] = 1.5; more: Static[int] = 1"),
]


def key(module: types.ModuleType, **statics: Any) -> str:
    function = module.outer
    given = {"config": module.Config(1.5), **statics}
    made_of = recall.origin_of(function.blueprint, function.signature.statics(given))
    assert made_of is not None
    return made_of.origin.key


@pytest.mark.parametrize(("old", "new"), EDITS)
def test_another_text_has_another_key(start: Callable[..., Any], old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    assert key(start()) == key(start())
    assert key(start(TEXT.replace(old, new))) != key(start())


def test_other_build_time_values_have_another_key(start: Callable[..., Any]) -> None:
    module = start()
    values = [1, True, 2, 0, -1]
    statics = [{"times": each} for each in values]
    statics += [{"config": module.Config(each)} for each in (0.0, -0.0, 1, 1.0, math.inf)]
    assert len({key(module, **each) for each in statics}) == len(statics)


def test_another_installation_has_another_key(
    start: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = key(start())
    monkeypatch.setattr(recall, "installation", lambda: "another one")
    assert key(start()) != before
    monkeypatch.setattr(recall, "installation", lambda: None)
    assert recall.origin_of(start().second.blueprint, []) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda patch: patch.setattr("dslc.ir.cxx.cache.processor", lambda: "another one"),
        lambda patch: patch.setenv("DSLC_OPTIMIZE", "1"),
        lambda patch: patch.setattr(
            kernels, "find_compiler", lambda: types.SimpleNamespace(command=("c",), version="1")
        ),
    ],
)
def test_another_machine_has_another_kernel(
    start: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], None]
) -> None:
    origin = records.Origin("key", "title")
    before = kernels._name(origin, {"n": 4})
    assert before == kernels._name(origin, {"n": 4})
    assert before != kernels._name(origin, {"n": 5})
    assert before != kernels._name(origin, {"m": 4})
    change(monkeypatch)
    assert kernels._name(origin, {"n": 4}) != before


def test_fast_math_has_another_kernel(start: Callable[..., Any], builds: list[str]) -> None:
    outer(start())
    module = start()
    module.outer = module.outer.with_fast_math()
    del builds[:]
    outer(module)
    assert builds == ["outer", "inner"]


def test_what_changes_after_a_call_is_seen(start: Callable[..., Any], builds: list[str]) -> None:
    outer(start())
    module = start()
    before = outer(module)
    assert outer(module)[1][1] == before[1][1]
    module.GAIN = 5.0  # which the called function reads
    expected = start(TEXT.replace("GAIN, PAIR, TABLE = 2.0", "GAIN, PAIR, TABLE = 5.0"))
    assert same(outer(module), outer(expected))
    assert not same(outer(module), before)
    module.GAIN = 2.0
    assert same(outer(module), before)
    module.GAIN = "text"
    with pytest.raises(DslError, match="has another form"):
        outer(module)


def test_a_graph_is_not_made_of_what_has_changed_since(start: Callable[..., Any]) -> None:
    outer(start())
    module = start()
    outer(module)
    (built,) = module.outer.blueprint._built.values()
    module.GAIN = 5.0
    with pytest.raises(DslError, match="has changed since"):
        _ = built.graph


def test_a_kernel_of_another_graph_is_refused(
    start: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    outer(start())
    module = start()
    outer(module)
    monkeypatch.setattr(kernels, "key", lambda *_: "another")
    with pytest.raises(CompilerBug, match="another kernel"):
        outer(module, np.arange(9.0))


# --- what has no key ------------------------------------------------------------------------------

UNTOLD = {
    "an open file": "OPEN = open(__file__ if False else '/dev/null')\ndef f(): return OPEN",
    "an array": "A = np.ones(3)\ndef f(): return A.sum()",
    "the clock": "import time\ndef f(): return time.time()",
    "random numbers": "def f(): return np.random.rand()",
    "the environment": "import os\ndef f(): return os.environ.get('X')",
    "an import inside": "def f():\n    import os\n    return os",
    "names as text": "def f(): return globals()['GAIN']",
    "a generator": "G = iter([1])\ndef f(): return next(G)",
    "an object of C": "import re\nR = re.compile('a')\ndef f(): return R",
    "an object with a list": "class L(list): pass\nO = L([1])\ndef f(): return O",
}


@pytest.mark.parametrize("what", UNTOLD)
def test_what_cannot_be_told_has_no_key(start: Callable[..., Any], what: str) -> None:
    text = TEXT.replace("@dslc.builder", f"{UNTOLD[what]}\n\n@dslc.builder", 1)
    text = text.replace("factor(1) * CLOSED()", "factor(f()) * CLOSED()")
    module = start(text)
    assert recall.origin_of(module.second.blueprint, []) is not None
    assert recall.origin_of(module.outer.blueprint, [module.Config(1.5), 2]) is None


def test_a_source_that_is_newer_than_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def now(*files: Path) -> str | None:
        monkeypatch.setattr(installation, "_sources", lambda: iter(map(str, files)))
        installation.installation.cache_clear()
        return installation.installation()

    header = tmp_path / "a.h"
    header.write_text("1")
    try:
        old = now(Path(__file__).parent.parent.parent / "LICENSE")
        assert old is not None
        assert now(Path(__file__).parent.parent.parent / "setup.py") not in (None, old)
        assert now(header) is None
    finally:
        installation.installation.cache_clear()


def test_sources_of_the_installation() -> None:
    names = {Path(each).name for each in installation._sources()}
    assert {"native.cpp", "matmul.h", "elementary.h", "building.py", "print_kernel.py"} <= names


# --- records ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("needs", "need5").replace("value", "constant"),
        lambda text: "",
        lambda text: text.replace("[", "]"),
    ],
)
def test_a_record_that_is_not_as_it_was_written_is_none(
    start: Callable[..., Any], builds: list[str], damage: Callable[[str], str]
) -> None:
    expected = outer(start())
    for at in folder().glob(f"*/{records.RECORD}"):
        at.write_text(damage(at.read_text()))
    del builds[:]
    assert same(outer(start()), expected)
    assert builds == ["outer", "inner"]


def test_a_library_that_is_gone_is_made_again(start: Callable[..., Any], builds: list[str]) -> None:
    module = start()
    expected = outer(module)
    for at in folder().glob("*/kernel.cpp"):
        if module.outer.blueprint.source in at.read_text():
            shutil.rmtree(at.parent)
    del builds[:]
    assert same(outer(start()), expected)
    assert builds == ["outer", "inner"]


def test_a_record_is_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DSLC_CACHE", str(tmp_path / "cache"))
    name = "0" * 64
    records.remember(name, "calls\nof \udc80f", {"a": [1, 2.5, None, "t"]})
    records.remember(name, "another", {"a": 2})
    assert records.recall(name) == {"a": [1, 2.5, None, "t"]}
    assert [each.name for each in folder().iterdir()] == [name]
    assert (folder() / name / records.RECORD).read_text().startswith("calls of \\udc80f\n")


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DSLC_CACHE", str(tmp_path / "file"))
    records.remember("0" * 64, "", 1)
    assert records.recall("0" * 64) is None
