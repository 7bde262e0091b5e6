"""Maps the top-level folders to the one installed package; metadata stands in pyproject.toml."""

from setuptools import find_packages, setup

ROOTS = {
    "dslc": "dsl",
    "dslc.ir": "ir",
    "dslc.cpu": "cpu",
    "dslc.gpu": "gpu",
    "dslc.transpile": "transpile",
    "dslc.cli": "cli",
}

setup(
    packages=[
        *ROOTS,
        *(f"{root}.{sub}" for root, at in ROOTS.items() for sub in find_packages(at)),
    ],
    package_dir=ROOTS,
)
