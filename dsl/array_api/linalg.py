"""The extension `linalg`: linear algebra, of stacks of matrices too."""

from __future__ import annotations

from typing import Any

from dslc.ir.ops import decompositions, matrices, norms, solving

from .function import function
from .manipulation import matrix_transpose
from .searching import matmul, tensordot, vecdot

__all__ = [
    "cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_norm",
    "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve",
    "svd", "svdvals", "tensordot", "trace", "vecdot", "vector_norm",
]  # fmt: skip


@function
def cholesky(x: Any, /, *, upper: bool = False) -> Any:
    """The triangular matrices whose product with their adjoints is `x`."""
    return decompositions.cholesky(x, upper=upper)


@function
def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """The cross products of vectors of three elements."""
    return matrices.vector_cross(x1, x2, axis=axis)


@function
def det(x: Any, /) -> Any:
    """The determinants."""
    return solving.det(x)


@function
def diagonal(x: Any, /, *, offset: int = 0) -> Any:
    """The diagonals."""
    return matrices.matrix_diagonal(x, offset=offset)


@function
def eigh(x: Any, /) -> Any:
    """The eigenvalues of Hermitian matrices, ascending, and their eigenvectors as columns."""
    return decompositions.eigh(x)


@function
def eigvalsh(x: Any, /) -> Any:
    """The eigenvalues of Hermitian matrices, ascending."""
    return decompositions.eigvalsh(x)


@function
def inv(x: Any, /) -> Any:
    """The inverses."""
    return solving.inv(x)


@function
def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    """The norms of matrices: "fro", "nuc", 1, 2, infinity, or the negative of one."""
    return norms.matrix_norm(x, keepdims=keepdims, ord=ord)


@function
def matrix_power(x: Any, n: int, /) -> Any:
    """The products of `n` equal matrices; of their inverses for a negative number."""
    return matrices.matrix_power(x, n=n)


@function
def matrix_rank(x: Any, /, *, rtol: Any = None) -> Any:
    """How many singular values are greater than `rtol` times the greatest."""
    return norms.matrix_rank(x, rtol=rtol)


@function
def outer(x1: Any, x2: Any, /) -> Any:
    """The products of each element of one vector with each of another."""
    return matrices.vector_outer(x1, x2)


@function
def pinv(x: Any, /, *, rtol: Any = None) -> Any:
    """The pseudo-inverses, from the singular values greater than `rtol` times the greatest."""
    return solving.pinv(x, rtol=rtol)


@function
def qr(x: Any, /, *, mode: str = "reduced") -> Any:
    """Matrices with orthonormal columns, and upper triangular ones, whose products are `x`."""
    return decompositions.qr(x, mode=mode)


@function
def slogdet(x: Any, /) -> Any:
    """The signs of determinants, and the logarithms of their magnitudes."""
    return solving.slogdet(x)


@function
def solve(x1: Any, x2: Any, /) -> Any:
    """What `x1` has to be multiplied with for `x2`: a vector where that is one, else matrices."""
    return solving.solve(x1, x2)


@function
def svd(x: Any, /, *, full_matrices: bool = True) -> Any:
    """Singular values, descending, and the unitary matrices before and behind them."""
    return decompositions.svd(x, full_matrices=full_matrices)


@function
def svdvals(x: Any, /) -> Any:
    """The singular values, descending."""
    return decompositions.svdvals(x)


@function
def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """The sums of the diagonals."""
    return matrices.matrix_trace(x, offset=offset, dtype=dtype)


@function
def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    """The norms of vectors along axes, of all elements by default."""
    return norms.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)
