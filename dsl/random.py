"""Random numbers from explicit keys; the same key gives the same bits on every machine and device.

A key is an array `u32[2]`, `dslc.random.Key` in annotations. Never use one twice: `split` it, or
`fold_in` the number of a step.

>>> key = dslc.random.key(7)
>>> dslc.random.normal(dslc.random.fold_in(key, 1), (3,)).shape
(3,)
"""

from dslc.annotations import Tensor
from dslc.ir.dtypes import u32
from dslc.ir.ops.distributions import random_bernoulli as bernoulli
from dslc.ir.ops.distributions import random_categorical as categorical
from dslc.ir.ops.distributions import random_exponential as exponential
from dslc.ir.ops.distributions import random_gumbel as gumbel
from dslc.ir.ops.distributions import random_integers as integers
from dslc.ir.ops.distributions import random_normal as normal
from dslc.ir.ops.distributions import random_permutation as permutation
from dslc.ir.ops.distributions import random_uniform as uniform
from dslc.ir.ops.random import random_bits as bits
from dslc.ir.ops.random import random_fold_in as fold_in
from dslc.ir.ops.random import random_key as key
from dslc.ir.ops.random import random_split as split

Key = Tensor[u32, 2]

__all__ = [
    "Key", "bernoulli", "bits", "categorical", "exponential", "fold_in", "gumbel", "integers",
    "key", "normal", "permutation", "split", "uniform",
]  # fmt: skip
