"""Functions with breaks: how many there are, and that they mean what the source means.

A case is a file in `programs/`, whose first line says the least number of breaks: its statements
that no graph has, those without a graph between them taken together. The text that it becomes
stands beside it, as `NAME.txt`. `pytest --update` rewrites these.
"""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dslc
from dslc.drivers import Driver
from dslc.ir.diagnostics import DslError
from dslc.transpile import build_module, load_functions

CASES = sorted((Path(__file__).parent / "programs").glob("*.py"))


@pytest.fixture(params=CASES, ids=lambda path: path.stem)
def case(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_least_number_of_breaks(case: Path) -> None:
    said = re.match(r'"""Breaks: (\d+)\.', case.read_text("utf-8"))
    assert said is not None
    assert len(build_module(case).breaks) == int(said[1])


def test_text(case: Path, request: pytest.FixtureRequest) -> None:
    text, kept = build_module(case).text, case.with_suffix(".txt")
    text = text[text.index("@dslc.subgraph") :]
    if request.config.getoption("--update"):
        kept.write_text(text, "utf-8")
    assert text == kept.read_text("utf-8")


@pytest.mark.parametrize("device", ["reference", "step"])
def test_meaning(case: Path, device: str) -> None:
    driver = load_functions(case)["f"]
    assert isinstance(driver, Driver)
    plain = driver.__wrapped__
    assert plain is not None
    for seed, count in enumerate((1, 2, 4)):
        if case.stem == "views_and_names" and count < 2:
            continue  # the plain function raises an IndexError there
        rng = np.random.default_rng(seed)
        given = [rng.normal(size=count), rng.normal(size=count), seed + 1]
        expected = _outcome(plain, plain.__globals__["SEEN"], given)
        seen = driver._function.__globals__["SEEN"]
        assert _outcome(driver.with_device(device), seen, given) == expected


def _outcome(function: Any, seen: list[Any], given: list[Any]) -> object:
    """The result's bytes, what Python saw, and the arguments afterwards."""
    seen.clear()
    arguments = copy.deepcopy(given)
    result = function(*arguments)
    return result.dtype, result.tobytes(), list(seen), [np.array(a).tobytes() for a in arguments]


def test_native() -> None:
    case = next(path for path in CASES if path.stem == "training_loop")
    driver = load_functions(case)["f"]
    plain = driver.__wrapped__
    assert plain is not None
    x, w = np.array([1.0, 2.0, 4.0]), np.array([0.5, 0.25, 1.0])
    mine, theirs = w.copy(), w.copy()
    assert np.array_equal(driver(x, mine, 3), plain(x, theirs, 3))
    assert np.array_equal(mine, theirs)


def test_no_single_graph() -> None:
    driver = load_functions(CASES[0])["f"]
    with pytest.raises(DslError) as caught:
        _ = driver.graph
    assert caught.value.code == "graph-break"


def test_a_value_out_of_python_is_of_its_type(tmp_path: Path) -> None:
    path = tmp_path / "lies.py"
    source = next(path for path in CASES if path.stem == "hoisted_call").read_text("utf-8")
    path.write_text(source.replace("return 0.5", "return np.float32(0.5)"), "utf-8")
    driver = load_functions(path)["f"]
    with pytest.raises(DslError) as caught:
        driver(np.ones(2), np.ones(2), 1)
    assert caught.value.code == "argument-mismatch"


def test_compiled_in_one_process() -> None:
    plain = load_functions(CASES[0])["f"].__wrapped__
    assert plain is not None
    compiled = dslc.jit(breaks=True)(plain)
    given = [np.array([1.0, -2.0]), np.array([0.5, 3.0]), 2]
    seen = plain.__globals__["SEEN"]
    assert _outcome(compiled, seen, given) == _outcome(plain, seen, given)
    assert list(compiled.subgraphs)


def test_no_versions() -> None:
    plain = load_functions(CASES[0])["f"].__wrapped__
    assert plain is not None
    with pytest.raises(DslError) as caught:
        dslc.compile(dslc.graph(breaks=True)(plain), specialize={"n": (2,)})
    assert caught.value.code == "specialize-invalid"


CHANGING = """
import numpy as np
from dslc import Tensor, f64, graph

LOSSES = []
LAYERS = [np.ones(3), np.zeros(3)]
W = np.arange(3.0)

@graph(breaks=True)
def f(x: Tensor[f64, 3]) -> Tensor[f64, 3]:
    y = x * W + LAYERS[0]
    LOSSES.append(y[0])
    LAYERS[0] = y * 2.0
    W[1] = W[1] + 1.0
    y = y * W + len(LOSSES)
    open("/dev/null").close()
    return y + LAYERS[-1] * LAYERS[0]
"""


def test_what_python_changes_is_read_there(tmp_path: Path) -> None:
    path = tmp_path / "changing.py"
    path.write_text(CHANGING)
    driver = load_functions(path)["f"].with_device("reference")
    plain = driver.__wrapped__
    assert plain is not None
    for number in range(3):
        x = np.arange(3.0) + number
        np.testing.assert_equal(driver(x), plain(x))
