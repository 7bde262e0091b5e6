"""What the functions of a module are called with while a script runs.

Only descriptions are kept, no arrays.
"""

import os
import runpy
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypeAlias

import numpy as np

from dslc.conversion import describe
from dslc.ir.diagnostics import Diagnostic, DslError, Span
from dslc.ir.dtypes import NAMES
from dslc.specs import SpecReader, struct_fields


@dataclass(frozen=True, slots=True)
class SeenArray:
    dtype: np.dtype[Any]
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeenScalar:
    dtype: np.dtype[Any]


@dataclass(frozen=True, slots=True)
class SeenNumber:
    """A Python number: int, float or bool."""

    kind: type[int] | type[float]


@dataclass(frozen=True, slots=True)
class SeenText:
    value: str


@dataclass(frozen=True, slots=True)
class SeenTuple:
    items: "tuple[Seen, ...]"


@dataclass(frozen=True, slots=True)
class SeenStruct:
    """A dataclass or a NamedTuple, by the name that the module has for it."""

    name: str


@dataclass(frozen=True, slots=True)
class SeenNone:
    pass


@dataclass(frozen=True, slots=True)
class SeenOther:
    """A value that no annotation describes; `text` says what it is."""

    text: str


Seen: TypeAlias = (
    SeenArray | SeenScalar | SeenNumber | SeenText | SeenTuple | SeenStruct | SeenNone | SeenOther
)


@dataclass(slots=True)
class Call:
    """One call: its arguments by parameter, and what it gave, None also where it raised."""

    arguments: dict[str, Seen]
    result: Seen = field(default_factory=SeenNone)


def look(value: Any, namespace: dict[str, Any]) -> Seen:
    """What a value is; the classes of structs are looked up in the module's globals."""
    match value:
        case None:
            return SeenNone()
        case bool() | int() | float() if type(value) in (bool, int, float):
            return SeenNumber(type(value))
        case str():
            return SeenText(value)
        case np.ndarray() if type(value) is np.ndarray and value.dtype in NAMES:
            return SeenArray(value.dtype, value.shape)
        case np.generic() if value.dtype in NAMES:
            return SeenScalar(value.dtype)
        case tuple() if type(value) is tuple:
            return SeenTuple(tuple(look(item, namespace) for item in value))
    if struct_fields(type(value)) is not None:
        return _struct(type(value), namespace)
    return SeenOther(describe(value))


def _struct(cls: type[Any], namespace: dict[str, Any]) -> Seen:
    if namespace.get(cls.__name__) is not cls:
        return SeenOther(f"a {cls.__name__}, a class that the module has no name for")
    try:
        SpecReader(namespace).read(cls, "it", lambda: None)
    except DslError as error:
        return SeenOther(f"a {cls.__name__}, where {error.diagnostics[0].message}")
    return SeenStruct(cls.__name__)


class Recorder:
    """A profile function that keeps the calls of a file's functions by other files."""

    def __init__(self, path: Path) -> None:
        self.calls: dict[str, list[Call]] = {}
        self._file = os.path.realpath(path)
        self._is_own: dict[str, bool] = {}
        self._open: dict[FrameType, Call] = {}

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and self._is_outer_call(frame):
            self._open[frame] = call = Call(_arguments(frame))
            self.calls.setdefault(frame.f_code.co_name, []).append(call)
        elif event == "return" and frame in self._open:
            self._open.pop(frame).result = look(argument, frame.f_globals)

    def _is_outer_call(self, frame: FrameType) -> bool:
        """Whether a function of the file's top level is called by something else than its kind."""
        code, caller = frame.f_code, frame.f_back
        if not self._owns(code) or code.co_qualname != code.co_name or code.co_name[0] == "<":
            return False
        inner = caller is not None and self._owns(caller.f_code)
        return not inner or (caller is not None and caller.f_code.co_name == "<module>")

    def _owns(self, code: CodeType) -> bool:
        file = code.co_filename
        if file not in self._is_own:
            self._is_own[file] = os.path.realpath(file) == self._file
        return self._is_own[file]


def _arguments(frame: FrameType) -> dict[str, Seen]:
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return {name: look(frame.f_locals[name], frame.f_globals) for name in names}


def record(path: Path, script: Path) -> dict[str, list[Call]]:
    """Run a script; the calls it makes of the functions of `path`, by name. It prints to stderr.

    Raises:
        DslError: `missing-file`, or `script-failed` where it raises.
    """
    if not script.is_file():
        raise DslError(Diagnostic("missing-file", f"there is no file `{script}`"))
    recorder = Recorder(path)
    with redirect_stdout(sys.stderr), _as_script(script), _profiled(recorder):
        try:
            runpy.run_path(str(script), run_name="__main__")
        except SystemExit:
            pass
        except Exception as error:  # noqa: BLE001 - the script is the user's: it may raise anything
            raise _failed(script, error) from None
    return recorder.calls


@contextmanager
def _as_script(script: Path) -> Iterator[None]:
    """As `python script` would: its folder is searched, it has no arguments."""
    arguments, search = sys.argv, list(sys.path)
    sys.argv = [str(script)]
    sys.path.insert(0, str(script.resolve().parent))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = arguments, search


@contextmanager
def _profiled(recorder: Recorder) -> Iterator[None]:
    before = sys.getprofile()
    threading.setprofile(recorder)
    sys.setprofile(recorder)
    try:
        yield
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


def _failed(script: Path, error: Exception) -> DslError:
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(script)
    ]
    line = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else None
    span = Span.of_line(str(script), line or (lines[-1] if lines and lines[-1] else 1))
    detail = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    return DslError(Diagnostic("script-failed", "the script raises", span, label=detail))
