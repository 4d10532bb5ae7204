"""A report with citation tags: `<CITATION file="…" page="…" lines="…" id="…" />` after each paragraph or list (SPEC
ANS-4)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..evidence.report.citation_tag import citation_tag, own_citation, without_tags
from ..evidence.report.evidence_report import Citation, EvidenceReport
from .blocks import MARKER, Block, blocks, numbers_in

MOST_TAGS = 2
"""The maximum number of tags after one paragraph or list. A block with more citations is split, and each part is
followed by its own tags."""

_SENTENCE_END = re.compile(r"(?<=[.!?。！？])((?:\s*\[\d{1,3}\])*)\s+(?=\S)|((?:\s*\[\d{1,3}\])+)(?=\s+\S)")


def to_citation_tags(report: EvidenceReport) -> str:
    """Return the conclusion with the tags of its sources after each paragraph and list.

    A sentence or list item with more than two sources keeps the two of most weight: primary and current ones come
    first.
    """
    known = {citation.number: citation for citation in report.citations}
    return "\n\n".join(part for block in blocks(report.conclusion) for part in _tagged(block, known)) + "\n"


def _tagged(block: Block, known: Mapping[int, Citation]) -> Iterator[str]:
    if block.kind == "heading":
        yield f"### {block.items[0]}"
        return
    pieces = block.items if block.kind == "list" else tuple(_sentences(block.items[0]))
    for group in _grouped(pieces, known):
        shown = [_without_markers(piece, known) for piece in group]
        if block.kind == "list":
            text = "\n".join(f"- {text}" for text in shown)
        else:
            text = ("> " if block.kind == "quote" else "") + " ".join(shown)
        tags = [tag(known[number]) for number in _chosen(group, known)]
        yield "\n".join((text, *tags))


def _without_markers(text: str, known: Mapping[int, Citation]) -> str:
    """Return the text without citation numbers, and without tags that a document contains."""
    bare = MARKER.sub(lambda match: "" if int(match[1]) in known else match[0], text)
    return without_tags(bare)


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences of the text, each with the markers that follow it."""
    at = 0
    for match in _SENTENCE_END.finditer(text):
        if not match[1] and not match[2]:
            continue  # split only after a citation
        yield text[at : match.end()].strip()
        at = match.end()
    if rest := text[at:].strip():
        yield rest


def _grouped(pieces: Iterable[str], known: Mapping[int, Citation]) -> Iterator[Sequence[str]]:
    """Yield groups of consecutive pieces, each with at most `MOST_TAGS` different citations unless a single piece has
    more."""
    group: list[str] = []
    cited: set[int] = set()
    for piece in pieces:
        own = {number for number in numbers_in(piece) if number in known}
        if group and len(cited | own) > MOST_TAGS:
            yield group
            group, cited = [], set()
        group.append(piece)
        cited |= own
    if group:
        yield group


def _chosen(group: Sequence[str], known: Mapping[int, Citation]) -> list[int]:
    numbers = [number for number in numbers_in(" ".join(group)) if number in known]
    weightiest = sorted(
        numbers, key=lambda number: (known[number].source_kind != "primary", not known[number].is_current)
    )
    kept = set(weightiest[:MOST_TAGS])
    return [number for number in numbers if number in kept]


def tag(citation: Citation) -> str:
    """Return the tag of one citation, without the fields that it lacks. If a tool gave its own tag for the text, return
    that."""
    if own := own_citation(citation.own_citation or ""):
        return own
    return citation_tag(
        file=citation.document,
        identifier=citation.evidence_id,
        line_start=citation.line_start,
        line_end=citation.line_end,
        page=citation.page,
        cell=citation.cell,
        section=citation.section,
    )
