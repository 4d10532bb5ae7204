"""Footnotes and endnotes of Word files, with the numbers that the page shows. The file stores only ids."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from docx.document import Document
from docx.oxml import parse_xml

from .word_numbers import W, formatted_number

_KINDS = ("footnote", "endnote")
_CHICAGO = "*†‡§"


class Note(NamedTuple):
    kind: str
    number: str
    element: Any


class Notes:
    """The notes to which the body refers, in the order of the references."""

    def __init__(self, document: Document) -> None:
        self._numbers: dict[tuple[str, str], str] = {}
        self._elements: dict[tuple[str, str], Any] = {}
        forms = {"footnote": "decimal", "endnote": "lowerRoman"}
        for relation in document.part.rels.values():
            kind = relation.reltype.rsplit("/", 1)[-1]
            if relation.is_external:
                continue
            if kind == "settings":
                _read_forms(parse_xml(relation.target_part.blob), forms)
            elif kind[:-1] in _KINDS:
                for note in parse_xml(relation.target_part.blob):
                    self._elements[kind[:-1], note.get(f"{W}id", "")] = note
        body = document.element.body
        for section in body.iter(f"{W}sectPr"):
            _read_forms(section, forms)
        counts = dict.fromkeys(_KINDS, 0)
        for reference in body.iter(*(f"{W}{kind}Reference" for kind in _KINDS)):
            key = _key(reference)
            if key not in self._elements or next(reference.iterancestors(f"{W}del", f"{W}moveFrom"), None) is not None:
                continue
            if reference.get(f"{W}customMarkFollows") in ("1", "true", "on"):
                self._numbers[key] = ""
            else:
                counts[key[0]] += 1
                self._numbers[key] = _shown(counts[key[0]], forms[key[0]])

    def number(self, reference: Any) -> str:
        """Return the number that the page shows at a reference, or "" if the text itself has a mark there."""
        return self._numbers.get(_key(reference), "")

    def __iter__(self) -> Iterator[Note]:
        for kind in _KINDS:
            for key, number in self._numbers.items():
                if key[0] == kind:
                    yield Note(kind, number, self._elements[key])


def _key(reference: Any) -> tuple[str, str]:
    return reference.tag.removeprefix(W).removesuffix("Reference"), reference.get(f"{W}id", "")


def _read_forms(properties: Any, forms: dict[str, str]) -> None:
    for kind in _KINDS:
        form = properties.find(f"{W}{kind}Pr/{W}numFmt")
        if form is not None:
            forms[kind] = form.get(f"{W}val", forms[kind])


def _shown(count: int, form: str) -> str:
    if form == "chicago":
        return _CHICAGO[(count - 1) % 4] * ((count - 1) // 4 + 1)
    return formatted_number(count, form)
