"""Finds text in a Markdown source that the rendered page hides: comments, titles of links, link definitions, and hidden
elements."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .style_values import declares_hidden

_TITLE = r"""(?:"[^"\n]*"|'[^'\n]*')"""
_TOKEN = re.compile(
    r"(?P<fence>^ {0,3}(?:`{3,}|~{3,}).*)|(?P<ticks>`+)|(?P<line>\n[ \t]*\n)|(?P<comment><!--)"
    rf"|\]\([^\s()]*(?P<link>[ \t]+{_TITLE})[ \t]*\)"
    rf"|^ {{0,3}}\[[^\]\n]+\]:[ \t]+\S+(?P<definition>[ \t]+(?:{_TITLE}|\([^()\n]*\)))[ \t]*$"
    r"|<(?P<element>[a-z][a-z0-9]*)\b(?P<attributes>[^<>]*)>",
    re.MULTILINE | re.IGNORECASE,
)
_NEVER_SHOWN = {"dialog", "template"}
"""Elements that a rendered page hides. GitHub shows `<script>` and `<style>` as text, so these are read."""


class Stretch(NamedTuple):
    """A stretch of the source, with the words that it hides.

    Example: “<!-- old -->” at offsets 5 to 17 of “Rent <!-- old --> is due” hides “old”.
    """

    start: int
    end: int
    words: str


class Unseen(NamedTuple):
    removed: list[Stretch]
    folded: list[tuple[int, int]]
    """The content of closed `<details>` elements."""


def find_unseen(text: str) -> Unseen:
    """Return the hidden stretches outside code, in the order of the text and without overlaps. Linear in the text.

    Example: in “Rent <!-- old --> is due”, “<!-- old -->” is hidden.
    """
    closers = _Closers(text)
    found = Unseen([], [])
    at = 0
    fence = ticks = ""
    while (token := _TOKEN.search(text, at)) is not None:
        at = token.end()
        kind = token.lastgroup
        if token["fence"] is not None:
            mark = token["fence"].lstrip(" ")
            own = mark[: len(mark) - len(mark.lstrip(mark[0]))]
            if not fence:
                fence = own
            elif own.startswith(fence) and own == mark.rstrip():
                fence = ""
        elif fence:
            continue
        elif kind == "ticks":
            ticks = "" if ticks == token["ticks"] else ticks or token["ticks"]
        elif kind == "line":
            ticks, at = "", token.end() - 1
        elif ticks:
            continue
        elif kind == "comment":
            end = closers.after("-->", at)
            if end is not None:
                found.removed.append(Stretch(token.start(), end, text[at : end - 3]))
                at = end
        elif kind in ("link", "definition"):
            start, end = token.span(kind)
            found.removed.append(Stretch(start, end, text[start:end].strip()[1:-1]))
        else:
            _element(token, closers, found)
            at = max(at, found.removed[-1].end if found.removed else 0)
    return found


def _element(token: re.Match[str], closers: "_Closers", found: Unseen) -> None:
    name = token["element"].lower()
    if name == "details" and not re.search(r"\bopen\b", token["attributes"], re.IGNORECASE):
        shown = closers.after("</summary>", token.end())
        end = closers.after("</details>", token.end())
        if end is not None:
            found.folded.append((shown if shown is not None and shown < end else token.end(), end - len("</details>")))
    elif declares_hidden(name, token["attributes"]) or (name in _NEVER_SHOWN and " open" not in token["attributes"]):
        end = closers.after_element(name, token.end())
        if end is not None:
            inner = closers.text[token.end() : closers.text.rindex("</", token.end(), end)]
            found.removed.append(Stretch(token.start(), end, re.sub(r"<[^<>]*>", " ", inner)))


class _Closers:
    """Finds closing strings such as "-->". It remembers which of them do not occur in the rest of the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._folded = text.lower() if len(text.lower()) == len(text) else text
        self._absent: set[str] = set()
        self._unbalanced: set[str] = set()
        """The names of elements that are opened more often than closed."""

    def after(self, closer: str, at: int) -> int | None:
        """Return the end of the next `closer` from `at` on, or None."""
        if closer in self._absent:
            return None
        found = self._folded.find(closer, at)
        if found < 0:
            self._absent.add(closer)
            return None
        return found + len(closer)

    def after_element(self, name: str, at: int) -> int | None:
        """Return the end of the element `name` that is open at `at`, with the elements of that name in it."""
        depth = 1
        for tag in () if name in self._unbalanced else re.compile(rf"<(/?){name}\b[^<>]*>").finditer(self._folded, at):
            depth += -1 if tag[1] else 1
            if not depth:
                return tag.end()
        self._unbalanced.add(name)
        return self.after(f"</{name}>", at)


def blanked(text: str, removed: list[Stretch]) -> str:
    """Return `text` without the removed stretches. Their line breaks stay, so that line numbers do not change.

    Example: `blanked("a <!-- x --> b", [Stretch(2, 12, "x")])` gives `"a  b"`.
    """
    return "".join(_pieces(text, removed))


def _pieces(text: str, removed: list[Stretch]) -> Iterator[str]:
    at = 0
    for part in removed:
        yield text[at : part.start]
        yield "\n" * text.count("\n", part.start, part.end)
        at = part.end
    yield text[at:]
