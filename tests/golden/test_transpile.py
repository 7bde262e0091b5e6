"""What modules become: the text to the letter, and that it means what the source means.

A case is a file in `transpile/`: a source, the calls it is tried with, the emitted module. The
calls are one a line:

    #: call            the plain function, the graph and the emitted text agree to the bit; so they
                      do in what they print
    #: call == value   and this is the value
    #~ call            they agree in values; the type is what the paths have in common
    #! call Error      all raise this
    #? call code       the compiled function raises `DslError` with this code

`pytest --update` rewrites the emitted modules.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import importlib.util
import io
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import dslc
from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import DslError
from dslc.ir.print import print_graph
from dslc.ir.same import difference
from dslc.ir.verify import verify
from dslc.transpile import build_module

CASES = sorted((Path(__file__).parent / "transpile").glob("*.py"))
CALLS, EMITTED = "# --- calls ---", "# --- emitted ---"


class Case(NamedTuple):
    """The three parts of a case file; line ends are kept."""

    source: str
    calls: str
    emitted: str


def read_case(path: Path) -> Case:
    text = path.read_bytes().decode()
    end = "\r\n" if "\r\n" in text else "\n"
    source, _, rest = text.partition(CALLS + end)
    calls, _, emitted = rest.partition(EMITTED + end)
    return Case(source, calls, emitted)


def write_case(path: Path, case: Case) -> None:
    end = "\r\n" if "\r\n" in case.source else "\n"
    text = f"{case.source}{CALLS}{end}{case.calls}{EMITTED}{end}{case.emitted}"
    path.write_bytes(text.encode())


@pytest.fixture(params=CASES, ids=lambda path: path.stem)
def case_path(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture
def built(case_path: Path, tmp_path: Path) -> Iterator[tuple[Case, str, ModuleType, ModuleType]]:
    """The case, the emitted text, the source and the emitted module, both executed."""
    case = read_case(case_path)
    source = tmp_path / case_path.name
    source.write_bytes(case.source.encode())
    result = build_module(source)
    result.path.write_bytes(result.text.encode())
    names: list[str] = []
    try:
        yield case, result.text, executed(source, names), executed(result.path, names)
    finally:
        for name in names:
            del sys.modules[name]


def executed(path: Path, names: list[str]) -> ModuleType:
    name = f"case_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    names.append(name)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_emitted_text(
    case_path: Path,
    built: tuple[Case, str, ModuleType, ModuleType],
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    case, made, source, emitted = built
    for function in functions_of(source, emitted):
        check_graphs(function)
    calls = list(read_calls(case.calls))
    assert calls, "a case has calls"
    for call in calls:
        check_call(call, source, emitted)
    if request.config.getoption("--update"):
        with capsys.disabled():
            show_difference(case_path.name, case.emitted, made)
        write_case(case_path, case._replace(emitted=made))
    else:
        assert made == case.emitted


def show_difference(name: str, held: str, made: str) -> None:
    changes = difflib.unified_diff(held.splitlines(), made.splitlines(), name, "made", lineterm="")
    for line in changes:
        print(line)


class Pair(NamedTuple):
    """A function of the source and what was emitted for it."""

    plain: GraphFunction[Any]
    compiled: CompiledFunction


def functions_of(source: ModuleType, emitted: ModuleType) -> list[Pair]:
    found = {
        name: value for name, value in vars(source).items() if isinstance(value, GraphFunction)
    }
    pairs = [Pair(value, getattr(emitted, name)) for name, value in found.items()]
    assert pairs and all(isinstance(pair.compiled, CompiledFunction) for pair in pairs)
    return pairs


def check_graphs(pair: Pair) -> None:
    """The graph is legal, and printing and executing it gives it again."""
    for statics in pair.plain.check or [{}]:
        graph = verify(pair.compiled.graph_for(**statics))
        text = print_graph(graph)
        namespace: dict[str, Any] = {"__name__": "printed"}
        exec(compile(text, "<printed>", "exec"), namespace)
        again = [v for v in namespace.values() if isinstance(v, CompiledFunction)][-1].graph
        assert difference(graph, again) is None, text


# --- calls ------------------------------------------------------------------------------------


class Tried(NamedTuple):
    """A line of the calls."""

    kind: str
    call: ast.Call
    value: ast.expr | None = None
    error: str = ""


def read_calls(text: str) -> Iterator[Tried]:
    for line in text.splitlines():
        kind, said = line[:2], line[2:].strip()
        assert kind in ("#:", "#~", "#!", "#?"), line
        if kind in ("#!", "#?"):
            said, _, error = said.rpartition(" ")
            yield Tried(kind, call_of(said), error=error)
            continue
        tree = ast.parse(said, mode="eval").body
        if isinstance(tree, ast.Compare):
            yield Tried(kind, call_of(ast.unparse(tree.left)), tree.comparators[0])
        else:
            yield Tried(kind, call_of(said))


def call_of(text: str) -> ast.Call:
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call), text
    return call


def check_call(tried: Tried, source: ModuleType, emitted: ModuleType) -> None:
    name = ast.unparse(tried.call.func)
    said = ast.unparse(tried.call)
    compiled: CompiledFunction = getattr(emitted, name)
    ways = {device: compiled.with_device(device) for device in ("reference", "step")}
    if tried.kind == "#?":
        for device, function in ways.items():
            with pytest.raises(DslError) as caught:
                run(tried.call, function, emitted)
            assert caught.value.code == tried.error, f"{said} on {device}: {caught.value}"
        return
    plain = end(tried.call, getattr(source, name), source)
    if tried.kind == "#!":
        assert plain[0] == tried.error, f"{said}: {plain}"
    elif tried.value is not None:
        wanted = evaluated(tried.value, source)
        assert agrees(run(tried.call, getattr(source, name), source), wanted), f"{said} is {plain}"
    else:
        assert plain[0] == "returns", f"{said}: {plain}"
    ways["compiled in one process"] = dslc.compile(getattr(source, name), device="reference")
    for device, function in ways.items():
        space = source if device == "compiled in one process" else emitted
        if tried.kind == "#~":
            value = run(tried.call, getattr(source, name), source)
            assert agrees(run(tried.call, function, space), value), f"{said} on {device}"
        else:
            assert end(tried.call, function, space) == plain, f"{said} on {device}"


def run(call: ast.Call, function: Any, module: ModuleType) -> Any:
    return run_and_keep(call, function, module)[0]


def run_and_keep(call: ast.Call, function: Any, module: ModuleType) -> tuple[Any, Any]:
    """What a call returns, and what its arguments are after it."""
    arguments = [evaluated(argument, module) for argument in call.args]
    keywords = {k.arg: evaluated(k.value, module) for k in call.keywords if k.arg is not None}
    with np.errstate(all="ignore"):
        return function(*arguments, **keywords), [*arguments, *keywords.values()]


def end(call: ast.Call, function: Any, module: ModuleType) -> tuple[str, Any, str]:
    """How a call ends, and what it printed before.

    It ends with the exception's class and text, or with a value and arguments, to the bit.
    """
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            return "returns", to_the_bit(run_and_keep(call, function, module)), printed.getvalue()
        except Exception as error:  # noqa: BLE001
            return type(error).__name__, str(error), printed.getvalue()


def to_the_bit(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        kind = "array" if isinstance(value, np.ndarray) else "scalar"
        return kind, str(value.dtype), np.shape(value), np.asarray(value).tobytes()
    if isinstance(value, tuple | list):
        return type(value).__name__, [to_the_bit(item) for item in value]
    if isinstance(value, dict):
        return "dict", [(key, to_the_bit(item)) for key, item in value.items()]
    if dataclasses.is_dataclass(value):
        fields = [field.name for field in dataclasses.fields(value)]
        return type(value).__name__, {name: to_the_bit(getattr(value, name)) for name in fields}
    return type(value).__name__, repr(value)


def agrees(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, tuple):
        return len(value) == len(wanted) and all(map(agrees, value, wanted))
    return np.array_equal(value, wanted, equal_nan=True)


def evaluated(expression: ast.expr, module: ModuleType) -> Any:
    code = compile(ast.Expression(expression), "<calls>", "eval")
    return eval(code, {"np": np, "nan": np.nan, "inf": np.inf, **vars(module)})
