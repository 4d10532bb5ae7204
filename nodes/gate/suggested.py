"""Suggests questions to a user whose question names nothing. Each suggestion is answered in a trial run first (SPEC
SUB-12)."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import NamedTuple

from ...evidence.language.question_language import Language, language_of
from ...evidence.model.source_record import SourceDocument
from ...evidence.report.evidence_report import EvidenceReport
from ...evidence.report.place_words import innermost
from ...stores.kb.snapshot import Snapshot
from ..answer.phrases import Phrases
from .closest import SAMPLE

OFFERED = 3
TRIED = 3
"""The maximum number of possible suggestions that are tried, since each costs a search of the whole knowledge base."""
CONSIDERED, READ = 6, 20_000
"""The number of documents from which suggested questions are made, and the number of characters that are read of each.
With these limits, a refusal costs no more than an answer."""
OF_ONE_DOCUMENT = 2

_NUMBER = re.compile(r"^[\d.]+\s+")
_VALUE = r"(?=[^.;\n]{0,40}(?:\d|[A-Z]|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve)\b))"
_STATEMENTS = (
    re.compile(
        r"(?:^|(?<=[.;:]\s)|(?<=\n))(?:\(?[\d.]+\)?\s+)?The (?P<what>[A-Za-z][a-z-]*(?: [A-Za-z][a-z-]*){1,5}?)"
        rf"(?: (?:under|of|in|for) this [a-z]+)? (?P<verb>is|are|was|were) {_VALUE}"
    ),
    re.compile(r"\b(?:[Aa]n?|[Tt]he) (?P<what>[a-z][a-z-]*(?: [a-z-]+){1,3}) (?P<verb>of) (?=[£$€]\s?\d)"),
)
"""English phrases that give something a value or a name, such as "The day rate is £780" and "at a day rate of £780"."""
_HOLDER = re.compile(
    r"[A-Z]\w+ [A-Z]\w+ (?P<verb>is|was) (?:the )?(?P<what>[A-Z][a-z]+(?: [A-Z][a-z]+){0,3}) of (?P<of>[A-Z][^.,;\n]{2,60})(?=\.)"
)
"""A statement of who has a role, such as "Ann Lee is the Managing Director of Acme Ltd"."""
_UNASKED = re.compile(r"\b(?:and|or|that|which|who|it|this|these|those|not|following)\b")


class Candidate(NamedTuple):
    document: SourceDocument
    question: str
    words: str
    """The words of the document that an answer must cite; empty if any citation is enough."""

    def is_answered_by(self, report: EvidenceReport) -> bool:
        cited = [
            " ".join(citation.quote.split()) for citation in report.citations if citation.document == self.document.path
        ]
        return report.sufficient and any(self.words in quote for quote in cited)


def suggested_questions(
    snapshot: Snapshot, asked: Callable[[str, str], EvidenceReport | None], language: Language, phrases: Phrases
) -> tuple[str, ...]:
    """Return up to three questions in `language`. First comes a plain statement of each document, then a second one of
    each, then sections.

    `asked`: runs a question limited to the document with a path, and returns the report, or None if the run failed.
    """
    documents = [document for document in snapshot.documents() if document.is_current and document.kind == "primary"][
        :CONSIDERED
    ]
    offered: list[str] = []
    for candidate in islice(_candidates(snapshot, documents, language, phrases), TRIED):
        report = asked(candidate.question, candidate.document.path)
        if report is not None and candidate.is_answered_by(report):
            offered.append(candidate.question)
        if len(offered) == OFFERED:
            break
    return tuple(offered)


def _candidates(
    snapshot: Snapshot, documents: Sequence[SourceDocument], language: Language, phrases: Phrases
) -> Iterator[Candidate]:
    """Yield one candidate of each document, then a second of each. Sections follow only if the statements are not
    enough."""
    stated = zip_longest(*(_first(_of_statements(snapshot, document, language)) for document in documents))
    yield from (candidate for each in stated for candidate in each if candidate is not None)
    headed = zip_longest(*(_first(_of_sections(snapshot, document, phrases)) for document in documents))
    yield from (candidate for each in headed for candidate in each if candidate is not None)


def _first(candidates: Iterator[Candidate]) -> tuple[Candidate, ...]:
    different: dict[str, Candidate] = {}
    for candidate in candidates:
        different.setdefault(candidate.question, candidate)
    return tuple(islice(different.values(), OF_ONE_DOCUMENT))


def _of_statements(snapshot: Snapshot, document: SourceDocument, language: Language) -> Iterator[Candidate]:
    text = snapshot.text(document.version_id)[:READ]
    if language != "en" or language_of(text[:SAMPLE]) != "en":
        return
    owners = snapshot.declared(document.version_id).owners()
    for match in _HOLDER.finditer(text):
        yield Candidate(document, f"Who {match['verb']} the {match['what']} of {match['of']}?", match["what"])
    for pattern in _STATEMENTS:
        for match in pattern.finditer(text):
            if not _UNASKED.search(match["what"]):
                verb = "is" if match["verb"] == "of" else match["verb"]
                question = f"What {verb} the {match['what']}{f' of {owners[0]}' if owners else ''}?"
                yield Candidate(document, question, " ".join(text[match.start("what") : match.end("verb")].split()))


def _of_sections(snapshot: Snapshot, document: SourceDocument, phrases: Phrases) -> Iterator[Candidate]:
    lengths: dict[str, int] = {}
    for passage in snapshot.passages(document.version_id):
        heading = _NUMBER.sub("", innermost(passage.place).strip())
        if heading and heading.casefold() not in document.title.casefold():
            lengths[heading] = lengths.get(heading, 0) + len(passage.text)
    for section in sorted(lengths, key=lambda heading: -lengths[heading]):
        yield Candidate(document, phrases.could_ask.format(title=document.title, section=section), "")
