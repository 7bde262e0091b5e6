"""What tests share: options, quick kernels, graphs from text, drawn arguments, the command line."""

from __future__ import annotations

import gc
import linecache
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import hypothesis
import numpy as np
import pytest

from dslc.cli import main
from dslc.compiled import CompiledFunction
from dslc.ir.dims import evaluate as number_of
from dslc.ir.graph import Graph
from dslc.ir.types import NumberType, ScalarType, TensorType, Type

GraphOf: TypeAlias = Callable[[str], Graph]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="rewrite golden files and show what changes"
    )
    parser.addoption(
        "--thorough", action="store_true", help="draw more calls of ops, try more hash seeds"
    )


# --- time -------------------------------------------------------------------------------------

LEVEL = "DSLC_OPTIMIZE"


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: no garbage collection goes through them again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def quick_kernels() -> Iterator[bool]:
    """Kernels are optimised little, unless `$DSLC_OPTIMIZE` is given: whether they are."""
    given = LEVEL in os.environ
    with pytest.MonkeyPatch.context() as patch:
        if not given:
            patch.setenv(LEVEL, "1")
        yield not given


@pytest.fixture
def as_shipped(quick_kernels: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels are optimised as those of users."""
    if quick_kernels:
        monkeypatch.delenv(LEVEL)


@pytest.fixture(scope="session", autouse=True)
def _compiled_modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where nothing may be left beside modules, what a whole run starts finds them compiled."""
    if not sys.dont_write_bytecode or "PYTEST_XDIST_WORKER" not in os.environ:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("bytecode")))
        writing = {name: v for name, v in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        modules = "import dslc.cli.commands, dslc.transpile, dslc.cpu.backend"
        subprocess.run([sys.executable, "-c", modules], env=writing, check=True)
        yield


@pytest.fixture(autouse=True, scope="session")
def _left_for_nobody() -> Iterator[None]:
    """Tests put other parts into `dslc`: what comes of that is nothing for other processes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dslc.recall.installation", lambda: None)
        yield


@pytest.fixture
def graph_of() -> Iterator[GraphOf]:
    """Executes the text of an emitted module, gives the graph of its last function."""
    names: list[str] = []

    def build(text: str) -> Graph:
        name = f"<text {len(names)}>"
        names.append(name)
        linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
        module: dict[str, Any] = {"__name__": "emitted"}
        exec(compile(text, name, "exec"), module)
        functions = [v for v in module.values() if isinstance(v, CompiledFunction)]
        return functions[-1].graph

    yield build
    for name in names:
        linecache.cache.pop(name, None)


Draw: TypeAlias = Callable[[Graph, int], tuple[list[Any], dict[str, int]]]


@pytest.fixture
def draw() -> Draw:
    """Draws arguments for a graph whose symbols are all `size`; NaN and infinities among them."""

    def arguments(graph: Graph, size: int) -> tuple[list[Any], dict[str, int]]:
        random = np.random.default_rng(size)
        sizes = dict.fromkeys(graph.symbols, size)
        return [_drawn(p.type, sizes, random) for p in graph.parameters], sizes

    return arguments


def _drawn(type_: Type, sizes: dict[str, int], random: np.random.Generator) -> Any:
    if isinstance(type_, NumberType):
        return {"int": max(sizes.values(), default=2), "float": -1.5, "bool": True}[type_.kind]
    assert isinstance(type_, TensorType | ScalarType)
    shape = type_.shape if isinstance(type_, TensorType) else ()
    values = random.integers(-3, 4, [number_of(size, sizes) for size in shape])
    if type_.dtype.kind not in "iub":
        specials = random.choice([0.0, -0.0, 0.25, np.nan, np.inf, -np.inf], values.shape)
        values = values + specials
    with np.errstate(all="ignore"):
        array = np.asarray(values).astype(type_.dtype)
    return array if isinstance(type_, TensorType) else array[()]


# Tests never assert a time: a busy machine is no failure.
hypothesis.settings.register_profile(
    "any-speed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any-speed")


# --- the command line -------------------------------------------------------------------------

MODEL = """\
import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@graph
def halve(x: Tensor[f32, n], times: int = 2) -> Tensor[f32, n]:
    while times > 0:
        x = x / 2.0
        times = times - 1
    return x


@graph
def shifted(x: Tensor[f32, n], by: Scalar[f32]) -> Tensor[f32, n]:
    return np.maximum(x, 0.0) + by
"""


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Command:
    """The command line in this process, run in a scratch folder with `model.py` in it."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> Result:
        self.capsys.readouterr()
        code = main(arguments)
        captured = self.capsys.readouterr()
        return Result(code, captured.out, captured.err)


@pytest.fixture
def model() -> str:
    """The text of `model.py`."""
    return MODEL


@pytest.fixture
def command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Command:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "DSLC_DEVICE"):
        monkeypatch.delenv(name, raising=False)
    Path("model.py").write_text(MODEL)
    return Command(capsys)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C raises, also where the tests were started in the background, which may ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
