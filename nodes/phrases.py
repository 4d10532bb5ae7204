"""The fixed phrases of answers and renderings, in the languages a question may be asked in. Quotes stay in their source's own."""

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path

import yaml

from ..evidence.confidence import Confidence, Level, Reason, ReasonCode
from ..evidence.frozen import Frozen
from ..evidence.language import Language, language_of
from ..evidence.report import DisclosureKind
from ..evidence.sources import Authority, SourceKind

_WITH = re.compile(
    r"agreement|contract|lease|deed|nda|licen[cs]e|msa|treaty|vertrag|vereinbarung|contrat|accord|bail|contrato|acuerdo|convenio",
    re.I,
)


class Phrases(Frozen):
    """Templates for `str.format`. What begins with a capital is a sentence of its own; the rest are clauses without a full stop."""

    months: tuple[str, ...]
    day: str
    and_: str
    or_: str
    with_: str
    of_: str
    quoted: str

    caution: str
    superseded_said: str
    not_yet_said: str
    secondary_said: str
    partly: str
    conflict: str
    conflict_on: str
    conflict_owner: str
    side: str
    authorities: dict[Authority, str]
    undated: str
    as_of: str
    weightier: str
    earlier: str
    other: str
    secondary_differs: str
    unlimited: str
    lacking: dict[str, str]

    not_stated: str
    nothing_found: str
    not_looked_for: str
    not_audited: str
    premise_open: str
    premise_contradicted: str
    conflicting: str
    only_secondary: str
    only_superseded: str
    only_not_yet: str
    no_subject: str
    no_role_named: str
    part: str

    not_found: str
    parts_not_found: str
    preview_not_found: str
    nearest: str
    closest: str
    near_misses: str
    near_parent: str
    near_role: str
    near_document: str

    no_role: str
    no_document_type: str
    no_document_type_at_all: str
    no_entity: str
    named_only: str
    no_topic: str
    no_scope_covered: str
    scopes: str
    too_open: str
    nobodys: str
    incomplete: str
    covers: str
    covers_nothing: str
    papers_of: str
    no_subject_found: str
    search_incomplete: str
    more: str

    ask_for: str
    ask_for_part: str
    owners: str
    ask_in: str
    languages: dict[Language, str]
    read: str
    ask_successor: str
    obtain_earlier: str
    ask_owner: str
    check_premise: str
    make_readable: str
    make_pages_readable: str
    one_page: str
    pages: str
    obtain_role: str
    obtain_document: str
    obtain_about: str
    obtain_scope: str
    check_name: str
    ask_close: str
    ask_scope: str
    ask_instead: str
    could_ask: str
    could_ask_whole: str
    ask_of: str
    name_it: str
    ask_covered: str
    who_it_binds: str
    final_version: str

    old_source: str
    undated_source: str
    expired_source: str
    not_yet_source: str
    replaced_source: str
    replaced_later: str

    confidence: str
    levels: dict[Level, str]
    not_sufficient: str
    sources: str
    source_kinds: dict[SourceKind, str]
    not_yet: str
    page: str
    line: str
    next_steps: str
    terms: str
    notes: str
    signals: str
    on_record: str
    counted: dict[DisclosureKind, str]
    kinds: dict[DisclosureKind, str]
    reasons: dict[ReasonCode, str]

    def joint(self, document_type: str) -> str:
        """What joins a kind of document to an organisation: an agreement is with it, a policy is its own."""
        return self.with_ if _WITH.search(document_type) else self.of_

    def date(self, day: date) -> str:
        return self.day.format(day=day.day, month=self.months[day.month - 1], year=day.year)

    def listed(self, items: Sequence[str], *, last: str | None = None) -> str:
        """“a, b and c”."""
        joint = self.and_ if last is None else last
        return f"{', '.join(items[:-1])} {joint} {items[-1]}" if len(items) > 1 else "".join(items)

    def reason(self, reason: Reason) -> str:
        return self.reasons[reason.code].format(title=reason.title, days=reason.days, count=reason.count)

    def why(self, confidence: Confidence) -> tuple[str, ...]:
        """The reasons of a confidence in words."""
        return tuple(self.reason(one) for one in confidence.reasons)


@lru_cache
def phrases_for(language: Language) -> Phrases:
    """The phrases of a language."""
    held = yaml.safe_load((Path(__file__).parent / f"phrases_{language}.yaml").read_text(encoding="utf-8"))
    return Phrases.model_validate(held)


def phrases_of(question: str) -> Phrases:
    """The phrases of the language that `question` is in; English where there are none for it."""
    return phrases_for(language_of(question))
