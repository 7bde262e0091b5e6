"""The lines above a builder function: where it is from, and the versions that are asked for."""

from __future__ import annotations

from dslc.requests import Request

from .writer import INDENT, WIDTH


def decorator_lines(alias: str, name: str, arguments: str, request: Request) -> list[str]:
    """The decorator `name` with these arguments, where `alias` is a name of `dslc`."""
    if request == Request():
        return [f"@{alias}.{name}({arguments})"]
    versions = f"specialize={request.text(alias)}"
    whole = f"@{alias}.{name}({arguments}, {versions})"
    if len(whole) <= WIDTH:
        return [whole]
    head = [f"@{alias}.{name}(", f"{INDENT}{arguments},"]
    if request.every or len(INDENT) + len(versions) < WIDTH:
        return [*head, f"{INDENT}{versions},", ")"]
    parts = [f"{INDENT * 2}{part}," for part in request.parts(alias)]
    return [*head, f"{INDENT}specialize={{", *parts, f"{INDENT}}},", ")"]
