"""The report on rules counts what each rule does to claims and answers, and leaves the rules as they were."""

import inspect
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from pincite.cli import main
from pincite.evals.rules import questions, rule_table
from pincite.evals.rules.measure_rules import measure, natural_claims, spread
from pincite.evals.rules.questions import measured as on_questions
from pincite.evals.rules.rule_claims import Claim
from pincite.evals.rules.rule_claims import measured as on_claims
from pincite.evals.rules.rule_figures import MeasuredSet, OnClaims, OnQuestions, QuestionSet, RuleReport
from pincite.evals.rules.rule_lines import table
from pincite.evals.rules.rule_switch import replaced, switched_off, watched
from pincite.evals.sets.question_rows import Row
from pincite.evidence.guards import judge_claim as guards
from pincite.evidence.guards import proof
from pincite.evidence.model.intervals import rate

SOURCE = (("d", "Acme opened 12 mills in Tarn in 2019. Sales of flour increased in Orrin that year."),)
TARN = {"id": "tarn", "title": "About Tarn Optics Ltd", "text": "The founder of Tarn Optics Ltd is Ewa Holm."}
MILLS = MeasuredSet(name="mills", origin="development")
TARN_SET = MeasuredSet(name="tarn", origin="sealed")
LISTS = (rule_table.REFUTING, rule_table.PROVING, rule_table.ASKING, rule_table.INGESTING)
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
EVERY = tuple(rule for rules in LISTS for rule in rules)


def claim(text: str, *, faithful: bool) -> Claim:
    return Claim(MILLS, text, SOURCE, faithful)


def of(rule: str, found: tuple[OnClaims, ...]) -> OnClaims:
    return next(counts for counts in found if counts.rule == rule)


def test_a_rule_is_put_back_after_it_was_off() -> None:
    for rules in LISTS:
        before = rules[0].original()
        with switched_off(rules[0]):
            assert rules[0].original() is rules[0].off
        assert rules[0].original() is before


def test_every_rule_names_a_function() -> None:
    assert [rule.name for rule in EVERY if not callable(rule.original()) or rule.original() is rule.off] == []


def test_every_replacement_takes_the_arguments_of_its_rule() -> None:
    """A run treats an error of a rule as a refusal, so a replacement of another form would be measured as one."""
    failing = []
    for rule in EVERY:
        given = inspect.signature(rule.original()).parameters.values()
        named = {parameter.name: None for parameter in given if parameter.kind is parameter.KEYWORD_ONLY}
        positional = [None for parameter in given if parameter.kind in _POSITIONAL]
        try:
            inspect.signature(rule.off).bind(*positional, **named)
        except TypeError:
            failing.append(rule.name)
    assert failing == []


def test_names_of_rules_are_unique() -> None:
    assert len({rule.name for rule in EVERY}) == len(EVERY)


def test_every_guard_of_the_audit_is_measured() -> None:
    assert [rule.original() for rule in rule_table.GUARDS] == list(guards.GUARDS)


def test_a_guard_that_is_off_refutes_nothing() -> None:
    text = "Sales of flour decreased in Orrin that year."
    guard = next(rule for rule in rule_table.GUARDS if rule.function == "reversed_direction")
    assert guards.judge(text, SOURCE[0][1]).result == "refuted"
    with switched_off(guard):
        assert guards.judge(text, SOURCE[0][1]).result == "unsettled"


def test_a_watched_rule_is_named_when_it_decides_something() -> None:
    rule = next(rule for rule in rule_table.PROVING if rule.function == "_moved")
    with watched([rule]) as fired:
        guards.judge("Sales are flat.", SOURCE[0][1])
        assert not fired
        guards.judge("In 2019 Acme opened 12 mills in Tarn.", SOURCE[0][1])
        assert fired == {"proof.moved"}
    assert rule.original() is proof._moved


def test_a_replacement_is_seen_through_caches() -> None:
    rule = next(rule for rule in rule_table.ASKING if rule.function == "alternatives")
    known = rule.original()("purchas")
    assert known
    with replaced(rule, lambda _: ()):
        assert rule.original()("purchas") == ()
    assert rule.original()("purchas") == known


@pytest.mark.spec("EVA-3")
def test_false_refutations_and_catches_are_counted_by_rule() -> None:
    sets, fired, _ = on_claims(
        [
            claim("Acme opened 12 mills in Tarn in 2019.", faithful=True),
            claim("In 2019 a dozen mills were opened by Acme.", faithful=True),
            claim("Sales of flour decreased in Orrin that year.", faithful=False),
            claim("Acme opened 14 mills in Tarn in 2019.", faithful=False),
        ]
    )
    (together,) = sets
    assert (together.faithful_proved.count, together.faithful_refuted.count) == (1, 0)
    assert (together.wrong_refuted.count, together.wrong_refuted.total) == (2, 2)
    direction, value = of("word_guards.reversed_direction", fired), of("value_guards.value_lacking", fired)
    assert (direction.wrong.count, direction.wrong_alone.count, direction.faithful.count) == (1, 1, 0)
    assert (value.wrong.count, value.wrong_alone.count) == (1, 0)
    assert of("unheld_values.unheld_values", fired).wrong.count == 1


def test_a_proof_that_needs_one_rule_is_counted_for_it() -> None:
    _, _, proofs = on_claims([claim("In 2019 Acme opened 12 mills in Tarn.", faithful=True)])
    assert [counts.rule for counts in proofs if counts.faithful.count] == ["proof.moved"]


def test_a_faithful_claim_of_two_sentences_counts_twice_and_a_wrong_one_once() -> None:
    text = "Acme opened 12 mills in Tarn in 2019. Sales of flour increased in Orrin that year."
    (together,), _, _ = on_claims([claim(text, faithful=True), claim(text, faithful=False)])
    assert (together.faithful_proved.total, together.wrong_proved.total) == (2, 1)


@pytest.mark.slow
@pytest.mark.spec("EVA-2")
def test_an_answer_that_a_rule_lets_through_is_lost_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = ("sentence_proof.sentence_proves", "confusables.disguised", rule_table.INGESTING[0].name)
    for rules in ("ASKING", "INGESTING"):  # all of them take a run each
        monkeypatch.setattr(questions, rules, [rule for rule in getattr(questions, rules) if rule.name in tried])
    given: list[dict[str, Any]] = [
        {"id": "1", "question": "Who is the founder of Tarn Optics Ltd?", "docs": [TARN], "answer": ["Ewa Holm"], "answerable": True},
        {"id": "2", "question": "Who is the treasurer of Tarn Optics Ltd?", "docs": [TARN], "answerable": False},
    ]  # fmt: skip
    together, changes = on_questions(TARN_SET, [Row.model_validate(row) for row in given], tmp_path, scope="own")
    assert (together.right.count, together.refused.count) == (1, 1)
    by_name = {change.rule: change for change in changes}
    assert by_name["sentence_proof.sentence_proves"].answers_lost == rate(1, 1)
    assert by_name["confusables.disguised"].fired.count == 0
    assert all(change.changed.count <= change.fired.count <= change.fired.total == 2 for change in changes)


def test_labelled_rows_are_claims_and_others_questions() -> None:
    rows = [
        Row.model_validate({"id": "1", "question": "Acme opened.", "docs": [TARN], "answerable": True, "label": label})
        for label in ("supported", "contradicted", "conflict", None)
    ]
    assert [labelled.faithful for labelled in natural_claims(TARN_SET, rows)] == [True, False]


def test_questions_are_spread_over_a_set() -> None:
    rows = [Row(id=str(number), question="?", answerable=True) for number in range(10)]
    assert [row.id for row in spread(rows, 3)] == ["0", "3", "6"]
    assert spread(rows, None) == rows


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    rows = [
        {"id": "1", "question": "Acme opened 14 mills in Tarn in 2019.", "label": "not_supported"},
        {"id": "2", "question": "In 2019 a dozen mills were opened by Acme.", "label": "supported"},
    ]
    docs = [{"id": name, "title": "", "text": text} for name, text in SOURCE]
    file = tmp_path / "claims.jsonl"
    file.write_text("\n".join(json.dumps({**row, "docs": docs, "answerable": True}) for row in rows), encoding="utf-8")
    return file


def test_the_table_names_rules_that_fired_and_those_that_did_nothing(claims: Path) -> None:
    text = table(measure([claims], made=0))
    fired, _, idle = text.rpartition("changed nothing: ")
    assert "value_guards.value_lacking (refutes)" in fired
    assert "word_guards.widened" in idle
    assert "value_guards.value_lacking" not in idle


def test_the_command_prints_one_json_document(claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "rules", str(claims), "--made", "0", "--json"]) == 0
    report = RuleReport.model_validate_json(capsys.readouterr().out)
    assert report.claim_sets[0].set == MeasuredSet(name="claims", origin="development")
    assert not report.questions


def test_what_a_rule_changes_in_asking_is_one_line_with_intervals() -> None:
    none = rate(0, 4)
    changed = OnQuestions(
        rule="gate.owners", kind="rejects", set=TARN_SET, fired=rate(3, 9), changed=rate(2, 9), refused_alone=rate(1, 4),
        answers_lost=none, answers_won=rate(1, 4), shown_lost=none, shown_won=none, wrong_prevented=none,
        wrong_caused=none, refusals_lost=rate(2, 5), refusals_won=rate(0, 5),
    )  # fmt: skip
    together = QuestionSet(set=TARN_SET, right=rate(1, 4), wrong=rate(0, 4), refused=rate(5, 5))
    shown = table(RuleReport(claim_sets=(), claims=(), proofs=(), question_sets=(together,), questions=(changed,)))
    line = shown[shown.index("gate.owners (rejects)") :].splitlines()[1]
    assert line.split(maxsplit=1) == [
        "sealed",
        "decided in 3 of 9, changed 2; sole cause of a refusal: of answerable 1/4 25.0% [4.6–69.9]; "
        "of unanswerable 2/5 40.0% [11.8–76.9]; answers won 1/4 25.0% [4.6–69.9]",
    ]
    assert shown.endswith("changed nothing: none")


def sealed(tmp_path: Path, name: str, rows: list[dict[str, Any]]) -> Path:
    file = tmp_path / f"{name}.jsonl.z"
    file.write_bytes(zlib.compress("\n".join(map(json.dumps, rows)).encode()))
    return file


def test_a_sealed_set_stands_before_the_others_and_none_of_its_text_is_printed(
    claims: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Tarn sold 80 boats in Orrin in 2020."
    docs = [{"id": "secret-id", "title": "Hidden title", "text": text}]
    packed = sealed(
        tmp_path,
        "unseen",
        [
            {
                "id": "1",
                "question": "Tarn sold 90 boats in Orrin in 2020.",
                "docs": docs,
                "label": "contradicted",
                "answerable": True,
            }
        ],
    )
    for form in ([], ["--json"]):
        assert main(["eval", "rules", str(claims), str(packed), "--made", "0", *form]) == 0
        out, err = capsys.readouterr()
        assert not [word for word in ("boats", "Hidden", "secret", "Orrin") if word in out + err]
        if not form:
            assert out.index("unseen (sealed)") < out.index("claims (development)")
            fired = out[out.index("value_guards.value_lacking (refutes)") :].splitlines()[1:3]
            assert [line.split()[0] for line in fired] == ["sealed", "development"]


def test_the_sentence_that_answers_a_question_is_a_faithful_claim_of_its_documents() -> None:
    common = {"id": "1", "question": "Who founded Tarn Optics?", "docs": [TARN], "answerable": True}
    answers = ["Ewa Holm", "Tarn Optics Ltd was founded by Ewa Holm."]
    rows = [Row.model_validate({**common, "answer": answer}) for answer in answers]
    rows += [Row.model_validate({**common, "answer": answers[1], "answerable": False})]
    assert [(claim.text, claim.faithful) for claim in natural_claims(TARN_SET, rows)] == [(answers[1], True)]


@pytest.mark.parametrize(
    ("options", "said"), [(["--first", "0"], "nothing to measure"), (["--first", "-1"], "below 0")]
)
def test_a_measurement_of_nothing_names_the_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    file = tmp_path / "asked.jsonl"
    file.write_text(json.dumps({"id": "1", "question": "Who?", "docs": [TARN], "answerable": True}), encoding="utf-8")
    assert main(["eval", "rules", str(file), "--made", "0", *options]) == 2
    error = capsys.readouterr().err
    assert [word for word in (said, "--made", "--first") if word not in error] == []
