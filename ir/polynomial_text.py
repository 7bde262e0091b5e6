"""A polynomial as Python text: `2*n + 1`, `(n + 1)//2`, `min(n, 4)`."""

from __future__ import annotations

from collections.abc import Mapping

from .polynomial import Atom, Monomial, Operation, Polynomial, Symbol, operations_in, symbol_in


def text_of(polynomial: Polynomial) -> str:
    """The text; as Python it computes the polynomial from numbers named like the symbols."""
    symbol = symbol_in(polynomial)
    if symbol is not None:
        return symbol.name
    texts: dict[Atom, str] = {}
    for operation in operations_in(polynomial):
        texts[operation] = _operation_text(operation, texts)
    return _sum_text(polynomial, texts)


def _sum_text(polynomial: Polynomial, texts: Mapping[Atom, str]) -> str:
    if not polynomial:
        return "0"
    terms = list(polynomial)
    # `1 - n` reads better than `-n + 1`.
    first = next((index for index, (_, number) in enumerate(terms) if number > 0), 0)
    terms.insert(0, terms.pop(first))
    monomial, number = terms[0]
    parts = [
        _term_text(monomial, number, texts)
        if number > 0
        else _negated_text(monomial, -number, texts)
    ]
    for monomial, number in terms[1:]:
        parts.append(f"{'-' if number < 0 else '+'} {_term_text(monomial, abs(number), texts)}")
    return " ".join(parts)


def _term_text(monomial: Monomial, number: int, texts: Mapping[Atom, str]) -> str:
    factors = [] if number == 1 and monomial else [str(number)]
    if not factors and len(monomial) == 1:
        return _atom_text(monomial[0], texts)
    return "*".join(factors + [_factor_text(atom, texts) for atom in monomial])


def _negated_text(monomial: Monomial, number: int, texts: Mapping[Atom, str]) -> str:
    """The text of a negative first term: `-n//2` would be `(-n)//2`."""
    if number == 1 and len(monomial) == 1:
        return f"-{_factor_text(monomial[0], texts)}"
    return f"-{_term_text(monomial, number, texts)}"


def _atom_text(atom: Atom, texts: Mapping[Atom, str]) -> str:
    return atom.name if isinstance(atom, Symbol) else texts[atom]


def _factor_text(atom: Atom, texts: Mapping[Atom, str]) -> str:
    text = _atom_text(atom, texts)
    return f"({text})" if isinstance(atom, Operation) and atom.name in ("floordiv", "mod") else text


def _operation_text(operation: Operation, texts: Mapping[Atom, str]) -> str:
    operands = [_sum_text(operand, texts) for operand in operation.operands]
    if operation.name in ("min", "max"):
        return f"{operation.name}({', '.join(operands)})"
    left, right = (
        text if _is_primary(operand) else f"({text})"
        for operand, text in zip(operation.operands, operands, strict=True)
    )
    return f"{left}//{right}" if operation.name == "floordiv" else f"{left} % {right}"


def _is_primary(polynomial: Polynomial) -> bool:
    """Whether the text binds tighter than `//`."""
    if len(polynomial) != 1:
        return not polynomial
    monomial, number = polynomial[0]
    if not monomial:
        return number > 0
    if number != 1 or len(monomial) != 1:
        return False
    return isinstance(monomial[0], Symbol) or monomial[0].name in ("min", "max")
