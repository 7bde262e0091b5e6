"""The price of European options: in closed form, and by simulation.

Look at: the draws come from a key and the number of their batch, so they are the same on every
device; the normal distribution's functions are plain helpers, emitted once.

    dslc run samples/black_scholes.py:prices --compare \
        --arg spot=[100,100] --arg strike=[90,110] --arg years=[0.5,2]
"""

import math

import numpy as np

import dslc
from dslc import Tensor, f64, graph, random, special

n = dslc.dims("n")


def normal_cdf(x):
    """The probability that a standard normal number is below `x`."""
    return 0.5 * special.erfc(-x / math.sqrt(2.0))


def normal_pdf(x):
    """The density of the standard normal distribution."""
    return np.exp(-0.5 * x * x) / math.sqrt(2.0 * math.pi)


@graph
def prices(
    spot: Tensor[f64, n],
    strike: Tensor[f64, n],
    years: Tensor[f64, n],
    rate: float = 0.02,
    volatility: float = 0.25,
):
    """Prices of the call and the put, and the call's delta and vega (Black and Scholes, 1973)."""
    spread = volatility * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + 0.5 * volatility**2) * years) / spread
    d2 = d1 - spread
    discount = np.exp(-rate * years)
    call = spot * normal_cdf(d1) - strike * discount * normal_cdf(d2)
    put = strike * discount * normal_cdf(-d2) - spot * normal_cdf(-d1)
    return call, put, normal_cdf(d1), spot * normal_pdf(d1) * np.sqrt(years)


@graph
def simulated_call(
    seed: int,
    batches: int = 8,
    paths: int = 256,
    spot: float = 100.0,
    strike: float = 105.0,
    years: float = 1.0,
    rate: float = 0.02,
    volatility: float = 0.25,
):
    """The price of a call by simulation with antithetic paths, and its standard error."""
    key = random.key(seed)
    drift = (rate - 0.5 * volatility**2) * years
    spread = volatility * np.sqrt(years)
    discount = np.exp(-rate * years)
    means = np.zeros(batches)
    for batch in range(batches):
        z = random.normal(random.fold_in(key, batch), (paths,), np.float64)
        up = spot * np.exp(drift + spread * z)
        down = spot * np.exp(drift - spread * z)
        payoff = 0.5 * (np.maximum(up - strike, 0.0) + np.maximum(down - strike, 0.0))
        means[batch] = discount * np.mean(payoff)
    return np.mean(means), np.std(means, ddof=1) / np.sqrt(batches)
