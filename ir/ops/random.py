"""Random numbers from explicit keys: the same key gives the same bits on every machine and device.

The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
1, 2, 3", 2011). A key is two words of 32 bits; the blocks of four words that follow from it are
numbered by a counter, whose last word keeps apart what a key is used for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME, is_integer
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import NumberType, ScalarType, TensorType, Type

from . import attributes
from .rules import single

U32 = BY_NAME["u32"]
DRAW, SPLIT, FOLD = 0, 1, 2
"""What a key is used for: the last word of the counter."""

_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_INCREMENTS = 0x9E3779B9, 0xBB67AE85
_ROUNDS = 10
_WORD = np.uint64(0xFFFFFFFF)


def philox(counter: tuple[Any, Any, Any, Any], key: np.ndarray) -> list[np.ndarray]:
    """The four words of blocks.

    Args:
        counter: four arrays of u64 below 2^32, one entry for each block.
        key: u32[2].
    """
    c0, c1, c2, c3 = (np.asarray(word, np.uint64) for word in counter)
    k0, k1 = (int(word) for word in key)
    half = np.uint64(32)
    for _ in range(_ROUNDS):
        p0, p1 = c0 * np.uint64(_MULTIPLIERS[0]), c2 * np.uint64(_MULTIPLIERS[1])
        c0, c2 = (p1 >> half) ^ c1 ^ np.uint64(k0), (p0 >> half) ^ c3 ^ np.uint64(k1)
        c1, c3 = p1 & _WORD, p0 & _WORD
        k0, k1 = (k0 + _INCREMENTS[0]) % 2**32, (k1 + _INCREMENTS[1]) % 2**32
    return [c0, c1, c2, c3]


# --- keys ---------------------------------------------------------------------------------------


@op(public="random.key", strong=False)
def random_key(seed: Any) -> Any:
    """The key of a seed, an integer: u32[2].

    >>> dslc.random.key(7)
    array([7, 0], dtype=uint32)
    """
    word = int(seed) % 2**64
    return np.array([word % 2**32, word >> 32], np.uint32)


@random_key.type
def _(facts: Facts, seed: Type) -> Type:
    _check_integer(seed, "a seed", 0)
    return TensorType(U32, (2,))


@op(public="random.fold_in", strong=False)
def random_fold_in(key: Any, data: Any) -> Any:
    """Another key, u32[2], for a key and an integer, such as the number of a step.

    >>> dslc.random.fold_in(dslc.random.key(7), 3)
    array([409461130, 850790933], dtype=uint32)
    """
    word = int(data) % 2**64
    blocks = philox((word % 2**32, word >> 32, 0, FOLD), key)
    return np.array(blocks[:2], np.uint32)


@random_fold_in.type
def _(facts: Facts, key: Type, data: Type) -> Type:
    _check_key(facts, key)
    _check_integer(data, "what is folded in", 1)
    return TensorType(U32, (2,))


@op(public="random.split", expands=True, sizes=("num",))
def random_split(key: Any, *, num: Any = 2) -> Any:
    """Keys that have nothing to do with each other or with the key itself: u32[num, 2].

    >>> dslc.random.split(dslc.random.key(7)).shape
    (2, 2)
    """
    return random_bits(key, shape=(num, 2), stream=SPLIT)


def _check_key(facts: Facts, key: Type) -> None:
    if not (isinstance(key, TensorType) and key.dtype == U32 and key.rank == 1):
        raise _no_key(key)
    try:
        facts.meet(key.shape[0], 2)
    except DimMismatch:
        raise _no_key(key) from None


def _no_key(key: Type) -> RuleError:
    message = "a key is an array u32[2]"
    help_text = "make one with `dslc.random.key(seed)`; declare it as `Tensor[u32, 2]`"
    return RuleError("argument-mismatch", message, {0: f"this is {key}"}, help_text)


def _check_integer(type_: Type, what: str, number: int) -> None:
    single(type_, what, number)
    integer = isinstance(type_, NumberType) and type_.kind == "int"
    if not (integer or (isinstance(type_, ScalarType) and is_integer(type_.dtype))):
        raise RuleError("dtype-mismatch", f"{what} is an integer", {number: f"this is {type_}"})


# --- bits ---------------------------------------------------------------------------------------


@op(public="random.bits", call="key, shape, stream", effects=Effects.RAISES, strong=False)
def random_bits(key: Any, *, shape: Any, stream: int = DRAW) -> Any:
    """Words of 32 random bits: u32[shape]. ValueError for a negative size.

    >>> dslc.random.bits(dslc.random.key(0), (4,))
    array([1713891541, 3781805453, 3159862348, 2600524760], dtype=uint32)
    """
    found = np.empty(shape, np.uint32)
    numbers = np.arange((found.size + 3) // 4, dtype=np.uint64)
    counter = (numbers & _WORD, numbers >> np.uint64(32), 0, stream)
    words = np.stack(np.broadcast_arrays(*philox(counter, key)), axis=-1)
    found[...] = words.reshape(-1)[: found.size].reshape(found.shape)
    return found


@random_bits.normal
def _(facts: Facts, key: Type, *, shape: Any, stream: Any) -> dict[str, Any]:
    return {
        "shape": attributes.sizes(shape),
        "stream": attributes.integer(stream, "a stream"),
    }


@random_bits.type
def _(facts: Facts, key: Type, *, shape: Any, stream: int) -> Type:
    _check_key(facts, key)
    return TensorType(U32, attributes.shape(shape))  # negative: refused in a graph only


@random_bits.can_raise
def _(key: Type, *, shape: Any, stream: int) -> bool:
    return attributes.may_be_negative(shape)
