"""A conclusion as safe markup: its sentences as places to link to, its citation numbers as links. Everything else is text."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from markupsafe import Markup, escape

from ...evidence.report.evidence_report import EvidenceReport
from ..blocks import MARKER, Block, blocks
from .clean import clean

_TAGS = {"paragraph": "p", "heading": "h3", "quote": "blockquote"}


def conclusion_markup(report: EvidenceReport, labels: Mapping[int, str]) -> Markup:
    """The conclusion in paragraphs. `labels`: what each citation number stands for, for those who hear the page."""
    anchors = _Anchors([clean(" ".join(sentence.text.split())) for sentence in report.sentences], labels)
    return Markup("\n").join(_block(block, anchors) for block in blocks(clean(report.conclusion)))


def _block(block: Block, anchors: "_Anchors") -> Markup:
    if block.kind == "list":
        items = Markup("").join(Markup('<li dir="auto">{}</li>').format(anchors.inline(item)) for item in block.items)
        return Markup("<ul>{}</ul>").format(items)
    tag = Markup(_TAGS[block.kind])  # nosec B704 # one of our own tags
    return Markup('<{0} dir="auto">{1}</{0}>').format(tag, anchors.inline(block.items[0]))


class _Anchors:
    """Gives each sentence its id at its first occurrence."""

    def __init__(self, sentences: Sequence[str], labels: Mapping[int, str]) -> None:
        self._sentences, self._labels = sentences, labels
        self.placed: set[int] = set()

    def inline(self, text: str) -> Markup:
        """Sentences are looked for before numbers, so that a “[1]” in a document's own words stays what it is."""
        waiting = [(number, one) for number, one in enumerate(self._sentences, 1) if one and number not in self.placed]
        found = [(*place, number) for number, one in waiting if (place := _place(one, text))]
        if not found:
            return self._linked(text)
        at, end, number = min(found, key=lambda one: (one[0], -one[1]))
        self.placed.add(number)
        own = self._sentences[number - 1]
        shown = escape(text[at:end]) if text[at:end] == own else self._linked(text[at:end])
        marked = Markup('<span class="sentence" id="s{}">{}</span>').format(number, shown)
        return self.inline(text[:at]) + marked + self.inline(text[end:])

    def _linked(self, text: str) -> Markup:
        return Markup(MARKER.sub(lambda match: self._link(match), str(escape(text))))  # nosec B704 # escaped first

    def _link(self, match: re.Match[str]) -> str:
        number = int(match[1])
        return str(reference(number, self._labels[number])) if number in self._labels else match[0]


def _place(sentence: str, text: str) -> tuple[int, int] | None:
    """Where the sentence stands in the text, word for word or with citation numbers after its clauses."""
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


def reference(number: int, label: str) -> Markup:
    """A citation number as a link to its exhibit."""
    marked = Markup('<sup class="ref"><a href="#c{0}" aria-label="Citation {0}: {1}">[{0}]</a></sup>')
    return marked.format(number, clean(label))


def placed_sentences(report: EvidenceReport) -> Collection[int]:
    """The numbers of the sentences that stand in the conclusion word for word, and so can be linked to."""
    anchors = _Anchors([clean(" ".join(sentence.text.split())) for sentence in report.sentences], {})
    for block in blocks(clean(report.conclusion)):
        for item in block.items:
            anchors.inline(item)
    return anchors.placed
