"""Splits a conclusion into the answer, or the reason why there is none, and the near-misses with the closest
documents."""

from collections.abc import Sequence
from typing import NamedTuple

from ..evidence.report.evidence_report import EvidenceReport
from ..nodes.answer.phrases import Phrases
from .blocks import Block, blocks


class Conclusion(NamedTuple):
    first: tuple[Block, ...]
    """The answer, or the reason why there is none."""
    near: tuple[Block, ...]
    """The near-misses and the closest documents, each with a heading."""


def conclusion_of(report: EvidenceReport, phrases: Phrases) -> Conclusion:
    """Return the whole conclusion, split into answer and near-misses."""
    return _parted(report, phrases, said=frozenset(), headings=frozenset())


def lead_of(report: EvidenceReport, phrases: Phrases) -> Conclusion:
    """Return the conclusion without the parts that a page shows elsewhere. These are the warning, the outcome, the
    sides of a conflict, and the nearest passages."""
    return _parted(
        report, phrases, said=_said_elsewhere(report, phrases), headings=_headings_elsewhere(report, phrases)
    )


def _parted(report: EvidenceReport, phrases: Phrases, *, said: frozenset[str], headings: frozenset[str]) -> Conclusion:
    """Return the conclusion in two parts. `said`: paragraphs to leave out. `headings`: paragraphs to leave out with the
    list after each."""
    first: list[Block] = []
    near: list[Block] = []
    into, skipping = first, False
    for block in blocks(report.conclusion):
        text = block.items[0]
        if block.kind == "list" and skipping:
            skipping = False
            continue
        skipping = block.kind == "paragraph" and text in headings
        if skipping or (block.kind == "paragraph" and text in said):
            continue
        if block.kind == "paragraph" and text in (phrases.near_misses, phrases.closest):
            into = near
            near.append(Block(kind="heading", items=(text.rstrip(" :\u00a0"),)))
            continue
        into = first if block.kind != "list" else into
        into.append(block)
    return Conclusion(tuple(first), tuple(near))


def _said_elsewhere(report: EvidenceReport, phrases: Phrases) -> frozenset[str]:
    """Return the paragraphs that only repeat the outcome or other parts of the page."""
    found = [phrases.caution.format(reasons="; ".join(report.confidence_reasons)), phrases.found_not_confirmed]
    if _unresolved(report):
        found += [phrases.conflict_owner, phrases.not_found.format(reason=phrases.conflicting)]
    if report.citations and not report.answer:
        found.append(f"{phrases.nothing_confirmed} {phrases.not_found.format(reason=phrases.not_confirmed)}")
    return _on_one_line(found)


def _headings_elsewhere(report: EvidenceReport, phrases: Phrases) -> frozenset[str]:
    """Return the paragraphs before lists that the page shows in another form."""
    found = [phrases.nearest, f"{phrases.nothing_confirmed} {phrases.parts_not_found}"] if report.citations else []
    if report.conflicts and not report.answer:
        found.append(phrases.found_not_confirmed)
    if _unresolved(report):
        facts = [conflict.fact_text.strip().rstrip("?.! ") for conflict in report.conflicts]
        found += [phrases.conflict, *(phrases.conflict_on.format(fact=fact) for fact in facts)]
    return _on_one_line(found)


def _unresolved(report: EvidenceReport) -> bool:
    return any(not conflict.resolved for conflict in report.conflicts)


def _on_one_line(texts: Sequence[str]) -> frozenset[str]:
    return frozenset(" ".join(text.split()) for text in texts)
