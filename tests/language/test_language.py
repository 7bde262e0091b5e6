"""Every construct of Python, at every binding time, is supported as its case says, or refused.

What is supported is run: plain Python, the reference, stepping and native code agree in values,
dtypes, exceptions and printed text. What is refused names file, line and column, and says why.
`docs/language.md` is made of the same files.
"""

from __future__ import annotations

import ast
import os
import re
import runpy
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import dslc
from dslc.compiled import CompiledFunction
from dslc.devices import resolved
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import DslError
from dslc.transpile import build_module

from ..golden.test_transpile import (
    Tried,
    agrees,
    check_graphs,
    end,
    evaluated,
    executed,
    functions_of,
    read_calls,
    run,
    show_difference,
)
from .cases import (
    FILES,
    KEYS,
    REPORTED,
    TIMES,
    Case,
    all_cases,
    all_nodes,
    read_case,
    reported_cases,
)

PYTHON = sys.version_info[:2]

EMULATED = (
    "any_all_run",
    "assert_run",
    "assign_element_run",
    "augmented_run",
    "bits_run",
    "break_run",
    "call_run",
    "compare_run",
    "conditional_run",
    "continue_run",
    "divmod_run",
    "enumerate_rows_run",
    "for_arrays_run",
    "for_run",
    "if_run",
    "lambda_run",
    "name_of_array_run",
    "subscript_run",
    "unary_run",
    "while_run",
    "return_run",
)
"""Cases that run as CUDA kernels in the emulator too; all of them by `bench/emulated.py`."""


@pytest.mark.parametrize("path", [*FILES, *REPORTED], ids=lambda path: path.stem)
def test_case(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    case = read_case(path)
    if case.since > PYTHON:
        pytest.skip(f"needs Python {case.head['since']}")
    monkeypatch.chdir(tmp_path)
    source = Path(path.name)
    source.write_text(case.module, "utf-8")
    made = refusals(case, source) if case.is_refused else emitted(case, source)
    if not request.config.getoption("--update"):
        assert made == case.expected
        return
    with capsys.disabled():
        show_difference(path.name, case.expected, made)
    path.write_text(case.text.removesuffix(case.expected) + made, "utf-8")


def refusals(case: Case, source: Path) -> str:
    """What a user reads; each diagnostic is at its mark."""
    with pytest.raises(DslError) as caught:
        build_module(source)
    said = caught.value.diagnostics
    assert [(d.span.line if d.span else 0, d.code) for d in said] == case.errors, caught.value
    for diagnostic in said:
        assert diagnostic.span is not None and diagnostic.span.file == source.name
    return f"{caught.value}\n"


_EMITTED = re.compile(r"@dslc\.builder|def \w+\(g\b")


def emitted(case: Case, source: Path) -> str:
    """The emitted functions; every way of running them agrees with plain Python."""
    result = build_module(source)
    result.path.write_text(result.text, "utf-8")
    names: list[str] = []
    try:
        plain, built = executed(source.absolute(), names), executed(result.path.absolute(), names)
        for pair in functions_of(plain, built):
            check_graphs(pair)
        calls = list(read_calls(case.calls))
        assert calls, "a supported construct is called"
        for call in calls:
            name = ast.unparse(call.call.func)
            check_call(case, call, getattr(plain, name), getattr(built, name), plain, built)
    finally:
        for name in names:
            del sys.modules[name]
    lines = result.text.splitlines(keepends=True)
    while not _EMITTED.match(lines[0]):
        del lines[0]
    return "".join(lines)


def check_call(
    case: Case,
    call: Tried,
    function: GraphFunction[Any],
    compiled: CompiledFunction,
    plain: ModuleType,
    built: ModuleType,
) -> None:
    """A call on every device, and compiled in this process."""
    said = ast.unparse(call.call)
    ways = {device: (compiled.with_device(device), built) for device in devices_for(case)}
    ways["compiled in one process"] = dslc.compile(function, device="reference"), plain
    if call.kind == "#?":
        for device, (way, space) in ways.items():
            with pytest.raises(DslError) as caught:
                run(call.call, way, space)
            assert caught.value.code == call.error, f"{said} on {device}: {caught.value}"
        return
    expected = end(call.call, function.__wrapped__, plain)
    assert expected[0] == (call.error or "returns"), f"{said}: {expected}"
    if call.value is not None:
        wanted = evaluated(call.value, plain)
        assert agrees(run(call.call, function, plain), wanted), f"{said} is {expected}"
    for device, (way, space) in ways.items():
        if call.kind == "#~":
            value = run(call.call, function, plain)
            assert agrees(run(call.call, way, space), value), f"{said} on {device}"
        else:
            assert end(call.call, way, space) == expected, f"{said} on {device}"


def devices_for(case: Case) -> list[str]:
    """Native code too, where more than building is to be seen in it; it has no float16."""
    native = case.time != "build" and "f16" not in case.marked and resolved("auto") == "cpu"
    if not native:
        return ["reference", "step"]
    emulated = case.path.stem in EMULATED or "DSLC_EMULATE" in os.environ
    emulated &= "-fsanitize=" not in os.environ.get("DSLC_CXX", "")  # it has a sanitizer of its own
    return ["reference", "step", "cpu", *(["cuda-emulated"] if emulated else [])]


# --- whether the table is whole -----------------------------------------------------------------


def test_the_list_has_every_class_of_this_python() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the old names of Constant
        known = {name: getattr(ast, name, None) for name in [*dir(ast), *all_nodes()]}
    real = {n for n, c in known.items() if isinstance(c, type) and issubclass(c, ast.AST)}
    real = {name for name in real if not name.startswith("_")}
    listed = {name for name, node in all_nodes().items() if node.is_of(PYTHON)}
    if PYTHON > (3, 14):
        assert real <= listed, "describe the new classes in nodes.toml, and write cases"
    else:
        assert real == listed


def test_every_class_has_a_case_at_every_binding_time() -> None:
    nodes, cases = all_nodes(), all_cases()
    wanted = {(node.name, time) for node in nodes.values() for time in node.times}
    found = {(name, case.time) for case in cases for name in case.nodes}
    assert not (missing := sorted(wanted - found)), missing
    assert not (unlisted := sorted(found - wanted)), f"say these times in nodes.toml: {unlisted}"


def test_a_case_has_the_nodes_it_names() -> None:
    for case in all_cases():
        assert set(case.head) <= set(KEYS) and case.time in TIMES, case.path.name
        assert case.head["status"] in ("supported", "refused"), case.path.name
        assert case.row, case.path.name
        if case.since <= PYTHON:
            real = {type(node).__name__ for node in ast.walk(ast.parse(case.module))}
            assert set(case.nodes) <= real, f"{case.path.name} has {sorted(real)}"


def test_a_construct_is_described_once() -> None:
    keys = [(case.construct, case.time) for case in all_cases()]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    assert not twice, twice


# --- programs that other systems got wrong -------------------------------------------------------


def test_reported_programs_say_where_and_whether() -> None:
    for case in reported_cases():
        assert case.head["status"] in ("supported", "refused") and case.row, case.path.name
        assert set(case.head) <= set(KEYS) - {"nodes"} and case.head["reported"], case.path.name


def test_gradients_of_reported_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [case for case in reported_cases() if "gradient" in case.head]
    assert len(cases) >= 3
    monkeypatch.chdir(tmp_path)
    for case in cases:
        Path(case.path.name).write_text(case.module)
        function = runpy.run_path(case.path.name)["f"]
        for line in case.head["gradient"].split("; "):
            call, expected = line.split(" == ")
            names = {"np": np, "grad": dslc.grad, "f": function}
            assert np.allclose(eval(call, names), eval(expected, names)), (
                f"{case.path.name}: {line}"
            )
