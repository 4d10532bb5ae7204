"""Converts the text of a conclusion to safe markup: sentences become link targets, and citation numbers become links.
All other text is escaped."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from markupsafe import Markup, escape

from ...evidence.report.evidence_report import EvidenceReport
from ..blocks import MARKER, Block, BlockKind
from .clean import clean, shortened

_WHERE = re.compile(r"(?P<numbers>(?:\s*\[\d{1,3}\])+) (?P<place>\([^\n]+\))")
"""The place of a passage after its citation numbers."""
_BLOCKS: Mapping[BlockKind, Markup] = {
    "paragraph": Markup('<p dir="auto">{}</p>'),
    "heading": Markup('<p class="heading" dir="auto">{}</p>'),
    "quote": Markup('<blockquote dir="auto">{}</blockquote>'),
}

MOST_QUOTED = 300
"""The maximum number of characters of a quote shown on hover."""

SentenceForm = Callable[[int], Markup | None]
"""A function that returns the special markup of a sentence by its number, or None. It is a large figure of a table, or
a result with its exact amount."""


class Inline:
    """Formats the text of one conclusion. Each sentence gets an id where it first occurs, and each citation number
    becomes a link.

    `labels`: the accessible label of each citation number. `places`: its place in one or two words, for print.
    `prefix`: the prefix of all ids, if one page shows several reports.
    """

    def __init__(
        self,
        report: EvidenceReport,
        labels: Mapping[int, str],
        *,
        places: Mapping[int, str] | None = None,
        prefix: str = "",
        form: SentenceForm = lambda number: None,
    ) -> None:
        self._sentences = [clean(" ".join(sentence.text.split())) for sentence in report.sentences]
        self._labels, self._places, self._prefix, self._form = labels, places or {}, prefix, form
        self._quotes = {
            citation.number: f"{citation.title}: “{shortened(citation.quote, MOST_QUOTED)}”"
            for citation in report.citations
        }
        self.placed: set[int] = set()
        """The numbers of the sentences that already have an id, so that links can lead to them."""

    def blocks(self, blocks: Sequence[Block]) -> Markup:
        return Markup("\n").join(self._block(block) for block in blocks)

    def _block(self, block: Block) -> Markup:
        if block.kind == "list":
            items = (Markup('<li dir="auto">{}</li>').format(self.text(clean(item))) for item in block.items)
            return Markup("<ul>{}</ul>").format(Markup("").join(items))
        return _BLOCKS[block.kind].format(self.text(clean(block.items[0])))

    def text(self, text: str) -> Markup:
        """Return a text as markup. Sentences are found before citation numbers, so that a “[1]” inside quoted text
        becomes no link."""
        unplaced = [(number, own) for number, own in enumerate(self._sentences, 1) if own and number not in self.placed]
        found = [(*place, number) for number, own in unplaced if (place := _place(own, text))]
        if not found:
            return self._linked(text)
        at, end, number = min(found, key=lambda placed: (placed[0], -placed[1]))
        whole = text[at:end] == self._sentences[number - 1]
        shown = self.text(text[:at]) + self.sentence(number, None if whole else text[at:end])
        if where := _WHERE.fullmatch(text[end:]):
            marked = Markup('{} <span class="where">{}</span>')
            return shown + marked.format(self._linked(where["numbers"]), where["place"])
        return shown + self.text(text[end:])

    def sentence(self, number: int, marked: str | None = None) -> Markup:
        """Return a sentence of the answer, with its id. `marked`: its text with citation numbers after its clauses."""
        own = self._sentences[number - 1]
        shown = self._form(number) if marked is None else self._linked(marked)
        tag = Markup('<span class="sentence" id="{}s{}">{}</span>') if number not in self.placed else Markup("{2}")
        self.placed.add(number)
        return tag.format(self._prefix, number, escape(own) if shown is None else shown)

    def reference(self, number: int) -> Markup:
        """Return a citation number as a link to its evidence, with its quote on hover. Empty if no citation has this
        number."""
        if number not in self._labels:
            return Markup("")
        marked = Markup(
            '<sup><a class="ref" href="#{0}c{1}" data-citation="{1}" data-place="{2}" title="{3}" aria-label="{4}">{1}</a></sup>'
        )
        place, quote = self._places.get(number, ""), self._quotes.get(number, "")
        return marked.format(self._prefix, number, clean(place), clean(quote), clean(self._labels[number]))

    def _linked(self, text: str) -> Markup:
        return Markup(MARKER.sub(self._link, str(escape(text))))  # nosec B704 # escaped before

    def _link(self, match: re.Match[str]) -> str:
        return str(self.reference(int(match[1]))) or match[0]


def _place(sentence: str, text: str) -> tuple[int, int] | None:
    """Return where the text has the sentence, verbatim or with citation numbers after its clauses, or None."""
    if (at := text.find(sentence)) >= 0:
        return at, at + len(sentence)
    kept = [place for start, end in _between_markers(text) for place in range(start, end)]
    at = "".join(text[place] for place in kept).find(sentence)
    return (kept[at], kept[at + len(sentence) - 1] + 1) if at >= 0 else None


def _between_markers(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for match in MARKER.finditer(text):
        yield at, match.start()
        at = match.end()
    yield at, len(text)
