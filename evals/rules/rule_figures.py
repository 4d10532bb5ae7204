"""The figures of the rules, with a table for a terminal."""

from collections.abc import Iterable, Sequence

from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate
from .rule_switch import Kind


class OnClaims(Frozen):
    """The figures of a refuting or hinting rule on one set of claims. `alone`: the claims on which no other refuting
    rule fires."""

    rule: str
    kind: Kind
    set: str
    faithful: Rate
    """The share of faithful claims on which the rule fires. For a refuting rule these are false refutations."""
    faithful_alone: int
    wrong: Rate
    """The share of wrong claims on which the rule fires."""
    wrong_alone: int


class OnProofs(Frozen):
    """The proofs on one set of claims that need a proving rule."""

    rule: str
    set: str
    faithful: Rate
    """The share of faithful claims that code can prove only with this rule."""
    wrong: Rate
    """The share of wrong claims that code proves only with this rule, which are false proofs."""


class ClaimSet(Frozen):
    """The figures of all rules together on one set of claims."""

    set: str
    faithful_proved: Rate
    faithful_refuted: Rate
    wrong_proved: Rate
    wrong_refuted: Rate


class OnQuestions(Frozen):
    """The changes on one set of questions without a rule, each as a number of questions."""

    rule: str
    kind: Kind
    set: str
    questions: int
    fired: int
    """The number of questions in which the rule decided anything."""
    changed: int
    """The number of questions with another result without the rule."""
    answers_lost: int
    """The number of right sufficient answers that need the rule."""
    answers_won: int
    """The number of right sufficient answers that the rule prevents."""
    shown_lost: int
    """The number of right quotes that are shown only with the rule, in sufficient answers or others."""
    shown_won: int
    wrong_prevented: int
    """The number of answerable questions that get a wrong sufficient answer only without the rule."""
    wrong_caused: int
    refusals_lost: int
    """The number of unanswerable questions that are refused only with the rule."""
    refusals_won: int


class QuestionSet(Frozen):
    """The figures of all rules together on one set of questions."""

    set: str
    right: Rate
    """The share of answerable questions that are answered rightly."""
    wrong: Rate
    refused: Rate
    """The share of unanswerable questions that are refused."""


class RuleReport(Frozen):
    claim_sets: tuple[ClaimSet, ...]
    claims: tuple[OnClaims, ...]
    proofs: tuple[OnProofs, ...]
    question_sets: tuple[QuestionSet, ...]
    questions: tuple[OnQuestions, ...]


def table(report: RuleReport) -> str:
    """Return the report for a terminal. A rule without effect on a set has no line there. Rules without any effect are
    listed at the end."""
    lines: list[str] = []
    if report.claim_sets:
        head = f"{'proved: faithful':<24}{'wrong':<24}{'refuted: faithful':<24}wrong"
        lines += [f"{'claims':<44}{head}"]
        lines += [
            f"  {row.set:<42}{_shown(row.faithful_proved)}{_shown(row.wrong_proved)}"
            f"{_shown(row.faithful_refuted)}{row.wrong_refuted}"
            for row in report.claim_sets
        ]
        lines += ["", f"{'fires on claims':<44}{'of faithful':<30}{'alone':<8}{'of wrong':<30}alone"]
        lines += _by_rule(
            (claim.rule, claim.kind, claim.set, _on_claims(claim)) for claim in report.claims if _acts(claim)
        )
        lines += ["", f"{'only this rule lets code prove':<44}{'of faithful':<30}of wrong"]
        lines += _by_rule(
            (proof.rule, "proves", proof.set, f"{_counted(proof.faithful)}{_counted(proof.wrong)}")
            for proof in report.proofs
            if proof.faithful.count or proof.wrong.count
        )
    if report.question_sets:
        lines += ["", f"{'questions':<44}{'right':<24}{'wrong':<24}unanswerable refused"]
        lines += [f"  {row.set:<42}{_shown(row.right)}{_shown(row.wrong)}{row.refused}" for row in report.question_sets]
        lines += [
            "",
            f"{'without the rule':<44}fired changed | answers -lost +won | shown -lost +won | "
            "wrong prevented caused | refusals -lost +won",
        ]
        lines += _by_rule(
            (question.rule, question.kind, question.set, _on_questions(question))
            for question in report.questions
            if question.fired
        )
    idle = _idle(report)
    return "\n".join([*lines, "", f"changed nothing: {', '.join(idle) or 'none'}"])


def _by_rule(rows: Iterable[tuple[str, str, str, str]]) -> list[str]:
    """Return lines of text: each rule once, followed by one line per set."""
    lines, last = [], ""
    for rule, kind, where, text in sorted(rows, key=lambda row: row[:3]):
        if rule != last:
            lines.append(f"  {rule} ({kind})")
        last = rule
        lines.append(f"    {where:<40}{text}")
    return lines


def _on_claims(row: OnClaims) -> str:
    return f"{_counted(row.faithful)}{row.faithful_alone:<8}{_counted(row.wrong)}{row.wrong_alone}"


def _on_questions(row: OnQuestions) -> str:
    pairs: Sequence[tuple[int, int]] = (
        (row.fired, row.changed),
        (-row.answers_lost, row.answers_won),
        (-row.shown_lost, row.shown_won),
        (row.wrong_prevented, row.wrong_caused),
        (-row.refusals_lost, row.refusals_won),
    )
    return " | ".join(f"{left:>6}{right:>7}" for left, right in pairs)


def _counted(rate: Rate) -> str:
    return f"{rate.count:>4} of {rate.total:<5}{rate}".ljust(36)


def _shown(rate: Rate) -> str:
    return str(rate).ljust(24)


def _acts(row: OnClaims) -> bool:
    return bool(row.faithful.count or row.wrong.count)


def _idle(report: RuleReport) -> list[str]:
    acting = {claim.rule for claim in report.claims if _acts(claim)}
    acting |= {proof.rule for proof in report.proofs if proof.faithful.count or proof.wrong.count}
    acting |= {question.rule for question in report.questions if question.changed}
    measured = (row.rule for part in (report.claims, report.proofs, report.questions) for row in part)
    return sorted(dict.fromkeys(rule for rule in measured if rule not in acting))
