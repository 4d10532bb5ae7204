"""The words of every form of a report, in each language of questions. They replace the code names of steps, tools and
signals."""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from ..evidence.judgement.confidence import Level
from ..evidence.judgement.conflicts import Rule
from ..evidence.language.question_language import Language, language_of
from ..evidence.model.check import Settler
from ..evidence.model.evidence import LinkMechanism, RejectionCode
from ..evidence.model.frozen import Frozen
from ..evidence.model.source_record import SourceKind
from ..evidence.model.subjects import Condition
from ..evidence.report.evidence_report import DisclosureKind, FactStatus, RiskSignal, StopReason, Verdict
from ..evidence.report.place_words import PlaceWords
from ..nodes.answer.phrases import Phrase, phrases_for
from ..yaml_texts import yaml_texts
from .outcome import Outcome

SourceVerdict = Literal["sufficient", "insufficient", "unavailable", "not_applicable", "not_needed"]

_LATER_PASS = re.compile(r"(?P<second>second_)?follow_up_(?P<step>\w+)")
_CODE_NAME = re.compile(r"(?<![\w./-])[a-z]+(?:_[a-z]+)+(?![\w/-]|\.\w)")


class Counted(Frozen):
    """Two templates for a counted thing: one for the singular, one for the plural."""

    one: Phrase
    many: Phrase

    def of(self, count: int) -> str:
        return self.one if count == 1 else self.many.format(count=f"{count:,}")


class Counts(Frozen):
    searches: Counted
    passages: Counted
    quotes: Counted
    rejected: Counted
    sentences: Counted
    supported: Phrase


class Wording(Frozen):
    """Texts, and templates for `str.format`, in the order in which a report shows them."""

    language: Language

    # the outcome
    outcomes: dict[Outcome, str]
    outcome_said: dict[Outcome, str]
    confidence: Phrase
    levels: dict[Level, str]
    signals: dict[RiskSignal, str]

    # words of the answer and its sources
    evidence_report: Phrase
    as_of: Phrase
    sources: Phrase
    quotes: Phrase
    may_answer: Phrase
    nearest: Phrase
    source_kinds: dict[SourceKind, str]
    undated: Phrase
    of_period: Phrase
    not_yet: Phrase
    replaced: Phrase
    places: PlaceWords
    citation: Phrase
    supports: Phrase
    back: Phrase
    surrounding: Phrase
    picture: Phrase
    picture_alt: Phrase
    no_base: Phrase
    version_gone: Phrase
    text_differs: Phrase
    table_row: Phrase
    unit: Phrase
    in_table: Phrase
    exactly: Phrase
    parts: Phrase
    part: Phrase
    rests_on: Phrase
    leads_on: Phrase
    statuses: dict[FactStatus, str]
    conflicts: Phrase
    side: Phrase
    rules: dict[Rule, str]
    both_shown: Phrase
    minor_conflict: Phrase
    no_rule: Phrase
    calculation: Phrase
    figures_used: Phrase
    from_question: Phrase
    near: Phrase
    terms: Phrase
    limits: Phrase
    unread: Counted
    kinds: dict[DisclosureKind, str]
    counted: dict[DisclosureKind, str]
    on_record: Phrase
    notes: Phrase
    changed: Phrase
    changed_since: Phrase
    changed_anew: Phrase
    more: Phrase

    # how it was found
    found: Phrase
    asked_about_open: Phrase
    no_subject: Phrase
    subject_found: Phrase
    nothing_passed: Phrase
    stopped: Phrase
    stops: dict[StopReason, str]
    steps: dict[str, str]
    later_pass: Phrase
    counts: Counts
    searches: Phrase
    source: Phrase
    result: Phrase
    amount: Phrase
    searched: dict[str, str]
    verdicts: dict[SourceVerdict, str]
    gone_through: Phrase
    no_search: Phrase
    all_searches: Phrase
    not_cited: Phrase
    rejected: Phrase
    quote: Phrase
    document: Phrase
    why: Phrase
    looked_like: Phrase
    name: Phrase
    failed: Phrase
    conditions: dict[Condition, str]
    record: Phrase
    what: Phrase
    kind: Phrase
    nothing_left_out: Phrase
    usage: Phrase
    no_models: Phrase
    stage: Phrase
    calls: Phrase
    tokens_in: Phrase
    tokens_out: Phrase
    whole_run: Phrase
    of_them_cached: Phrase
    cost: Phrase
    roles: dict[str, str]
    by_rules: Phrase

    # for verification
    verify: Phrase
    how_checked: Phrase
    settled: dict[Settler, str]
    tied: Phrase
    mechanisms: dict[LinkMechanism, str]
    judge_settled: Phrase
    match: Phrase
    matches: dict[Literal["strong", "weak"], str]
    check: Phrase
    verdict: Phrase
    claim_verdicts: dict[Verdict, str]
    check_text: Phrase
    against_base: Phrase
    against_files: Phrase
    exit_codes: Phrase
    identity: Phrase
    digest: Phrase
    run: Phrase
    base: Phrase
    settings: Phrase
    prompts: Phrase
    none: Phrase
    file: Phrase
    text: Phrase
    characters: Phrase
    written_by: Phrase
    skip: Phrase

    def step(self, node: str) -> str:
        """Return a step of the run as text: “Documents searched (search 2)”."""
        later = _LATER_PASS.fullmatch(node)
        if later is None:
            return self.steps.get(node, node.replace("_", " "))
        name = {"extract": "extract_evidence", "verify": "verify_evidence", "retrieve": "retrieve_evidence"}.get(
            later["step"], later["step"]
        )
        return self.later_pass.format(step=self.step(name), number=3 if later["second"] else 2)

    @property
    def rejections(self) -> Mapping[RejectionCode, str]:
        """The reason for each rejection of a quote, worded as in conclusions."""
        return phrases_for(self.language).rejected_because

    def search_source(self, name: str) -> str:
        """Return the name of a source of passages. A source that a user registered keeps its own name."""
        return self.searched.get(name, name)

    def model(self, name: str) -> str:
        return self.by_rules if name == "extractive" else name

    def plain(self, text: str) -> str:
        """Return a message of the run with code names replaced: “Tables and Text passages: shown 341 of 357 passages”.
        Other text, such as file names, stays unchanged."""
        return _CODE_NAME.sub(lambda match: self._names().get(match[0]) or match[0], text)

    def subject(self, name: str) -> str:
        """Return the subject of a disclosure. A step is named in words; other subjects stay unchanged."""
        return self.step(name) if name in self.steps or _LATER_PASS.fullmatch(name) else self.plain(name)

    def _names(self) -> dict[str, str]:
        return {**self.steps, **self.searched, **self.stops}  # type: ignore[dict-item]


@lru_cache
def wording_for(language: Language) -> Wording:
    held = yaml_texts(Path(__file__).parent / f"wording_{language}.yaml")
    return Wording.model_validate({"language": language, **held})


def wording_of(question: str) -> Wording:
    """Return the wording in the language of `question`, or in English if that language has none."""
    return wording_for(language_of(question))
