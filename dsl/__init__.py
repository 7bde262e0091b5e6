"""An embedded DSL for tensor programs: what a user imports.

Importing this package loads nothing else; each public name is found in its module on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if __name__ != "dslc":
    raise ImportError("import dslc")

if TYPE_CHECKING:
    from dslc.ir.diagnostics import DslError as DslError
    from dslc.ir.dims import Dim as Dim
    from dslc.ir.dims import dims as dims
    from dslc.ir.ops.derivatives import stop_gradient as stop_gradient
    from dslc.ir.trace import Trace as Trace

    from . import array_api as array_api
    from . import nn as nn
    from . import optim as optim
    from . import ragged as ragged
    from . import random as random
    from . import sparse as sparse
    from . import special as special
    from .annotations import Array as Array
    from .annotations import InOut as InOut
    from .annotations import Ragged as Ragged
    from .annotations import Scalar as Scalar
    from .annotations import Static as Static
    from .annotations import Tensor as Tensor
    from .arrays import bf16 as bf16
    from .arrays import bool_ as bool_
    from .arrays import c64 as c64
    from .arrays import c128 as c128
    from .arrays import f16 as f16
    from .arrays import f32 as f32
    from .arrays import f64 as f64
    from .arrays import i8 as i8
    from .arrays import i16 as i16
    from .arrays import i32 as i32
    from .arrays import i64 as i64
    from .arrays import u8 as u8
    from .arrays import u16 as u16
    from .arrays import u32 as u32
    from .arrays import u64 as u64
    from .assumptions import assume as assume
    from .compiled import builder as builder
    from .compiling import compile as compile
    from .drivers import driver as driver
    from .from_graph import compile_graph as compile_graph
    from .functions import graph as graph
    from .functions import jit as jit
    from .gradients import define_gradient as define_gradient
    from .gradients import grad as grad
    from .gradients import jvp as jvp
    from .gradients import value_and_grad as value_and_grad
    from .gradients import vjp as vjp
    from .params import load_params as load_params
    from .params import save_params as save_params
    from .requests import auto as auto
    from .requests import exact as exact
    from .requests import multiple_of as multiple_of
    from .sparse import Sparse as Sparse
    from .sparse_matrices import COO as COO
    from .sparse_matrices import CSR as CSR
    from .subgraphs import subgraph as subgraph
    from .tokens import Token as Token
    from .tokens import after as after
    from .tokens import token as token

__version__ = "0.1.0"

_PUBLIC = {
    "dslc.annotations": "Array InOut Scalar Static Tensor",
    "dslc.assumptions": "assume",
    "dslc.compiled": "builder",
    "dslc.compiling": "compile",
    "dslc.drivers": "driver",
    "dslc.from_graph": "compile_graph",
    "dslc.functions": "graph jit",
    "dslc.gradients": "define_gradient grad jvp value_and_grad vjp",
    "dslc.params": "load_params save_params",
    "dslc.ragged": "Ragged",
    "dslc.sparse": "Sparse",
    "dslc.sparse_matrices": "COO CSR",
    "dslc.requests": "auto exact multiple_of",
    "dslc.subgraphs": "subgraph",
    "dslc.tokens": "Token after token",
    "dslc.ir.diagnostics": "DslError",
    "dslc.ir.dims": "Dim dims",
    "dslc.ir.ops.derivatives": "stop_gradient",
    "dslc.ir.trace": "Trace",
    "dslc.ir.dtypes": "bf16 bool_ c64 c128 f16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64",
}
_MODULES = ("array_api", "nn", "optim", "ragged", "random", "sparse", "special")
_MODULE_OF = {name: module for module, names in _PUBLIC.items() for name in names.split()}

if not TYPE_CHECKING:
    __all__ = [name for name in (*_MODULE_OF, *_MODULES) if name != "compile"]  # a builtin's name


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f"dslc.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'dslc' has no attribute {name!r}")
    value: object = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULE_OF, *_MODULES])
