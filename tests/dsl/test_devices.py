"""What happens where the native backend cannot run a graph."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import dslc
from dslc import DslError, Tensor, f32
from dslc.compiled import builder
from dslc.ir.backend import Unsupported
from dslc.ir.cxx.records import Origin
from dslc.ir.graph import Graph

n = dslc.dims("n")


@builder("model.py")
def doubled(g, x: Tensor[f32, n]):
    g.lines(5)
    g.at("y = x + x")
    return g.add(x, x)


@pytest.fixture
def incapable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a compiler, whose native backend refuses every graph."""

    class Incapable:
        name = "cpu"

        def compile(self, graph: Graph, origin: Origin | None = None) -> None:
            raise Unsupported("no kernel for `add`", graph.body.nodes[0].place)

    monkeypatch.setattr("dslc.devices._missing_compiler", lambda: None)
    monkeypatch.setattr("dslc.devices._cpu", Incapable)
    monkeypatch.setattr("dslc.devices._warned", set())


@pytest.mark.usefixtures("incapable")
def test_auto_falls_back_with_one_warning() -> None:
    text = r"`doubled` runs on the reference: no kernel for `add`, in .*model\.py:5: y = x \+ x"
    with pytest.warns(UserWarning, match=text):
        assert doubled.with_device("auto")(np.ones(2, np.float32)).tolist() == [2.0, 2.0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        doubled.with_device("auto")(np.ones(2, np.float32))


@pytest.mark.usefixtures("incapable")
def test_cpu_refuses_and_names_the_line() -> None:
    with pytest.raises(DslError) as raised:
        doubled.with_device("cpu")(np.ones(2, np.float32))
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.code == "device-unsupported"
    assert diagnostic.message == "no kernel for `add`"
    assert diagnostic.span is not None
    assert diagnostic.span.line == 5


@builder("model.py")
def product(g, a: int, b: int):
    return a * b


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_a_size_that_does_not_fit_names_its_function(device: str) -> None:
    with pytest.raises(DslError) as raised:
        product.with_device(device)(2**62, 2)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.code == "integer-overflow"
    assert [note.text for note in diagnostic.notes] == ["in `def product(...)`"]
