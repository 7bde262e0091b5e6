"""Quantile functions: how far a distribution reaches with a given probability.

They are built of additions, multiplications, divisions and square roots alone, which every machine
rounds alike, so that random numbers made by them have the same bits everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME
from dslc.ir.facts import Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import Type, default_dtype, shape_of

from .rules import element, labels, refuse_joined

F64 = BY_NAME["f64"]


def _of_f64(facts: Facts, x: Type) -> Type:
    refuse_joined((x,), "a quantile")
    if default_dtype(x) != F64:
        raise RuleError("dtype-mismatch", "a quantile is computed in f64", labels((x,)))
    return element(F64, shape_of(x))


def _horner(coefficients: Sequence[float], x: Any) -> Any:
    value: Any = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        value = value * x + coefficient
    return value


# The coefficients of fdlibm's `log` (Sun Microsystems, 1993).
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_LOG = (
    6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
    2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
    1.479819860511658591e-01,
)  # fmt: skip


@op(type=_of_f64)
def portable_log(x: Any) -> Any:
    """Natural logarithm of each element, f64, within 1 ulp, of the same bits everywhere.

    Of positive normal numbers only. The method is fdlibm's: with x = 2^k (1 + f), a polynomial in
    s = f / (2 + f).

    >>> from dslc.ir.ops.quantiles import portable_log
    >>> portable_log(np.array([1.0, 2.0]))
    array([0.        , 0.69314718])
    """
    mantissa, exponent = np.frexp(x)
    small = mantissa < 0.70710678118654752440
    f = np.where(small, mantissa * 2.0, mantissa) - 1.0
    k = np.where(small, exponent - 1, exponent).astype(np.float64)
    s = f / (f + 2.0)
    z = s * s
    rest = z * _horner(_LOG, z)
    square = 0.5 * f * f
    return k * _LN2_HIGH - ((square - (s * (square + rest) + k * _LN2_LOW)) - f)


# The coefficients of algorithm AS 241, PPND16 (Wichura, Applied Statistics 37, 1988).
_CENTRE = (
    3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
    1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
    3.3430575583588128105e4, 2.5090809287301226727e3,
)  # fmt: skip
_CENTRE_UNDER = (
    1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
    2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
    5.2264952788528545610e3,
)  # fmt: skip
_SIDE = (
    1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
    3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
    2.27238449892691845833e-2, 7.74545014278341407640e-4,
)  # fmt: skip
_SIDE_UNDER = (
    1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
    1.05075007164441684324e-9,
)  # fmt: skip
_TAIL = (
    6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
    2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
    2.71155556874348757815e-5, 2.01033439929228813265e-7,
)  # fmt: skip
_TAIL_UNDER = (
    1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
    2.04426310338993978564e-15,
)  # fmt: skip


@op(type=_of_f64)
def normal_quantile(p: Any) -> Any:
    """The number that a normal variate stays below with probability p, f64, 0 < p < 1.

    Algorithm AS 241 (Wichura, 1988), to about 1 part in 1e16; of the same bits everywhere.

    >>> from dslc.ir.ops.quantiles import normal_quantile
    >>> normal_quantile(np.array([0.5, 0.975]))
    array([0.        , 1.95996398])
    """
    q = p - 0.5
    r = 0.180625 - q * q
    centre = q * _horner(_CENTRE, r) / _horner(_CENTRE_UNDER, r)
    far = np.sqrt(-portable_log(np.where(q < 0.0, p, 1.0 - p)))
    side = _horner(_SIDE, far - 1.6) / _horner(_SIDE_UNDER, far - 1.6)
    tail = _horner(_TAIL, far - 5.0) / _horner(_TAIL_UNDER, far - 5.0)
    beyond = np.where(far <= 5.0, side, tail)
    found = np.where(np.abs(q) <= 0.425, centre, np.where(q < 0.0, -beyond, beyond))
    return found if np.ndim(p) else np.float64(found)
