"""What an import loads: `import dslc` and `dslc --help` start without the heavy packages."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import dslc

ROOT = Path(__file__).parent.parent
HEAVY = ["numpy", "ml_dtypes", "libcst", "typer", "rich", "cupy", "asyncio", "pydantic"]
PARTS = ["dslc.ir", "dslc.cpu", "dslc.gpu", "dslc.transpile", "dslc.cli"]


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after `code`."""
    script = f"{code}\nimport sys\nsys.stdout.write(chr(10) + ' '.join(sys.modules))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    return set(result.stdout.decode().splitlines()[-1].split())


def test_import_dslc_loads_nothing_else() -> None:
    assert loaded_by("import dslc; dir(dslc); dslc.__version__").isdisjoint([*HEAVY, *PARTS])


def test_help_loads_no_compiler() -> None:
    loaded = loaded_by("from dslc.cli import main; import sys; sys.argv[1:] = ['--help']; main()")
    assert "typer" in loaded
    assert loaded.isdisjoint(["numpy", "libcst", "dslc.ir", "dslc.transpile", "dslc.cpu"])


def test_public_names_are_found_and_declared() -> None:
    tree = ast.parse((ROOT / "dsl" / "__init__.py").read_text("utf-8"))
    declared = {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    assert declared == {*dslc._MODULE_OF, *dslc._MODULES}
    assert declared <= set(dir(dslc))
    assert [name for name in sorted(declared) if getattr(dslc, name, None) is None] == []


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'tensor'"):
        getattr(dslc, "tensor")  # noqa: B009


@pytest.mark.parametrize("folder", ["dsl", "ir", "cpu", "gpu", "transpile", "cli"])
def test_a_folder_is_not_imported_under_a_second_name(folder: str) -> None:
    code = f"import {folder}"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert "ImportError: import dslc" in result.stderr
