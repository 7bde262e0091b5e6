"""Decompositions of matrices, and of each of a stack of them: calls of LAPACK.

LinAlgError where NumPy raises it, as for a matrix that is not positive definite.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import dim_min
from dslc.ir.dtypes import is_complex
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, Op, RuleError, op
from dslc.ir.types import TensorType, Type

from . import attributes
from .library import library_dtypes, matrices, square
from .operands import choice

_ONE = np.eye(1)
QRResult: Any = type(np.linalg.qr(_ONE))
SVDResult: Any = type(np.linalg.svd(_ONE))
EighResult: Any = type(np.linalg.eigh(_ONE))
EigResult: Any = type(np.linalg.eig(_ONE))

# --- Cholesky -----------------------------------------------------------------------------------


@op(call="a, upper", numpy=("linalg.cholesky",), strong=False, effects=Effects.RAISES)
def cholesky(a: Any, *, upper: bool = False) -> Any:
    """The triangular matrix L with L @ L.T == a, of a positive definite matrix.

    Of complex numbers L @ L.conj().T. Only the lower triangle of `a` is read; with `upper` only the
    upper one, and the result is upper triangular. LinAlgError where `a` is not positive definite.

    >>> np.linalg.cholesky(np.array([[4.0, 2.0], [2.0, 5.0]]))
    array([[2., 0.],
           [1., 2.]])
    """
    found: Any = np.linalg.cholesky
    return found(a, upper=upper)


@cholesky.normal
def _(facts: Facts, a: Type, *, upper: Any) -> dict[str, Any]:
    return {"upper": attributes.flag(upper, "`upper`")}


@cholesky.type
def _(facts: Facts, a: Type, *, upper: bool) -> Type:
    type_ = square(facts, a, "`cholesky`")
    (dtype,) = library_dtypes(np.linalg.cholesky, (type_,), "`cholesky`")
    return TensorType(dtype, type_.shape)


# --- QR -----------------------------------------------------------------------------------------


@op(call="a, mode", numpy=("linalg.qr",), strong=False, fields=QRResult)
def qr(a: Any, *, mode: str = "reduced") -> Any:
    """Q with orthonormal columns and the upper triangular R with Q @ R == a.

    With k = min(m, n) for a matrix of m rows and n columns, Q has k columns and R k rows; with
    `mode="complete"` both have m. With `mode="r"` only R is given.

    >>> q, r = np.linalg.qr(np.array([[3.0, 1.0], [4.0, 2.0]]))
    >>> np.round(q @ r, 6)
    array([[3., 1.],
           [4., 2.]])
    """
    found: Any = np.linalg.qr
    return found(a, mode)


@qr.normal
def _(facts: Facts, a: Type, *, mode: Any) -> dict[str, Any]:
    choice(mode, ("reduced", "complete", "r"), "mode")
    return {"mode": mode}


@qr.type
def _(facts: Facts, a: Type, *, mode: str) -> Type | tuple[Type, ...]:
    type_ = matrices(a, "`qr`")
    *stack, rows, columns = type_.shape
    dtype = library_dtypes(np.linalg.qr, (type_,), "`qr`")[0]
    inner = rows if mode == "complete" else dim_min(rows, columns)
    r = TensorType(dtype, (*stack, inner, columns))
    return r if mode == "r" else (TensorType(dtype, (*stack, rows, inner)), r)


# --- singular values ----------------------------------------------------------------------------


@op(
    call="a, full_matrices, compute_uv, hermitian",
    numpy=("linalg.svd",), strong=False, effects=Effects.RAISES, fields=SVDResult,
)  # fmt: skip
def svd(
    a: Any, *, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False
) -> Any:
    """U, S and Vh with U @ diag(S) @ Vh == a; the singular values S are real and descending.

    U and Vh are square; without `full_matrices` they have k = min(m, n) columns and rows. Without
    `compute_uv` only S is given. With `hermitian`, `a` is taken to be its own conjugate transpose,
    and only its lower triangle is read. LinAlgError where it does not converge, as for NaN.

    >>> np.linalg.svd(np.array([[3.0, 0.0], [0.0, -4.0]])).S
    array([4., 3.])
    """
    found: Any = np.linalg.svd
    return found(a, full_matrices, compute_uv, hermitian)


@svd.normal
def _(facts: Facts, a: Type, **flags: Any) -> dict[str, Any]:
    return {name: attributes.flag(value, f"`{name}`") for name, value in flags.items()}


@svd.type
def _(
    facts: Facts, a: Type, *, full_matrices: bool, compute_uv: bool, hermitian: bool
) -> Type | tuple[Type, ...]:
    type_ = square(facts, a, "`svd`") if hermitian else matrices(a, "`svd`")
    *stack, rows, columns = type_.shape
    u, s, vh = library_dtypes(np.linalg.svd, (type_,), "`svd`")
    least = dim_min(rows, columns)
    values = TensorType(s, (*stack, least))
    if not compute_uv:
        return values
    return (
        TensorType(u, (*stack, rows, rows if full_matrices else least)),
        values,
        TensorType(vh, (*stack, columns if full_matrices else least, columns)),
    )


@op(numpy=("linalg.svdvals",), strong=False)
def svdvals(x: Any) -> Any:
    """The singular values of a matrix, descending.

    >>> np.linalg.svdvals(np.array([[3.0, 0.0], [0.0, -4.0]]))
    array([4., 3.])
    """
    return np.linalg.svd(x, compute_uv=False)


@svdvals.expansion
def _(x: Any) -> Any:
    return svd(x, compute_uv=False)


# --- eigenvalues --------------------------------------------------------------------------------


@op(call="a, UPLO", numpy=("linalg.eigh",), strong=False, effects=Effects.RAISES, fields=EighResult)
def eigh(a: Any, *, UPLO: str = "L") -> Any:
    """Eigenvalues, ascending, and eigenvectors of a symmetric or Hermitian matrix.

    The vectors are columns: a @ v[:, i] == w[i] * v[:, i]. Only the lower triangle of `a` is read,
    with `UPLO="U"` the upper one.

    >>> np.linalg.eigh(np.array([[2.0, 0.0], [0.0, 1.0]])).eigenvalues
    array([1., 2.])
    """
    found: Any = np.linalg.eigh
    return found(a, UPLO)


@op(call="a, UPLO", numpy=("linalg.eigvalsh",), strong=False, effects=Effects.RAISES)
def eigvalsh(a: Any, *, UPLO: str = "L") -> Any:
    """Eigenvalues of a symmetric or Hermitian matrix, ascending, as in `eigh`.

    >>> np.linalg.eigvalsh(np.array([[2.0, 0.0], [0.0, 1.0]]))
    array([1., 2.])
    """
    found: Any = np.linalg.eigvalsh
    return found(a, UPLO)


def _complete_hermitian(record: Op, run: Any) -> None:
    what = f"`{record.name}`"

    @record.normal
    def _(facts: Facts, a: Type, *, UPLO: Any) -> dict[str, Any]:
        choice(UPLO.upper() if isinstance(UPLO, str) else UPLO, ("L", "U"), "UPLO")
        return {"UPLO": UPLO.upper()}

    @record.type
    def _(facts: Facts, a: Type, *, UPLO: str) -> Type | tuple[Type, ...]:
        type_ = square(facts, a, what)
        values, *vectors = library_dtypes(run, (type_,), what)
        found = TensorType(values, type_.shape[:-1])
        return (found, TensorType(vectors[0], type_.shape)) if vectors else found


_complete_hermitian(eigh, np.linalg.eigh)
_complete_hermitian(eigvalsh, np.linalg.eigvalsh)


@op(numpy=("linalg.eig",), strong=False, effects=Effects.RAISES, fields=EigResult)
def eig(a: Any) -> Any:
    """Eigenvalues, in no order, and eigenvectors of any square matrix, which is of complex numbers.

    Of real numbers NumPy gives real or complex ones, as the values happen to be; so cast them. The
    vectors are columns. LinAlgError for NaN and infinity.

    >>> np.linalg.eig(np.array([[0.0, 0.0], [0.0, 2.0]], np.complex128)).eigenvalues
    array([0.+0.j, 2.+0.j])
    """
    return np.linalg.eig(a)


@op(numpy=("linalg.eigvals",), strong=False, effects=Effects.RAISES)
def eigvals(a: Any) -> Any:
    """Eigenvalues of any square matrix, which is of complex numbers, as in `eig`.

    >>> np.linalg.eigvals(np.array([[0.0, 0.0], [0.0, 2.0]], np.complex128))
    array([0.+0.j, 2.+0.j])
    """
    return np.linalg.eigvals(a)


def _complete_general(record: Op, run: Any) -> None:
    what = f"`{record.name}`"

    @record.type
    def _(facts: Facts, a: Type) -> Type | tuple[Type, ...]:
        type_ = square(facts, a, what)
        if not is_complex(type_.dtype):
            raise RuleError(
                "dtype-mismatch",
                f"whether {what} of real numbers is real or complex depends on their values",
                {0: f"this is {a}"},
                help="cast it: `a.astype(np.complex128)`; symmetric matrices have `eigh`",
                instead=f"np.linalg.{record.name}({{0:atom}}.astype(np.complex128))",
            )
        values, *vectors = library_dtypes(run, (type_,), what)
        found = TensorType(values, type_.shape[:-1])
        return (found, TensorType(vectors[0], type_.shape)) if vectors else found


_complete_general(eig, np.linalg.eig)
_complete_general(eigvals, np.linalg.eigvals)
