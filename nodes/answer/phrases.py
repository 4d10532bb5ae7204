"""The fixed phrases of answers and reports, in the languages of questions. Quotes stay in the language of their
source."""

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator

from ...evidence.judgement.confidence import Confidence, Reason, ReasonCode
from ...evidence.language.question_language import Language, language_of
from ...evidence.model.evidence import RejectedEvidence, RejectionCode
from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import Authority
from ...evidence.report.evidence_report import DocumentLimit
from ...yaml_texts import yaml_texts

_WITH = re.compile(
    r"agreement|contract|lease|deed|nda|licen[cs]e|msa|treaty|vertrag|vereinbarung|contrat|accord|bail|contrato|acuerdo|convenio",
    re.I,
)


class _Phrase(str):
    """A template for `str.format`. An argument that ends with a full stop also ends the sentence: “Pfizer Inc.”, not
    “Inc..”. Every argument is a name or a clause."""

    __slots__ = ()

    def format(self, *args: object, **named: object) -> str:
        closed = _CLOSING.sub(lambda field: field[1] if str(named.get(field[2], "")).endswith(".") else field[0], self)
        return closed.format(*args, **named)


_CLOSING = re.compile(r"(\{(\w+)\})\.")

Searched = Literal[
    "all",  # the whole knowledge base
    "chosen",  # the documents of it that the caller chose
]

Phrase = Annotated[str, AfterValidator(_Phrase)]


class Phrases(Frozen):
    """Templates for `str.format`. A phrase with a capital is a sentence; the others are clauses without a full stop."""

    language: Language
    months: tuple[str, ...]
    day: Phrase
    and_: Phrase
    or_: Phrase
    with_: Phrase
    of_: Phrase
    quoted: Phrase
    says: Phrase
    clause_of: Phrase

    caution: Phrase
    superseded_said: Phrase
    not_yet_said: Phrase
    secondary_said: Phrase
    ocr_said: Phrase
    partly: Phrase
    conflict: Phrase
    conflict_on: Phrase
    conflict_owner: Phrase
    side: Phrase
    authorities: dict[Authority, str]
    undated: Phrase
    as_of: Phrase
    weightier: Phrase
    earlier: Phrase
    other: Phrase
    secondary_differs: Phrase
    unlimited: Phrase
    gone_through: Phrase
    all_read: Phrase
    list_by_rule: Phrase
    list_cut: Phrase
    lacking: dict[str, str]

    not_stated: Phrase
    not_confirmed: Phrase
    not_worked_out: Phrase
    turned_away: Phrase
    rejected_because: dict[RejectionCode, str]
    nothing_found: Phrase
    not_looked_for: Phrase
    not_audited: Phrase
    premise_open: Phrase
    premise_contradicted: Phrase
    conflicting: Phrase
    only_secondary: Phrase
    only_superseded: Phrase
    only_not_yet: Phrase
    no_subject: Phrase
    no_role_named: Phrase
    part: Phrase
    beyond_one_run: Phrase

    base: Phrase
    limited: Phrase
    named_elsewhere: Phrase
    not_found: Phrase
    parts_not_found: Phrase
    preview_not_found: Phrase
    preview_not_confirmed: Phrase
    nothing_confirmed: Phrase
    found_not_confirmed: Phrase
    nearest: Phrase
    closest: Phrase
    near_misses: Phrase
    near_parent: Phrase
    near_role: Phrase
    near_document: Phrase
    near_party: Phrase

    no_role: Phrase
    role_not_shown: Phrase
    no_document_type: Phrase
    document_type_not_shown: Phrase
    no_document_type_at_all: Phrase
    no_entity: Phrase
    named_only: Phrase
    no_topic: Phrase
    not_mentioned: Phrase
    mentioned_without: Phrase
    not_together: Phrase
    no_scope_covered: Phrase
    scopes: Phrase
    too_open: Phrase
    asks_nothing: Phrase
    nobodys: Phrase
    several_named: Phrase
    incomplete: Phrase
    ask_again: Phrase
    covers: Phrase
    covers_nothing: Phrase
    documents_of: Phrase
    no_subject_found: Phrase
    search_incomplete: Phrase
    more: Phrase

    next_steps: Phrase
    ask_unlimited: Phrase
    ask_elsewhere: Phrase
    ask_for: Phrase
    ask_for_part: Phrase
    owners: Phrase
    ask_apart: Phrase
    ask_in: Phrase
    languages: dict[Language, str]
    read: Phrase
    confirm_with_judge: Phrase
    ask_successor: Phrase
    obtain_earlier: Phrase
    ask_owner: Phrase
    check_premise: Phrase
    make_readable: Phrase
    make_pages_readable: Phrase
    one_page: Phrase
    pages: Phrase
    out_of: Phrase
    obtain_role: Phrase
    obtain_document: Phrase
    obtain_about: Phrase
    obtain_scope: Phrase
    check_name: Phrase
    ask_close: Phrase
    ask_scope: Phrase
    ask_instead: Phrase
    could_ask: Phrase
    ask_of: Phrase
    name_it: Phrase
    say_what: Phrase
    ask_covered: Phrase
    which_one: Phrase
    what_of: Phrase
    about_what: Phrase
    for_instance: Phrase
    read_as: Phrase
    no_text: Phrase
    who_it_binds: Phrase
    final_version: Phrase

    old_source: Phrase
    undated_source: Phrase
    ocr_source: Phrase
    open_day: Phrase
    rules_instead: Phrase
    own_organisation: Phrase
    of_the_question: Phrase
    assumed_sense: Phrase
    expired_source: Phrase
    not_yet_source: Phrase
    replaced_source: Phrase
    replaced_later: Phrase
    left_out: Phrase

    page: Phrase
    by_ocr: Phrase
    line: Phrase
    reasons: dict[ReasonCode, str]

    def joint(self, document_type: str) -> str:
        """Return the preposition between a document type and an organisation: an agreement *with* Acme, a policy *of*
        Acme.

        Example: `phrases_of("What?").joint("agreement")` gives `"with"`, and `phrases_of("What?").joint("policy")`
        gives `"of"`.
        """
        return self.with_ if _WITH.search(document_type) else self.of_

    def date(self, day: date) -> str:
        return self.day.format(day=day.day, month=self.months[day.month - 1], year=day.year)

    def listed(self, items: Sequence[str], *, last: str | None = None) -> str:
        """Return the items as one text: “a, b and c”."""
        joint = self.and_ if last is None else last
        return f"{', '.join(items[:-1])} {joint} {items[-1]}" if len(items) > 1 else "".join(items)

    def reason(self, reason: Reason) -> str:
        return self.reasons[reason.code].format(title=reason.title, days=reason.days, count=reason.count)

    def rejection(self, rejected: RejectedEvidence) -> str:
        """Return why a quote was rejected. The checks give their reasons in English; other languages have one phrase
        for each code."""
        return rejected.reason if self.language == "en" else self.rejected_because[rejected.code]

    def why(self, confidence: Confidence) -> tuple[str, ...]:
        """Return the reasons for a confidence level in words."""
        return tuple(map(self.reason, confidence.reasons))


@lru_cache
def phrases_for(language: Language, searched: Searched = "all") -> Phrases:
    """Return the fixed phrases for answers in this language. They call absent only what is absent from `searched`."""
    loaded = yaml_texts(Path(__file__).parent / f"phrases_{language}.yaml")
    loaded["base"] = where = loaded["base"][searched]
    filled = {key: text.replace("{base}", where) if isinstance(text, str) else text for key, text in loaded.items()}
    return Phrases.model_validate({"language": language, **filled})


def phrases_of(question: str, limit: DocumentLimit | None = None) -> Phrases:
    """Return the phrases in the language of `question`, or in English if its language has none. `limit`: the caller's
    limit to chosen documents."""
    return phrases_for(language_of(question), "chosen" if limit is not None and limit.narrows else "all")
