"""The figures of the rules as text for a terminal: each rule once, with a line for each origin of sets, sealed first."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar, get_args

from ...evidence.model.intervals import Rate, rate
from .rule_figures import MeasuredSet, OnClaims, OnProofs, OnQuestions, Origin, QuestionSet, RuleReport, pooled

_ORIGINS: tuple[Origin, ...] = get_args(Origin)
_MEASURES: Mapping[str, Callable[[OnQuestions], Rate]] = {
    "sole cause of a refusal: of answerable": lambda row: row.refused_alone,
    "of unanswerable": lambda row: row.refusals_lost,
    "answers lost": lambda row: row.answers_lost,
    "answers won": lambda row: row.answers_won,
    "right quotes lost": lambda row: row.shown_lost,
    "right quotes won": lambda row: row.shown_won,
    "wrong answers prevented": lambda row: row.wrong_prevented,
    "wrong answers caused": lambda row: row.wrong_caused,
    "refusals won": lambda row: row.refusals_won,
}


def table(report: RuleReport) -> str:
    """Return the report for a terminal. Sets of one origin are added up. A rule without effect on an origin has no line
    there. Rules without any effect are listed at the end."""
    lines: list[str] = []
    if report.claim_sets:
        lines += [f"{'claims':<44}{'proved: faithful':<26}{'wrong':<26}{'refuted: faithful':<26}wrong"]
        lines += [
            f"  {row.set!s:<42}{_cell(row.faithful_proved)}{_cell(row.wrong_proved)}{_cell(row.faithful_refuted)}{_cell(row.wrong_refuted)}"
            for row in sorted(report.claim_sets, key=lambda row: _place(row.set))
        ]
        lines += ["", f"{'fires on claims':<26}{'of faithful':<26}{'alone':<26}{'of wrong':<26}alone"]
        lines += _by_rule(report.claims, _on_claims)
        lines += ["", f"{'only this rule proves':<26}{'of faithful':<26}of wrong"]
        lines += _by_rule(report.proofs, _on_proofs)
    if report.question_sets:
        lines += ["", f"{'questions':<44}{'right':<26}{'wrong':<26}unanswerable refused"]
        lines += [
            f"  {row.set!s:<42}{_cell(row.right)}{_cell(row.wrong)}{_cell(row.refused)}"
            for row in sorted(report.question_sets, key=lambda row: _place(row.set))
        ]
        lines += ["", "without the rule, in asking", *_zeros(report.question_sets)]
        lines += _by_rule(report.questions, _on_questions)
    lines = [line.rstrip() for line in lines]
    return "\n".join([*lines, "", f"changed nothing: {', '.join(idle(report)) or 'none'}"])


_Row = TypeVar("_Row", OnClaims, OnProofs, OnQuestions)


def _by_rule(rows: Sequence[_Row], text_of: Callable[[Sequence[_Row]], str]) -> Iterator[str]:
    groups: dict[tuple[str, str], dict[Origin, list[_Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        groups[row.rule, getattr(row, "kind", "proves")][row.set.origin].append(row)
    for (rule, kind), by_origin in sorted(groups.items()):
        texts = [(origin, text_of(by_origin[origin])) for origin in _ORIGINS if origin in by_origin]
        if any(text for _, text in texts):
            yield f"  {rule} ({kind})"
            yield from (f"    {origin:<22}{text}" for origin, text in texts if text)


def _on_claims(rows: Sequence[OnClaims]) -> str:
    measures = [
        pooled(row.faithful for row in rows),
        pooled(row.faithful_alone for row in rows),
        pooled(row.wrong for row in rows),
        pooled(row.wrong_alone for row in rows),
    ]
    return "".join(map(_cell, measures)) if any(measure.count for measure in measures) else ""


def _on_proofs(rows: Sequence[OnProofs]) -> str:
    measures = [pooled(row.faithful for row in rows), pooled(row.wrong for row in rows)]
    return "".join(map(_cell, measures)) if any(measure.count for measure in measures) else ""


def _on_questions(rows: Sequence[OnQuestions]) -> str:
    """Return the measures that are not 0; empty if the rule decided nothing."""
    fired, changed = pooled(row.fired for row in rows), pooled(row.changed for row in rows)
    found = {name: pooled(map(measure, rows)) for name, measure in _MEASURES.items()}
    shown = [f"{name} {_short(share)}" for name, share in found.items() if share.count]
    decided = f"decided in {fired.count} of {fired.total}, changed {changed.count}"
    return "; ".join([decided, *shown]) if fired.count else ""


def _zeros(sets: Sequence[QuestionSet]) -> Iterator[str]:
    yield "  A measure that is not listed is 0. The interval of 0 is:"
    for origin in _ORIGINS:
        own = [row for row in sets if row.set.origin == origin]
        if own:
            answerable = sum(row.right.total for row in own)
            unanswerable = sum(row.refused.total for row in own)
            shown = [_short(rate(0, total)) for total in (answerable, unanswerable)]
            yield f"    {origin:<22}{shown[0]} of answerable, {shown[1]} of unanswerable"


def idle(report: RuleReport) -> list[str]:
    """Return the rules that changed nothing on any set."""
    acting = {claim.rule for claim in report.claims if claim.faithful.count or claim.wrong.count}
    acting |= {proof.rule for proof in report.proofs if proof.faithful.count or proof.wrong.count}
    acting |= {question.rule for question in report.questions if question.changed.count}
    measured = (row.rule for part in (report.claims, report.proofs, report.questions) for row in part)
    return sorted(dict.fromkeys(rule for rule in measured if rule not in acting))


def _cell(share: Rate) -> str:
    return (_short(share) if share.total else "-").ljust(26)


def _short(share: Rate) -> str:
    return f"{share.count}/{share.total} {100 * share.value:.1f}% [{100 * share.low:.1f}–{100 * share.high:.1f}]"


def _place(measured: MeasuredSet) -> tuple[int, str]:
    return _ORIGINS.index(measured.origin), measured.name
