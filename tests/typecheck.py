"""Runs mypy and pyright over the product, tests, samples and bench: `python tests/typecheck.py`.

Type checkers do not follow the mapping of the top-level folders to `dslc`, so `build/typing/dslc`
is laid as the installed package: real folders (pyright walks no linked ones), linked files.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TREE = Path("build", "typing", "dslc")
PARTS = ["ir", "cpu", "gpu", "transpile", "cli"]
CHECKED = [str(TREE), "tests", "samples", "bench"]


def lay_tree() -> None:
    """Lay `build/typing/dslc` anew."""
    tree = ROOT / TREE
    shutil.rmtree(tree, ignore_errors=True)
    for folder, package in [("dsl", tree), *((part, tree / part) for part in PARTS)]:
        for source in sorted((ROOT / folder).rglob("*")):
            if source.suffix in {".py", ".typed"}:
                link = package / source.relative_to(ROOT / folder)
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(source)


def with_real_paths(report: str) -> str:
    """The report with each path in the tree as the path of the file it links to."""
    for part in PARTS:
        report = report.replace(f"{TREE / part}/", f"{part}/")
    return report.replace(f"{TREE}/", "dsl/")


def main() -> int:
    lay_tree()
    folders = [folder for folder in CHECKED if any((ROOT / folder).glob("*.py"))]
    commands = [
        ["mypy", *folders],
        ["pyright", "--pythonpath", sys.executable],
    ]
    failed = 0
    for command in commands:
        result = subprocess.run(
            [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
        )
        sys.stdout.write(with_real_paths(result.stdout) + result.stderr)
        failed += result.returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
