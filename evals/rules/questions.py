"""Measures the rules in runs. Each question runs once with all rules watched, and again without each rule that decided
something."""

import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from ...evidence.model.intervals import rate
from ...graph.build import build_graph
from ...settings import Settings
from ...stores.documents.loaded import LoadedDocument
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.loaders.guarded import GuardedLoader
from ...stores.loaders.limits import DEFAULT_LIMITS, LoadLimits
from ...stores.loaders.prepare_request import PrepareRequest
from ..sets.abstention import Asked
from ..sets.question_rows import Row
from ..sets.question_set import Scope, asked_of, folded, ingested, scored
from .rule_figures import MeasuredSet, OnQuestions, QuestionSet
from .rule_switch import Rule, clear_caches, switched_off, watched
from .rule_table import ASKING, INGESTING


class Seen(NamedTuple):
    """The result of one question in one run."""

    asked: Asked
    shown: bool
    """Whether the report quotes a gold answer or the gold place, confirmed or not."""
    report: object
    """The parts of the report that are compared between two runs."""


class Base(NamedTuple):
    """A knowledge base with the documents of all rows of a set, and a graph over it."""

    rows: Sequence[Row]
    names: Mapping[tuple[str, str], str]
    everything: Collection[str]
    graph: Any
    scope: Scope

    def ask(self, row: Row) -> Seen:
        report = self.graph.invoke(asked_of(row, self.rows, self.names, self.everything, self.scope))["report"]
        asked = scored(row, report, self.names, 0.0)
        quotes = [citation.quote for citation in report.citations]
        stated = any(folded(answer) in folded(quote) for answer in row.answer for quote in quotes)
        return Seen(
            asked, row.answerable and (stated or asked.hit), (asked.outcome, report.confidence, report.answer, quotes)
        )


def measured(
    name: MeasuredSet,
    rows: Sequence[Row],
    folder: Path,
    *,
    scope: Scope,
    settings: Settings | None = None,
    on_progress: Callable[[str], None] = lambda _: None,
) -> tuple[QuestionSet, tuple[OnQuestions, ...]]:
    """Return the figures of all rules on the questions of one set. Raises SettingsError if the set has unreadable
    documents.

    Documents are ingested once, and again without each rule that decided something at ingest.
    """
    with _parsed_once(), tempfile.TemporaryDirectory() as where, KnowledgeBase.open(where) as kb:
        with watched(INGESTING) as ingesting:
            names = ingested(kb, rows, folder)
        base = Base(rows, names, _paths(kb), build_graph(kb, settings), scope)
        usual: list[Seen] = []
        fired: list[frozenset[str]] = []
        with watched(ASKING) as deciding:
            for row in rows:
                clear_caches()
                deciding.clear()
                usual.append(base.ask(row))
                fired.append(frozenset(deciding))
        found: list[OnQuestions] = []
        for rule in ASKING:
            own = [place for place, names_fired in enumerate(fired) if rule.name in names_fired]
            on_progress(f"{name}: {rule.name} decided something in {len(own)} of {len(rows)}")
            with switched_off(rule):
                pairs = [(usual[place], base.ask(rows[place])) for place in own]
            found.append(_compared(rule, name, rows, pairs))
        for rule in INGESTING:
            on_progress(f"{name}: {rule.name} decided {'something' if rule.name in ingesting else 'nothing'} at ingest")
            pairs = []
            if rule.name in ingesting:
                with switched_off(rule):
                    pairs = _asked_anew(rows, folder, scope, settings, usual)
            found.append(_compared(rule, name, rows, pairs))
    return _together(name, usual), tuple(found)


@contextmanager
def _parsed_once() -> Iterator[None]:
    """Parse each file once within this context, in this process: rules in other processes could not be watched or
    replaced."""
    parse, lock = PrepareRequest._loaded, threading.Lock()
    parsed: dict[Path, LoadedDocument] = {}

    def loaded(request: PrepareRequest, limits: LoadLimits) -> LoadedDocument:
        if not isinstance(request.source, Path):
            return parse(request, limits)
        with lock:
            if request.source not in parsed:
                parsed[request.source] = parse(request, limits)
            return parsed[request.source]

    def prepare(_: GuardedLoader, request: PrepareRequest, *_read: object) -> Any:
        return request.done(DEFAULT_LIMITS)

    with patch.object(PrepareRequest, "_loaded", loaded), patch.object(GuardedLoader, "prepare", prepare):
        yield


def _asked_anew(
    rows: Sequence[Row], folder: Path, scope: Scope, settings: Settings | None, usual: Sequence[Seen]
) -> list[tuple[Seen, Seen]]:
    with tempfile.TemporaryDirectory() as where, KnowledgeBase.open(where) as kb:
        names = ingested(kb, rows, folder)
        base = Base(rows, names, _paths(kb), build_graph(kb, settings), scope)
        return [(before, base.ask(row)) for before, row in zip(usual, rows, strict=True)]


def _paths(kb: KnowledgeBase) -> frozenset[str]:
    return frozenset(document.path for document in kb.snapshot().documents())


_MEASURES: Mapping[str, Callable[[Seen], bool]] = {
    "answered": lambda seen: seen.asked.answerable and seen.asked.outcome == "sufficient",
    "answers": lambda seen: seen.asked.outcome == "sufficient" and seen.asked.hit,
    "shown": lambda seen: seen.shown,
    "wrong": lambda seen: seen.asked.answerable and seen.asked.outcome == "sufficient" and not seen.asked.hit,
    "refusals": lambda seen: not seen.asked.answerable and seen.asked.outcome != "sufficient",
}


def _compared(rule: Rule, name: MeasuredSet, rows: Sequence[Row], pairs: Sequence[tuple[Seen, Seen]]) -> OnQuestions:
    lost: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for usual, without in pairs:
        for measure, holds in _MEASURES.items():
            lost[measure] += holds(usual) and not holds(without)
            won[measure] += holds(without) and not holds(usual)
    answerable = sum(row.answerable for row in rows)
    unanswerable = len(rows) - answerable
    return OnQuestions(
        rule=rule.name,
        kind=rule.kind,
        set=name,
        fired=rate(len(pairs), len(rows)),
        changed=rate(sum(usual.report != without.report for usual, without in pairs), len(rows)),
        refused_alone=rate(won["answered"], answerable),
        answers_lost=rate(lost["answers"], answerable),
        answers_won=rate(won["answers"], answerable),
        shown_lost=rate(lost["shown"], answerable),
        shown_won=rate(won["shown"], answerable),
        wrong_prevented=rate(won["wrong"], answerable),
        wrong_caused=rate(lost["wrong"], answerable),
        refusals_lost=rate(lost["refusals"], unanswerable),
        refusals_won=rate(won["refusals"], unanswerable),
    )


def _together(name: MeasuredSet, seen: Sequence[Seen]) -> QuestionSet:
    can = [question for question in seen if question.asked.answerable]
    cannot = [question for question in seen if not question.asked.answerable]
    return QuestionSet(
        set=name,
        right=rate(sum(map(_MEASURES["answers"], can)), len(can)),
        wrong=rate(sum(map(_MEASURES["wrong"], can)), len(can)),
        refused=rate(sum(map(_MEASURES["refusals"], cannot)), len(cannot)),
    )
