"""The two text formats of a report: Markdown, and plain text for a terminal."""

import re
import textwrap
from dataclasses import dataclass
from typing import Protocol

from .terminal_escapes import visible

_MARKUP = re.compile(r"([\\`*\[\]<>]|(?<![^\W_])_|_(?![^\W_]))")
"""Characters that Markdown reads as markup. An underscore within a word is not one, so file names stay unchanged."""


class TextForm(Protocol):
    """How headings, items and quotes look in a text. All methods except `literal` and `code` take text that is already
    escaped."""

    def literal(self, text: str) -> str:
        """Return text of a document, a question or a model with its markup escaped. Nothing in it then becomes a link,
        a heading or a terminal command."""

    def code(self, text: str) -> str: ...

    def strong(self, text: str) -> str: ...

    def paragraph(self, text: str) -> str: ...

    def item(self, text: str) -> str: ...

    def quote(self, text: str) -> str: ...

    def source(self, text: str) -> str: ...

    def source_quote(self, text: str) -> str: ...


class Markdown:
    def literal(self, text: str) -> str:
        return _MARKUP.sub(r"\\\1", text)

    def code(self, text: str) -> str:
        return f"`{text}`"

    def strong(self, text: str) -> str:
        return f"**{text}**"

    def paragraph(self, text: str) -> str:
        return text

    def item(self, text: str) -> str:
        return f"- {text}"

    def quote(self, text: str) -> str:
        return f"> {text}"

    def source(self, text: str) -> str:
        return text

    def source_quote(self, text: str) -> str:
        return f"  > {text}"


@dataclass(frozen=True)
class PlainText:
    """Plain text for a terminal. `width`: columns; None puts each paragraph on one line. `bold`: whether headings are
    bold, with ANSI codes."""

    width: int | None = None
    bold: bool = False

    def literal(self, text: str) -> str:
        return visible(text)

    def code(self, text: str) -> str:
        return visible(text)

    def strong(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.bold else text

    def paragraph(self, text: str) -> str:
        return self._wrapped(text, "", "")

    def item(self, text: str) -> str:
        return self._wrapped(text, "- ", "  ")

    def quote(self, text: str) -> str:
        return self._wrapped(text, "  | ", "  | ")

    def source(self, text: str) -> str:
        return self._wrapped(text, "", "    ")

    def source_quote(self, text: str) -> str:
        return self._wrapped(text, "    “", "     ") + "”"

    def _wrapped(self, text: str, first: str, following: str) -> str:
        if self.width is None:
            return first + text
        return "\n".join(
            textwrap.wrap(
                text,
                self.width,
                initial_indent=first,
                subsequent_indent=following,
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
