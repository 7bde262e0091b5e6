"""Complex numbers by their parts, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import bf16, is_complex, part_dtype
from dslc.ir.facts import Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import ScalarType, TensorType, Type

from . import attributes
from .create import as_scalar
from .rules import elementwise, labels, refuse_joined


@op(type=elementwise(np.conjugate), numpy=("conjugate", "conj"), methods=("conj", "conjugate"),
    strong=False)  # fmt: skip
def conj(x: Any) -> Any:
    """Each element with the sign of its imaginary part changed; a copy of real numbers.

    >>> np.conj(np.array([1 + 2j, 3 - 1j]))
    array([1.-2.j, 3.+1.j])
    """
    return np.conjugate(x)


@op(numpy=("real",), strong=False, view=True)
def real(x: Any) -> Any:
    """The real part of each element, as a view; real numbers themselves.

    >>> np.real(np.array([1 + 2j, 3 - 1j]))
    array([1., 3.])
    """
    return np.real(x)


@op(numpy=("imag",), strong=False, view=True)
def imag(x: Any) -> Any:
    """The imaginary part of each element, as a view; zeros of real numbers.

    >>> np.imag(np.array([1 + 2j, 3 - 1j]))
    array([ 2., -1.])
    """
    return np.imag(x)


@real.type
@imag.type
def _part(facts: Facts, x: Type) -> Type:
    refuse_joined((x,), "a part of a complex number")
    if not isinstance(x, TensorType | ScalarType) or x.dtype == bf16:
        message = "`real` and `imag` are of arrays and NumPy scalars"
        raise RuleError("dtype-mismatch", message, labels((x,)))
    dtype = part_dtype(x.dtype) if is_complex(x.dtype) else x.dtype
    return TensorType(dtype, x.shape) if isinstance(x, TensorType) else ScalarType(dtype)


@op(numpy=("angle",))
def angle(z: Any, *, deg: bool = False) -> Any:
    """Angle of each element with the positive real axis, in (-pi, pi] or in degrees.

    >>> np.angle(np.array([1j, -1 + 0j]), deg=True)
    array([ 90., 180.])
    """
    return np.angle(z, deg=deg)


@angle.normal
def _(facts: Facts, z: Type, *, deg: Any) -> dict[str, Any]:
    return {"deg": attributes.flag(deg, "`deg`")}


@angle.expansion
def _(z: Any, *, deg: bool) -> Any:
    if getattr(z, "dtype", None) is None:
        z = as_scalar(z)
    parts = (np.imag(z), np.real(z)) if is_complex(z.dtype) else (0, z)
    radians = np.arctan2(*parts)
    return radians * (180 / np.pi) if deg else radians


@op(numpy=("iscomplex",), strong=False)
def iscomplex(x: Any) -> Any:
    """Whether the imaginary part of each element is not 0.

    >>> np.iscomplex(np.array([1 + 2j, 3 + 0j]))
    array([ True, False])
    """
    return np.iscomplex(x)


@op(numpy=("isreal",), strong=False)
def isreal(x: Any) -> Any:
    """Whether the imaginary part of each element is 0.

    >>> np.isreal(np.array([1 + 2j, 3 + 0j]))
    array([False,  True])
    """
    return np.isreal(x)


@iscomplex.expansion
def _(x: Any) -> Any:
    return np.not_equal(_imaginary(x), 0)


@isreal.expansion
def _(x: Any) -> Any:
    return np.equal(_imaginary(x), 0)


def _imaginary(x: Any) -> Any:
    """The imaginary part; of real numbers something that is 0."""
    if not hasattr(x, "dtype"):
        raise RuleError(
            "dtype-mismatch", "`isreal` and `iscomplex` are of arrays and NumPy scalars"
        )
    return np.imag(x) if is_complex(x.dtype) else np.not_equal(x, x) & np.equal(x, x)
