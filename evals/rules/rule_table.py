"""All rules of the trusted core that refute, reject, hint, rank or prove. Each has a replacement for when it is
switched off."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

from ...evidence.binding.explicit_statement import NameCheck
from ...evidence.binding.role_binding import RoleCheck
from ...evidence.guards import judge_claim as guards
from ...evidence.judgement import coverage
from ...evidence.language.idf import ALIKE
from ...evidence.model.check import proved, unsettled
from ...evidence.model.evidence import SubjectLink
from ...evidence.model.subjects import AnswerType
from ...evidence.names.same_name import find_mention
from ...evidence.scope.declared_periods import DeclaredPeriods
from ...evidence.scope.validity import Validity
from ...stores.documents.classify import Classified
from .rule_switch import Kind, Rule


def _gives(value: Any) -> Callable[..., Any]:
    return lambda *_, **__: value


def _nothing(*_: Any, **__: Any) -> Iterator[Any]:
    return iter(())


def _rule(where: str, kind: Kind, function: str, off: Any = None) -> Rule:
    return Rule(where, function, kind, off if callable(off) else _gives(off))


def _module(function: Callable[..., Any]) -> str:
    return function.__module__.partition(".")[2]


def _states_it(names: Any, text: str, **_: Any) -> NameCheck:
    """Return a check that binds the subject by any mention of its name."""
    place = find_mention(names, text)
    if place is None:
        return NameCheck(result="unsettled", reason="not named")
    return NameCheck(result="proved", reason="named", start=place[0], end=place[1])


def _linked(fact: Any, given: Any, reading: Any, quote: Any) -> Any:
    """Return the first candidate of the step, whatever its link."""
    own = [candidate for candidate in given.candidates if candidate.subject == fact.subject]
    return (own[0], SubjectLink(mechanism="knowledge_base", reason="not looked at")) if own else None


_check_coverage: Callable[..., Any] = coverage._check


def _any_source(*given: Any) -> Any:
    """Return the coverage of the steps, for which any source counts as primary."""
    return _check_coverage(*given[:-1], get_args(AnswerType))


def _given_order(query: Any, candidates: Any) -> list[float]:
    return [0.5 - place / 1_000 for place, _ in enumerate(candidates)]


GUARDS: tuple[Rule, ...] = tuple(_rule(_module(guard), "refutes", guard.__name__, _nothing) for guard in guards.GUARDS)
"""The rules that are called on a claim aligned with the most similar statement of the source."""

REFUTING: tuple[Rule, ...] = (
    *GUARDS,
    _rule("evidence.guards.lost_words", "refutes", "lost_words"),
    _rule("evidence.guards.unheld_values", "rejects", "unheld_values", ()),
)
"""Rules that refute a claim, and one that rejects a claim which a judge approves."""

PROVING: tuple[Rule, ...] = (
    _rule("evidence.claims.omittable_spans", "proves", "skips", lambda *_: {}),
    _rule("evidence.guards.proof", "proves", "_moved", _nothing),
    _rule("evidence.guards.rewordings", "proves", "same_list_in_other_order", False),
    _rule("evidence.guards.rewordings", "proves", "possessives_alike", list),
    _rule("evidence.claims.distributed_claims", "proves", "spread", _nothing),
    _rule("evidence.audit.claim_verdict", "proves", "_in_its_place", lambda *_: []),
    _rule("evidence.audit.claim_verdict", "proves", "_saying", lambda *_: []),
)
"""The rules for differences between a claim and its source that do not prevent a proof."""

_BOUND = RoleCheck(result="proved", reason="not looked at")
_PROVED, _UNSETTLED = proved("not looked at"), unsettled("not looked at")

ASKING: tuple[Rule, ...] = (
    _rule(
        "evidence.binding.subject_gate", "rejects", "_covering", lambda subject, accepted, positions: list(positions)
    ),
    _rule(
        "evidence.binding.subject_gate",
        "rejects",
        "_at_home",
        lambda analysis, accepted, positions, home: list(positions),
    ),
    _rule("evidence.binding.subject_gate", "rejects", "_owners", ()),
    _rule("evidence.binding.subject_gate", "rejects", "_of_one_name", False),
    _rule("evidence.scope.document_scope", "rejects", "covers_period", True),
    _rule("evidence.scope.document_scope", "rejects", "silent_on_period", False),
    _rule("evidence.scope.document_scope", "rejects", "covers_version", True),
    _rule("evidence.scope.document_scope", "rejects", "covers_jurisdiction", True),
    _rule("evidence.scope.document_types", "rejects", "type_matches", lambda asked, *_: asked or "any"),
    _rule("evidence.language.confusables", "rejects", "disguised"),
    _rule("evidence.binding.document_binding", "rejects", "title_is", True),
    _rule("evidence.binding.explicit_statement", "rejects", "statement_about", _states_it),
    _rule("evidence.binding.role_words", "rejects", "may_hold", True),
    _rule("evidence.binding.role_links", "rejects", "gives_role", True),
    _rule("evidence.binding.role_links", "rejects", "names_another", False),
    _rule("evidence.binding.role_links", "proves", "listed_as"),
    _rule("evidence.binding.role_binding", "rejects", "_holder", _BOUND),
    _rule("nodes.gate.assumed_names", "proves", "_begun", _nothing),
    _rule("nodes.retrieval.subject_links", "proves", "over_bridge"),
    _rule("nodes.retrieval.subject_links", "proves", "over_step"),
    _rule("nodes.verify_evidence", "rejects", "_unlinked", _linked),
    _rule("evidence.questions.premises", "rejects", "check_premises", {}),
    _rule("evidence.scope.in_force", "proves", "in_force"),
    _rule("evidence.questions.shape", "rejects", "answers_in_shape", True),
    _rule("evidence.language.idf", "ranks", "term_weights", ALIKE),
    _rule("evidence.language.topic_words", "ranks", "alternatives", ()),
    _rule("roles.extractive.rules.table_answers", "ranks", "states_what_is_measured", False),
    _rule("evidence.scope.filings", "ranks", "period_match", 0),
    _rule("nodes.retrieval.nearness", "ranks", "nearness", lambda *_: {}),
    _rule("nodes.retrieval.statement_rows", "ranks", "needed_rows", ()),
    _rule("nodes.retrieval.queries", "ranks", "bridges_of", ()),
    _rule("stores.index.rerank", "ranks", "rerank", _given_order),
    _rule("roles.extractive.rules.proof_policy", "rejects", "_by_itself", _PROVED),
    _rule("roles.extractive.rules.sentence_proof", "proves", "sentence_proves", _UNSETTLED),
    _rule("roles.extractive.rules.sentence_proof", "rejects", "_strange"),
    _rule("roles.extractive.rules.row_proof", "proves", "row_proves", _UNSETTLED),
    _rule("roles.extractive.rules.row_proof", "proves", "cell_proves", _UNSETTLED),
    _rule("roles.extractive.rules.row_proof", "rejects", "stands_for_the_whole", True),
    _rule("roles.extractive.rules.row_proof", "rejects", "_of_the_kind"),
    _rule("roles.extractive.rules.row_proof", "rejects", "_unstated"),
    _rule("roles.extractive.rules.measure_answers", "proves", "worked"),
    _rule("roles.extractive.rules.measure_answers", "proves", "line_asked"),
    _rule("evidence.judgement.coverage", "rejects", "_check", _any_source),
    _rule("evidence.scope.version_validity", "rejects", "as_of_day", lambda versions, day: tuple(versions)),
    _rule(
        "evidence.scope.validity",
        "hints",
        "validity",
        Validity(standing="in_force", ages=False, age_in_days=None, reason="not looked at"),
    ),
    _rule("evidence.scope.provisions", "hints", "lacking", ()),
    _rule("nodes.answer.agreement", "rejects", "conflicts_among", ()),
    _rule("nodes.answer.agreement", "rejects", "_holder"),
    _rule("nodes.answer.run_conflicts", "rejects", "stated_conflicts", lambda conflicts, *_, **__: tuple(conflicts)),
    _rule("nodes.answer.self_contained", "rejects", "is_self_contained", True),
    _rule("nodes.audit", "rejects", "rechecked", lambda passed, *_: (tuple(passed), ())),
    _rule("evidence.guards.judge_claim", "refutes", "_refused"),
)
"""The rules that act while a question is answered."""

INGESTING: tuple[Rule, ...] = (
    _rule(
        "stores.documents.classify",
        "rejects",
        "classify",
        Classified(kind="primary", kind_reason="", authority="unclassified", authority_reason=""),
    ),
    _rule("stores.documents.classify", "rejects", "document_type"),
    _rule("evidence.names.definitions", "proves", "defined_names", ()),
    _rule("evidence.scope.issuer_release", "proves", "issuer_release"),
    _rule("evidence.names.legal_names", "proves", "suffixed_names", _nothing),
    _rule("evidence.scope.filing_cover", "proves", "filing_cover"),
    _rule("evidence.scope.declared_entities", "proves", "declared_entities", ()),
    _rule("evidence.scope.declared_periods", "proves", "declared_periods", DeclaredPeriods()),
)
"""The rules that act while a document is ingested."""
