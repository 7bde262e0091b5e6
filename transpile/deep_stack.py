"""Recursion far deeper than Python's usual limit, without a crash of the native stack."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

STACK_BYTES = 256 << 20  # address space; only the touched pages become memory
FRAMES = 50_000

Result = TypeVar("Result")


def run_deep(action: Callable[[], Result]) -> Result:
    """What `action()` returns or raises, run in a thread with a large stack and recursion limit."""
    outcome: list[Result] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(action())
        except BaseException as error:  # noqa: BLE001 - raised again in the calling thread
            failure.append(error)

    frames, stack_bytes = sys.getrecursionlimit(), threading.stack_size(STACK_BYTES)
    try:
        sys.setrecursionlimit(max(frames, FRAMES))
        thread = threading.Thread(target=run, name="deep stack", daemon=True)
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(frames)
        threading.stack_size(stack_bytes)
    if failure:
        raise failure[0]
    return outcome[0]
