# Written by `dslc build` from black_scholes.py: edit that file and build again.
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


def normal_cdf_inlined(g, x):
    g.lines(22)

    g.at("return 0.5 * special.erfc(-x / math.sqrt(2.0))")
    result_negative = g.negative(x)                               # f64[n]
    result_divide = g.divide(result_negative, math.sqrt(2.0))     # f64[n]
    result_erfc = g.erfc(result_divide)                           # f64[n]
    result = g.multiply(0.5, result_erfc)                         # f64[n]
    return result


def normal_pdf_inlined(g, x):
    g.lines(27)

    g.at("return np.exp(-0.5 * x * x) / math.sqrt(2.0 * math.pi)")
    result_multiply = g.multiply(-0.5, x)                         # f64[n]
    result_multiply_2 = g.multiply(result_multiply, x)            # f64[n]
    result_exp = g.exp(result_multiply_2)                         # f64[n]
    result = g.divide(result_exp, math.sqrt(2.0 * math.pi))       # f64[n]
    return result


@dslc.builder("black_scholes.py", captures=("normal_cdf", "normal_pdf"))
def prices(
    g,
    spot: Tensor[f64, n],
    strike: Tensor[f64, n],
    years: Tensor[f64, n],
    rate: float = 0.02,
    volatility: float = 0.25,
):
    """Prices of the call and the put, and the call's delta and vega (Black and Scholes, 1973)."""
    g.lines(39, 40, 41, 42, 43, 44, 45)

    g.at("spread = volatility * np.sqrt(years)")
    spread_sqrt = g.sqrt(years)                                   # f64[n]
    spread = g.multiply(volatility, spread_sqrt)                  # f64[n]

    g.at("d1 = (np.log(spot / strike) + (rate + 0.5 * volatility**2) * years) / spread")
    d1_divide = g.divide(spot, strike)                            # f64[n]
    d1_log = g.log(d1_divide)                                     # f64[n]
    d1_pow = g.pow(volatility, 2)                                 # float
    d1_multiply = g.multiply(0.5, d1_pow)                         # float
    d1_add = g.add(rate, d1_multiply)                             # float
    d1_multiply_2 = g.multiply(d1_add, years)                     # f64[n]
    d1_add_2 = g.add(d1_log, d1_multiply_2)                       # f64[n]
    d1 = g.divide(d1_add_2, spread)                               # f64[n]

    g.at("d2 = d1 - spread")
    d2 = g.subtract(d1, spread)                                   # f64[n]

    g.at("discount = np.exp(-rate * years)")
    discount_negative = g.negative(rate)                          # float
    discount_multiply = g.multiply(discount_negative, years)      # f64[n]
    discount = g.exp(discount_multiply)                           # f64[n]

    g.at("call = spot * normal_cdf(d1) - strike * discount * normal_cdf(d2)")
    call_normal_cdf = normal_cdf_inlined(g, d1)                   # f64[n]
    call_multiply = g.multiply(spot, call_normal_cdf)             # f64[n]
    call_multiply_2 = g.multiply(strike, discount)                # f64[n]
    call_normal_cdf_2 = normal_cdf_inlined(g, d2)                 # f64[n]
    call_multiply_3 = g.multiply(call_multiply_2, call_normal_cdf_2)  # f64[n]
    call = g.subtract(call_multiply, call_multiply_3)             # f64[n]

    g.at("put = strike * discount * normal_cdf(-d2) - spot * normal_cdf(-d1)")
    put_multiply = g.multiply(strike, discount)                   # f64[n]
    put_negative = g.negative(d2)                                 # f64[n]
    put_normal_cdf = normal_cdf_inlined(g, put_negative)          # f64[n]
    put_multiply_2 = g.multiply(put_multiply, put_normal_cdf)     # f64[n]
    put_negative_2 = g.negative(d1)                               # f64[n]
    put_normal_cdf_2 = normal_cdf_inlined(g, put_negative_2)      # f64[n]
    put_multiply_3 = g.multiply(spot, put_normal_cdf_2)           # f64[n]
    put = g.subtract(put_multiply_2, put_multiply_3)              # f64[n]

    g.at("return call, put, normal_cdf(d1), spot * normal_pdf(d1) * np.sqrt(years)")
    result_normal_cdf = normal_cdf_inlined(g, d1)                 # f64[n]
    result_normal_pdf = normal_pdf_inlined(g, d1)                 # f64[n]
    result_multiply = g.multiply(spot, result_normal_pdf)         # f64[n]
    result_sqrt = g.sqrt(years)                                   # f64[n]
    result_multiply_2 = g.multiply(result_multiply, result_sqrt)  # f64[n]
    return call, put, result_normal_cdf, result_multiply_2


@dslc.builder("black_scholes.py")
def simulated_call(
    g,
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
    g.lines(60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71)

    g.at("key = random.key(seed)")
    key = g.random_key(seed)                                      # u32[2]

    g.at("drift = (rate - 0.5 * volatility**2) * years")
    drift_pow = g.pow(volatility, 2)                              # float
    drift_multiply = g.multiply(0.5, drift_pow)                   # float
    drift_subtract = g.subtract(rate, drift_multiply)             # float
    drift = g.multiply(drift_subtract, years)                     # float

    g.at("spread = volatility * np.sqrt(years)")
    spread_sqrt = g.sqrt(years)                                   # f64
    spread = g.multiply(volatility, spread_sqrt)                  # f64

    g.at("discount = np.exp(-rate * years)")
    discount_negative = g.negative(rate)                          # float
    discount_multiply = g.multiply(discount_negative, years)      # float
    discount = g.exp(discount_multiply)                           # f64

    g.at("means = np.zeros(batches)")
    means = g.zeros(batches)                                      # f64[batches]

    g.at("for batch in range(batches):")

    def loop1_body(batch, means):                                 # int, f64[batches]
        g.at("z = random.normal(random.fold_in(key, batch), (paths,), np.float64)")
        z_random_fold_in = g.random_fold_in(key, batch)           # u32[2]
        z = g.random_normal(z_random_fold_in, (paths,), np.float64)  # f64[paths]

        g.at("up = spot * np.exp(drift + spread * z)")
        up_multiply = g.multiply(spread, z)                       # f64[paths]
        up_add = g.add(drift, up_multiply)                        # f64[paths]
        up_exp = g.exp(up_add)                                    # f64[paths]
        up = g.multiply(spot, up_exp)                             # f64[paths]

        g.at("down = spot * np.exp(drift - spread * z)")
        down_multiply = g.multiply(spread, z)                     # f64[paths]
        down_subtract = g.subtract(drift, down_multiply)          # f64[paths]
        down_exp = g.exp(down_subtract)                           # f64[paths]
        down = g.multiply(spot, down_exp)                         # f64[paths]

        g.at("payoff = 0.5 * (np.maximum(up - strike, 0.0) + np.maximum(down - strike, 0.0))")
        payoff_subtract = g.subtract(up, strike)                  # f64[paths]
        payoff_maximum = g.maximum(payoff_subtract, 0.0)          # f64[paths]
        payoff_subtract_2 = g.subtract(down, strike)              # f64[paths]
        payoff_maximum_2 = g.maximum(payoff_subtract_2, 0.0)      # f64[paths]
        payoff_add = g.add(payoff_maximum, payoff_maximum_2)      # f64[paths]
        payoff = g.multiply(0.5, payoff_add)                      # f64[paths]

        g.at("means[batch] = discount * np.mean(payoff)")
        means_mean = g.mean(payoff)                               # f64
        means_multiply = g.multiply(discount, means_mean)         # f64
        means = g.store(means, g.s_[batch], means_multiply)       # f64[batches]
        return means

    means = g.for_(g.range(batches), loop1_body, (means,))        # f64[batches]

    g.at("return np.mean(means), np.std(means, ddof=1) / np.sqrt(batches)")
    result_mean = g.mean(means)                                   # f64
    result_std = g.std(means, ddof=1)                             # f64
    result_sqrt = g.sqrt(batches)                                 # f64
    result_divide = g.divide(result_std, result_sqrt)             # f64
    return result_mean, result_divide
