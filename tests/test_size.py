"""Files of one idea and functions that fit on a screen."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ["ir", "cpu", "gpu", "dsl", "transpile", "cli"]
FILE_LINES = 400
FUNCTION_LINES = 45

PYTHON = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
HEADERS = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.h"))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def code_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, its docstring aside."""
    docstring = function.body[0] if ast.get_docstring(function, clean=False) is not None else None
    lines = (function.end_lineno or 0) - function.lineno + 1
    return lines - ((docstring.end_lineno or 0) - docstring.lineno + 1 if docstring else 0)


@pytest.mark.parametrize("path", [*PYTHON, *HEADERS], ids=name)
def test_file_holds_one_idea(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= FILE_LINES


@pytest.mark.parametrize("path", PYTHON, ids=name)
def test_functions_fit_on_a_screen(path: Path) -> None:
    functions = (
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    long = {function.name: code_lines(function) for function in functions}
    assert {function: lines for function, lines in long.items() if lines > FUNCTION_LINES} == {}
