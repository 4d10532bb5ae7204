"""Reads an OpenDocument paragraph: its text, and the notes, comments and shapes anchored in it."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ....evidence.language.text_marks import joined_struck
from ..raised import note_mark
from .styles import DC, DRAW, OFFICE, PRESENTATION, TEXT, Properties, Styles, formatted, has_ground, is_hidden

_SPACE = re.compile(r"[ \t\r\n]+")
_MOST_SPACES = 100
_WITHOUT_TEXT = {
    f"{OFFICE}annotation-end",
    f"{TEXT}ruby-text",
    f"{TEXT}tracked-changes",
    f"{TEXT}script",
    f"{TEXT}bookmark",
}
_CHANGES = {f"{TEXT}change", f"{TEXT}change-start", f"{TEXT}change-end"}
SHAPES = tuple(
    f"{DRAW}{name}"
    for name in ("frame", "g", "custom-shape", "rect", "ellipse", "circle", "line", "path", "polygon", "polyline",
                 "connector", "caption", "measure", "regular-polygon", "page-thumbnail", "control", "a")
)  # fmt: skip


class Note(NamedTuple):
    kind: str
    number: str
    body: Any


class Comment(NamedTuple):
    author: str
    text: str


class Changes:
    """The open tracked changes, while paragraphs are read in order."""

    def __init__(self) -> None:
        self._open: set[str] = set()

    def touch(self, paragraph: Any) -> bool:
        """Return whether a paragraph has a tracked change, or is inside one."""
        touched = bool(self._open)
        for change in paragraph.iter(*_CHANGES):
            touched = True
            name = change.get(f"{TEXT}change-id", "")
            if change.tag == f"{TEXT}change-start":
                self._open.add(name)
            elif change.tag == f"{TEXT}change-end":
                self._open.discard(name)
        return touched


class Line:
    """A paragraph that is being read. `text`: its text as the page shows it."""

    def __init__(self, paragraph: Any, styles: Styles, *, on_paper: bool) -> None:
        self.notes: list[Note] = []
        self.comments: list[Comment] = []
        self.shapes: list[Any] = []
        self.hidden: list[str] = []
        self._styles = styles
        self._pieces: list[str] = []
        properties = styles.of("paragraph", paragraph.get(f"{TEXT}style-name"))
        self._on_paper = on_paper and not has_ground(properties)
        self._is_hidden = any(
            field.get(f"{TEXT}is-hidden") == "true" for field in paragraph.iter(f"{TEXT}hidden-paragraph")
        )
        self._read(paragraph, properties)
        self.text = joined_struck("".join(self._pieces))

    def _read(self, element: Any, properties: Properties) -> None:
        self._write(element.text, properties)
        for child in element:
            if isinstance(child.tag, str):
                self._child(child, properties)
            self._write(child.tail, properties)

    def _write(self, text: str | None, properties: Properties) -> None:
        if not text:
            return
        text = _SPACE.sub(" ", text)
        if self._is_hidden or is_hidden(properties, on_paper=self._on_paper):
            if text.strip():
                self.hidden.append(text)
            return
        self._pieces.append(formatted(text, properties, self._pieces[-1] if self._pieces else ""))

    def _child(self, child: Any, properties: Properties) -> None:
        name = child.tag
        if name in SHAPES:
            self.shapes.append(child)
        elif name == f"{TEXT}s":
            count = child.get(f"{TEXT}c", "1")
            self._pieces.append(" " * min(int(count) if count.isdecimal() else 1, _MOST_SPACES))
        elif name == f"{TEXT}tab":
            self._pieces.append("\t")
        elif name == f"{TEXT}line-break":
            self._pieces.append("\n")
        elif name == f"{TEXT}note":
            self._note(child)
        elif name == f"{OFFICE}annotation":
            self.comments.append(comment_of(child))
        elif name == f"{TEXT}hidden-text" and child.get(f"{TEXT}is-hidden") != "false":
            self.hidden.append(child.get(f"{TEXT}string-value") or "".join(child.itertext()))
        elif name == f"{TEXT}span":
            self._read(child, {**properties, **self._styles.of("text", child.get(f"{TEXT}style-name"))})
        elif name not in _WITHOUT_TEXT:
            self._read(child, properties)

    def _note(self, note: Any) -> None:
        citation, body = note.find(f"{TEXT}note-citation"), note.find(f"{TEXT}note-body")
        number = "" if citation is None else "".join(citation.itertext()).strip()
        self._pieces.append(note_mark(number))
        if body is not None:
            self.notes.append(Note(note.get(f"{TEXT}note-class", "footnote"), number, body))


def comment_of(annotation: Any) -> Comment:
    author = annotation.find(f"{DC}creator")
    words = (" ".join("".join(line.itertext()).split()) for line in annotation.iter(f"{TEXT}p"))
    return Comment("" if author is None else author.text or "", " ".join(filter(None, words)))


def shapes_in(element: Any) -> Iterator[Any]:
    """Return the shapes that are children of an element."""
    return (child for child in element if child.tag in SHAPES)


def is_switched_off(shape: Any) -> bool:
    """Return whether a shape is hidden. LibreOffice writes `display` in a namespace of its own."""
    return any(name.endswith("}display") and value in ("none", "printer") for name, value in shape.attrib.items())


def style_of(shape: Any, styles: Styles) -> Properties:
    """Return the graphic style of a shape."""
    presentation = shape.get(f"{PRESENTATION}style-name")
    return (
        styles.of("presentation", presentation)
        if presentation
        else styles.of("graphic", shape.get(f"{DRAW}style-name"))
    )


def is_filled(shape: Any, styles: Styles) -> bool:
    """Return whether a shape has a fill, or is a picture or table."""
    properties = style_of(shape, styles)
    if shape.tag == f"{DRAW}frame":
        if next(shape.iterchildren(f"{DRAW}text-box"), None) is None:
            return True
        return properties.get(f"{DRAW}fill", "none") != "none" or has_ground(properties)
    return properties.get(f"{DRAW}fill", "solid") != "none"
