"""The samples that train, trained and run."""

from __future__ import annotations

import importlib
import re
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _samples_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


def test_digits_are_told_right() -> None:
    datasets = pytest.importorskip("sklearn.datasets")
    sample = importlib.import_module("samples.digits_graph")
    images, labels = datasets.load_digits(return_X_y=True)
    images = (images / 16.0).astype(np.float32)
    for seed in range(3):
        network, losses = sample.train(images[:-360], labels[:-360], seed)
        assert losses[-1] < losses[0] / 3
        assert sample.accuracy(images[-360:], labels[-360:], network) >= 0.96


def test_digits_are_told_right_by_convolutions() -> None:
    datasets = pytest.importorskip("sklearn.datasets")
    sample = importlib.import_module("samples.digits_convnet_graph")
    images, labels = datasets.load_digits(return_X_y=True)
    images = (images / 16.0).astype(np.float32).reshape(-1, 8, 8)
    for seed in range(3):
        network, losses = sample.train(images[:-360], labels[:-360], seed)
        assert losses[-1] < losses[0] / 2
        assert sample.accuracy(images[-360:], labels[-360:], network) >= 0.96


def test_a_network_reads_characters(capsys: pytest.CaptureFixture[str]) -> None:
    sample = importlib.import_module("samples.char_gru_graph")
    text = np.array(list(b"the cat sat on the mat and the dog ate the hat." * 20)) % 32
    small = {"steps": 75, "batch": 8, "time": 16}
    trained: list[tuple[Any, Any]] = []
    for _ in range(2):
        gru = sample.begin(32, 0, 24)
        state = sample.adam.init(gru)
        parts = [sample.train(gru, state, text, 0, **small) for _ in range(2)]
        trained.append((gru, np.concatenate(parts)))
    (gru, losses), (again, same) = trained
    assert np.mean(losses[-10:]) < 0.5 * losses[0]
    assert capsys.readouterr().out.endswith("\n")
    np.testing.assert_array_equal(losses, same)
    np.testing.assert_array_equal(gru.states, again.states)
    written = sample.write(gru, text[:4], ord(".") % 32, 40, 0, np.float32(0.5))
    np.testing.assert_array_equal(written[:4], text[:4])
    assert len(written) <= 44


def test_a_transformer_sorts() -> None:
    sample = importlib.import_module("samples.sorting_transformer_graph")
    model, losses = sample.train(0, steps=200, digits=3, width=16, size=32)
    assert np.mean(losses[-10:]) < 0.7 * losses[0]
    assert 0.0 <= sample.accuracy(model, 1, digits=3, count=20) <= 1.0


def test_rates_of_an_equation_are_found() -> None:
    sample = importlib.import_module("samples.ode_fit_graph")
    plain = importlib.import_module("samples.ode_fit")
    rates, start = np.array([1.5, 1.0, 0.8, 2.0]), np.array([1.0, 0.6])
    times, seen, y, t = np.linspace(0.5, 5.0, 10), [], start, 0.0
    for time in times:
        while t < time - 1e-9:
            y, t = plain.runge_kutta(rates, y, 0.025), t + 0.025
        seen.append(y)
    found, losses = sample.fit(np.ones(4), start, times, np.array(seen))
    np.testing.assert_allclose(found, rates, rtol=1e-2)
    assert losses[-1] < 1e-4 * losses[0]


QUICK: dict[str, tuple[str, dict[str, int]]] = {
    "digits": ("train", {"epochs": 2, "units": 8}),
    "digits_convnet": ("train", {"epochs": 2, "size": 700}),
    "char_gru": ("train", {"steps": 10, "batch": 2, "time": 8}),
    "sorting_transformer": ("train", {"steps": 20, "digits": 3, "width": 16, "size": 4}),
    "ode_fit": ("fit", {"steps": 10}),
}
"""What trains in a sample, and how to make that quick."""


@pytest.mark.parametrize("name", QUICK)
def test_progress_and_curves_are_shown(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sample that is run shows how far it is, in one line, then the losses, also as a picture."""
    pytest.importorskip("matplotlib")
    if name.startswith("digits"):
        pytest.importorskip("sklearn")
    monkeypatch.chdir(tmp_path)
    sample = importlib.import_module(f"samples.{name}_graph")
    function, quick = QUICK[name]
    monkeypatch.setattr(sample, function, partial(getattr(sample, function), **quick))
    if name == "sorting_transformer":
        monkeypatch.setattr(sample, "accuracy", partial(sample.accuracy, digits=3, count=8))
    sample.main()
    shown = capsys.readouterr().out
    assert re.search(r"\r(epoch|step) \d+( of \d+)?: loss \d+\.\d+", shown)
    assert re.search(r"^ *└─+$", shown, re.MULTILINE)
    pictures = list(tmp_path.glob("*.png"))
    assert pictures
    assert all(picture.read_bytes()[:4] == b"\x89PNG" for picture in pictures)
