"""The built wheel and sdist hold everything, and the wheel works away from the repository."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE_OF = {"dsl": "dslc"} | {
    folder: f"dslc/{folder}" for folder in ["ir", "cpu", "gpu", "transpile", "cli"]
}
SUFFIXES = {".py", ".h", ".cpp", ".md", ".typed", ".html", ".css", ".js"}


def run(*command: str, cwd: Path) -> str:
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def product_files() -> dict[str, str]:
    """Where each file of the product stands in the repository, and in the installed package."""
    return {
        path.relative_to(ROOT).as_posix(): f"{package}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, package in PACKAGE_OF.items()
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in SUFFIXES
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist of the repository and a wheel built from that sdist."""
    at = tmp_path_factory.mktemp("built")
    source = at / "source"
    skipped = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT, source, ignore=skipped)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(at), cwd=source)
    return at


def test_sdist_holds_the_repository(built: Path) -> None:
    [sdist] = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    tests = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")}
    assert set(product_files()) - names == set()
    assert (tests | {"pyproject.toml", "setup.py", "LICENSE", "README.md"}) - names == set()


def test_wheel_holds_the_package_only(built: Path) -> None:
    [wheel] = built.glob("*.whl")
    assert wheel.name == "dslc-0.1.0-py3-none-any.whl"
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == set(product_files().values())


def test_installed_wheel_works_elsewhere(built: Path, tmp_path: Path) -> None:
    # The target folder comes first, so an editable install could only fill in what is missing,
    # and a file from there does not start with the target folder.
    [wheel] = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    modules = sorted(
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in product_files().values()
        if name.endswith(".py") and not name.endswith("__main__.py")
    )
    script = (
        f"import sys, importlib; sys.path.insert(0, {str(tmp_path)!r})\n"
        f"files = [importlib.import_module(name).__file__ for name in {modules!r}]\n"
        f"assert all(file.startswith({str(tmp_path)!r}) for file in files), files\n"
    )
    run(sys.executable, "-I", "-c", script, cwd=tmp_path)


def test_console_script_and_module_name_the_version(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("dslc")
    assert run(str(script), "--version", cwd=tmp_path) == "dslc 0.1.0\n"
    assert run(sys.executable, "-m", "dslc", "--version", cwd=tmp_path) == "dslc 0.1.0\n"
