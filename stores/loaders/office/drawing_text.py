"""Finds the text of drawings: shapes on slides and on sheets."""

from collections.abc import Callable, Iterator
from typing import Any

from docx.opc.part import Part
from docx.oxml import parse_xml

from ....evidence.language.text_marks import joined_struck, struck
from ..raised import lowered, raised

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_PROPERTIES_OF_SHAPES = ("nvSpPr", "nvGrpSpPr", "nvPicPr", "nvGraphicFramePr", "nvCxnSpPr")
_LINE_FILLS = ("solidFill", "gradFill", "pattFill")
_SMALLEST = 150
"""The font size, in hundredths of a point, up to which letters are illegible."""


def is_illegible(properties: Any) -> bool:
    """Return whether a run with these properties is too small to be read, or has no colour."""
    if 0 < int(properties.get("sz", "0")) <= _SMALLEST:
        return True
    if has_outline(properties):
        return False
    return properties.find(f"{A}noFill") is not None or any(
        alpha.get("val") in ("0", "0%") for alpha in properties.iterfind(f"{A}solidFill/*/{A}alpha")
    )


def has_outline(properties: Any) -> bool:
    """Return whether an outline, a shadow or another effect draws the letters of a run besides their fill."""
    line = properties.find(f"{A}ln")
    if line is not None and any(line.find(f"{A}{fill}") is not None for fill in _LINE_FILLS):
        return True
    return any(len(effects) for effects in properties.iterfind(f"{A}effectLst"))


def paragraph_text(paragraph: Any, is_hidden: Callable[[Any], bool] = is_illegible) -> str:
    """Return the text of a paragraph as the drawing shows it: struck text is marked, and superscripts are Unicode
    characters.

    `is_hidden`: whether a run with these properties leaves no ink.
    """
    pieces: list[str] = []
    for node in paragraph:
        if node.tag == f"{A}br":
            pieces.append("\n")
            continue
        text = "".join(part.text or "" for part in node.iter(f"{A}t"))
        properties = node.find(f"{A}rPr")
        if properties is not None:
            if is_hidden(properties):
                continue
            raise_by = float(properties.get("baseline", "0").rstrip("%") or 0)
            if raise_by > 0:
                text = raised(text, pieces[-1] if pieces else "")
            elif raise_by < 0:
                text = lowered(text, pieces[-1] if pieces else "")
            if properties.get("strike", "noStrike") != "noStrike":
                text = struck(text)
        pieces.append(text)
    return joined_struck("".join(pieces))


def shape_texts(drawing: Any, *, hidden: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the text of each shape in the XML of a drawing, and whether the shape is hidden, also by a group around
    it."""
    hidden = hidden or is_switched_off(drawing)
    for child in drawing:
        name = child.tag.rsplit("}", 1)[-1] if isinstance(child.tag, str) else "Fallback"
        if name == "txBody":
            if text := "\n".join(map(paragraph_text, child.iter(f"{A}p"))).strip():
                yield text, hidden
        elif name != "Fallback":
            yield from shape_texts(child, hidden=hidden)


def diagram_texts(drawing: Any, part: Part) -> Iterator[str]:
    """Yield the texts of the diagrams (SmartArt) in a drawing. `part`: the part of the file that contains the drawing."""
    for diagram in drawing.iter(f"{DIAGRAM}relIds"):
        data = part.rels.get(diagram.get(f"{RELATIONS}dm", ""))
        if data is None or data.is_external:
            continue
        for words in parse_xml(data.target_part.blob).iterfind(f"{DIAGRAM}ptLst/{DIAGRAM}pt/{DIAGRAM}t"):
            if text := "\n".join(map(paragraph_text, words.iterfind(f"{A}p"))).strip():
                yield text


def is_switched_off(shape: Any) -> bool:
    """Return whether the element is a hidden shape or group."""
    for child in shape:
        if isinstance(child.tag, str) and child.tag.rsplit("}", 1)[-1] in _PROPERTIES_OF_SHAPES:
            return any(part.get("hidden") in ("1", "true") for part in child)
    return False
