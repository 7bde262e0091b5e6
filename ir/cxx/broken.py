"""What a user reads when the C++ compiler makes no library: why, what to do, where its log is."""

from __future__ import annotations

import re
import signal
import tempfile
from pathlib import Path

from dslc.ir.diagnostics import CompilerBug, Diagnostic, DslError, Note

from .toolchain import CompilationFailed

FAILED = "failed"
"""The folder of the logs, beside the entries of the cache."""

_REFUSED = re.compile(r"\.(cpp|h):\d+:\d+: error: ")
_CAUSES = (
    (r"No space left on device|Disk quota exceeded|cannot write", "the disk is full"),
    (r"internal compiler error", "the compiler has a bug"),
    (r"fatal error: .*(file not found|No such file)", "a header is missing"),
    (r"cannot find -l|unable to find library|cannot find crt", "a library is missing"),
    (r"Cannot allocate memory|out of memory|memory exhausted", "there is no memory"),
    (r"[Kk]illed|terminated program", "the compiler was killed"),
)
"""What compilers and linkers say, and what it means; the first that fits."""

_REMEDIES = {
    "the disk is full": "make room, or name another folder in DSLC_CACHE",
    "the compiler has a bug": "name another compiler in DSLC_CXX",
    "a header is missing": "install dslc again, or name another compiler in DSLC_CXX",
    "a library is missing": "install the compiler whole, or name another one in DSLC_CXX",
    "there is no memory": "end other processes, or choose the device `reference`",
    "the compiler was killed": "it may need more memory: try again, or choose `reference`",
}


def failure(failed: CompilationFailed, text: str, entry: Path) -> DslError | CompilerBug:
    """What to raise for a failed compilation of a text that was to be the entry of a cache."""
    at = _written(f"{failed.log}\n\n{text}", entry)
    if _REFUSED.search(failed.log):
        return CompilerBug("the C++ compiler refuses the kernel", f"{failed.log}\nlog: {at}")
    cause = _cause(failed)
    message = "the C++ compiler made no library" + (f": {cause}" if cause else "")
    help_text = _REMEDIES.get(cause, "read the log, or name another compiler in DSLC_CXX")
    notes = [Note(each) for each in (_last_line(failed.log), f"the log is {at}") if each]
    return DslError(Diagnostic("compiler-failed", message, notes=tuple(notes), help=help_text))


def unwritable(error: OSError) -> DslError:
    """What to raise where neither the cache nor a temporary folder can be written."""
    message = f"there is no place for compiled kernels: {error}"
    help_text = "make room, or name a folder that can be written in DSLC_CACHE"
    return DslError(Diagnostic("compiler-failed", message, help=help_text))


def _cause(failed: CompilationFailed) -> str:
    for pattern, cause in _CAUSES:
        if re.search(pattern, failed.log):
            return cause
    if failed.status < 0:
        return f"it was ended by {signal.Signals(-failed.status).name}"
    return ""


def _last_line(log: str) -> str:
    """The last line that the compiler said."""
    said = [line for line in log.splitlines()[1:] if line.strip()]
    wrong = [line for line in said if "error" in line]
    return (wrong or said or [""])[-1].strip()


def _written(log: str, entry: Path) -> str:
    """Where the log is: beside the entry, else among temporary files."""
    try:
        folder = entry.parent / FAILED
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{entry.name[:16]}.log"
        path.write_text(log, "utf-8")
    except OSError:
        return _temporary(log)
    return str(path)


def _temporary(log: str) -> str:
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="dslc-", suffix=".log", delete=False
        ) as file:
            file.write(log)
    except OSError:
        return "nowhere, since it could not be written"
    return file.name
