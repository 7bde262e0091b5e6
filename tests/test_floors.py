"""A folder imports only from the floors below it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
FLOOR = {"ir": 0, "cpu": 1, "gpu": 1, "dsl": 2, "transpile": 3, "cli": 4}
PACKAGES = {
    "ir": {"numpy", "ml_dtypes"},
    "cpu": {"numpy", "ml_dtypes"},
    "gpu": {"numpy", "ml_dtypes", "cupy", "cuda"},
    "dsl": {"numpy", "ml_dtypes", "scipy", "matplotlib"},
    "transpile": {"numpy", "ml_dtypes", "libcst"},
    "cli": {"numpy", "ml_dtypes", "typer", "rich"},
    "samples": {"numpy", "samples", "sklearn"},
}
ONLY_INSIDE_FUNCTIONS = {"cupy", "cuda", "scipy", "sklearn", "matplotlib"}
# `python -m dslc` is the command line itself.
ENTRY_POINT = "dsl/__main__.py"
# `jit` and `compile` work in one process without files, so they reach up, on first use only.
REACHES_TRANSPILE = {"dsl/compiling.py"}


class Import(NamedTuple):
    line: int
    module: str
    in_function: bool


def imports(tree: ast.AST, package: str, in_function: bool = False) -> Iterator[Import]:
    """Every module that `tree` imports, by its absolute name; `package` is the importer's."""
    for node in ast.iter_child_nodes(tree):
        inside = in_function or isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
        )
        for module in imported(node, package):
            yield Import(getattr(node, "lineno", 0), module, in_function)
        yield from imports(node, package, inside)


def imported(node: ast.AST, package: str) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=module, names=names, level=0):
            return [f"{module}.{alias.name}" for alias in names]
        case ast.ImportFrom(module=module, names=names, level=level):
            base = package.split(".")[: package.count(".") + 2 - level]
            return [".".join([*base, *filter(None, [module]), alias.name]) for alias in names]
        case ast.Call(
            func=ast.Name(id="import_module") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(module)), *_],
        ):
            return [module]
    return []


def folder_of(module: str) -> str:
    """The top-level folder in which `module`, some part of `dslc`, lives."""
    part = module.split(".")[1] if "." in module else ""
    return part if part in FLOOR and part != "dsl" else "dsl"


def fault(importer: str, found: Import) -> str | None:
    """Why the file `importer` (from the root, with slashes) may not import this, if so."""
    folder = importer.partition("/")[0]
    package = found.module.partition(".")[0]
    if package != "dslc":
        if package in sys.stdlib_module_names:
            return None
        if package not in PACKAGES[folder]:
            return f"{folder} does not use {package}"
        if package in ONLY_INSIDE_FUNCTIONS and not found.in_function:
            return f"{package} is imported inside functions only"
        return None
    target = folder_of(found.module)
    if folder == "samples":
        return None if target == "dsl" else "samples import what a user imports"
    if importer == ENTRY_POINT and target == "cli":
        return None
    if target == folder or FLOOR[target] < FLOOR[folder]:
        return None
    if target == "transpile" and importer in REACHES_TRANSPILE and found.in_function:
        return None
    return f"{folder} is not above {target}"


def relative_fault(source: str, depth: int) -> str | None:
    """Relative imports stay in their top-level folder, which is `depth` folders up."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level > depth:
            return f"line {node.lineno}: a relative import leaves the top-level folder"
    return None


def faults(importer: str, source: str) -> list[str]:
    parts = Path(importer).parent.parts
    package = ".".join(["dslc", *parts[parts[0] == "dsl" :]])
    found = [
        f"{importer}:{each.line}: {each.module}: {reason}"
        for each in imports(ast.parse(source), package)
        if (reason := fault(importer, each))
    ]
    relative = relative_fault(source, len(parts))
    return [*found, f"{importer}: {relative}"] if relative else found


def product_files() -> list[Path]:
    return sorted(path for folder in PACKAGES for path in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("path", product_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_only_lower_floors(path: Path) -> None:
    assert faults(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("ir/graph.py", "import dslc"),
        ("ir/graph.py", "from dslc import graph"),
        ("ir/graph.py", "def f():\n    from dslc.cpu import build"),
        ("ir/ops/math.py", "from ...cpu import build"),
        ("ir/graph.py", "import libcst"),
        ("ir/graph.py", "from importlib import import_module\nimport_module('dslc.cli')"),
        ("cpu/build.py", "from dslc.gpu.launch import launch"),
        ("gpu/launch.py", "import dslc.cpu"),
        ("gpu/launch.py", "import cupy"),
        ("dsl/compiling.py", "from dslc.transpile import build_module"),
        ("dsl/annotations.py", "def f():\n    from dslc.transpile import build_module"),
        ("transpile/emit.py", "import typer"),
        ("transpile/emit.py", "from dslc.cli.commands import run"),
        ("samples/newton.py", "from dslc.ir.graph import Graph"),
    ],
)
def test_refuses_a_higher_floor(importer: str, source: str) -> None:
    assert len(faults(importer, source)) >= 1


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("ir/ops/math.py", "from ..types import f32\nfrom . import reduce\nimport numpy.linalg"),
        ("gpu/launch.py", "def f():\n    import cupy"),
        ("dsl/compiling.py", "def f():\n    from dslc.transpile import build_module"),
        ("dsl/compiling.py", "from .annotations import Tensor\nfrom dslc.ir import types"),
        ("transpile/emit.py", "from dslc import graph\nfrom dslc.ir import types"),
        ("samples/newton.py", "import numpy as np\nimport dslc\nfrom dslc import graph"),
    ],
)
def test_accepts_lower_floors(importer: str, source: str) -> None:
    assert faults(importer, source) == []
