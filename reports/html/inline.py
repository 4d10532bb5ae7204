"""A conclusion as safe markup: its sentences as places to link to, its citation numbers as links. Everything else is text."""

import re
from collections.abc import Collection, Mapping, Sequence

from markupsafe import Markup, escape

from ...evidence.report import EvidenceReport
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
    tag = Markup(_TAGS[block.kind])
    return Markup('<{0} dir="auto">{1}</{0}>').format(tag, anchors.inline(block.items[0]))


class _Anchors:
    """Gives each sentence its id at its first occurrence."""

    def __init__(self, sentences: Sequence[str], labels: Mapping[int, str]) -> None:
        self._sentences, self._labels = sentences, labels
        self.placed: set[int] = set()

    def inline(self, text: str) -> Markup:
        """Sentences are looked for before numbers, so that a “[1]” in a document's own words stays what it is."""
        waiting = [(number, one) for number, one in enumerate(self._sentences, 1) if one and number not in self.placed]
        found = [(text.find(one), -len(one), number) for number, one in waiting if one in text]
        if not found:
            return self._linked(text)
        at, length, number = min(found)
        self.placed.add(number)
        sentence = text[at : at - length]
        marked = Markup('<span class="sentence" id="s{}">{}</span>').format(number, sentence)
        return self.inline(text[:at]) + marked + self.inline(text[at - length :])

    def _linked(self, text: str) -> Markup:
        return Markup(MARKER.sub(lambda match: self._link(match), str(escape(text))))

    def _link(self, match: re.Match[str]) -> str:
        number = int(match[1])
        return str(reference(number, self._labels[number])) if number in self._labels else match[0]


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
