"""The samples that train, trained."""

from __future__ import annotations

import importlib
from pathlib import Path

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
