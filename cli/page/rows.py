"""Lines of text as rows of HTML. Everything that comes from a user passes `escaped`."""

import html
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from .paint import Span

_CLASS = {"keyword": "k", "name": "f", "string": "s", "number": "n", "comment": "c"}


class Row(NamedTuple):
    """One line.

    Attributes:
        key: the id of its element, "" for none.
        number: what stands in the margin.
        spans: the line in colours.
        link: the id of the row that it belongs to, "" for none.
        data: what the script needs to know, by name.
        kind: a further class, "" for none.
    """

    key: str
    number: str
    spans: list[Span]
    link: str = ""
    data: Mapping[str, int] = {}
    kind: str = ""


def escaped(text: str) -> str:
    """Text as HTML shows it; what is invisible or turns the direction of writing is made seen."""
    seen = text if text.isprintable() else "".join(map(_visible, text))
    return html.escape(seen)


def _visible(character: str) -> str:
    code = ord(character)
    if character == "\t" or character.isprintable():
        return character
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else f"⟨U+{code:04X}⟩"


def rows_html(rows: Iterable[Row]) -> str:
    """The rows, one an element and line."""
    return "\n".join(map(_row, rows))


def _row(row: Row) -> str:
    names = " ".join(filter(None, ["row", row.kind]))
    key = f' id="{row.key}"' if row.key else ""
    data = "".join(f' data-{name}="{value}"' for name, value in row.data.items())
    margin = f'<span class="no">{row.number}</span>'
    if row.link:
        margin = f'<a class="no" href="#{row.link}">{row.number}</a>'
    return (
        f'<div class="{names}"{key}{data}>{margin}<code>{"".join(_spans(row.spans))}</code></div>'
    )


def _spans(spans: Iterable[Span]) -> Iterator[str]:
    for span in spans:
        text = escaped(span.text)
        yield f'<span class="{_CLASS[span.kind]}">{text}</span>' if span.kind else text
