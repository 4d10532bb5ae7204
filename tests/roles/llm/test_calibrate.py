"""A model is put to the claim pairs, and earns the right to judge meaning, or not."""

from collections.abc import Callable
from datetime import date

import pytest

from pincite.errors import ModelError
from pincite.evidence.judgement.calibration import Calibration, allows, why_not
from pincite.evidence.report.evidence_report import ClaimVerdict
from pincite.roles.contracts.auditor import AuditedSentence, AuditorInput
from pincite.roles.llm.calibrate import AT_ONCE, Reading, calibrate, wrong_accepted_by_kind
from pincite.roles.llm.claim_pairs import built_in_pairs, pairs_sha256

PAIRS = built_in_pairs()
RIGHT = {pair.right for pair in PAIRS}
TODAY = date(2031, 4, 2)
LIMIT = 0.05


class Scripted:
    """Says yes where it is told to, and keeps what it was asked."""

    name = "openai:scripted@host"
    calibrated = True

    def __init__(self, says_yes: Callable[[AuditedSentence], bool]) -> None:
        self.says_yes = says_yes
        self.calls: list[AuditorInput] = []

    def read(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        self.calls.append(given)
        return tuple(
            (
                ClaimVerdict(
                    span=sentence.text,
                    supported_by=tuple(chunk.id for chunk in sentence.own),
                    verdict="supported" if self.says_yes(sentence) else "unsupported",
                ),
            )
            for sentence in given.sentences
        )


def figures(reader: Scripted) -> tuple[Calibration, tuple[Reading, ...]]:
    return calibrate(reader, prompt_sha256="a" * 64, at=TODAY)


def yes(sentence: AuditedSentence) -> bool:
    return True


@pytest.mark.spec("CRI-14")
def test_a_model_that_says_yes_to_everything_may_not_judge_meaning_and_the_veto_does_not_save_it() -> None:
    calibration, readings = figures(Scripted(yes))
    assert (calibration.right_accepted, calibration.wrong_accepted) == (80, 80)
    assert 40 < calibration.wrong_after_veto < 80
    assert calibration.wrong_rate.low > 0.9
    assert not allows(calibration, LIMIT)
    assert sum(reading.side == "wrong" and reading.accepted for reading in readings) == 80


@pytest.mark.spec("CRI-14")
def test_a_model_that_tells_right_from_wrong_may_judge_meaning() -> None:
    calibration, _ = figures(Scripted(lambda sentence: sentence.text in RIGHT))
    assert (calibration.right_accepted, calibration.wrong_accepted) == (80, 0)
    assert calibration.right_after_veto <= 80
    assert allows(calibration, LIMIT)
    assert (calibration.model, calibration.at, calibration.pairs_sha256) == (
        "openai:scripted@host",
        TODAY,
        pairs_sha256(PAIRS),
    )


def test_what_was_accepted_is_reported_by_kind() -> None:
    _, readings = figures(Scripted(lambda sentence: sentence.text in RIGHT or "rash befell" in sentence.text))
    by_kind = {kind: (accepted, total) for kind, accepted, total in wrong_accepted_by_kind(readings)}
    assert by_kind["quantity_of"] == (1, 6)
    assert sum(accepted for accepted, _ in by_kind.values()) == 1
    assert sum(total for _, total in by_kind.values()) == 80


@pytest.mark.spec("CRI-14")
def test_a_model_that_says_no_to_everything_has_shown_nothing() -> None:
    calibration, _ = figures(Scripted(lambda sentence: False))
    assert (calibration.right_accepted, calibration.wrong_accepted) == (0, 0)
    assert not allows(calibration, LIMIT)
    assert "accepts 0 of 80 wrong claims" in (why_not(calibration, LIMIT) or "")


@pytest.mark.spec("CRI-14")
@pytest.mark.parametrize(("right", "allowed"), [(10, False), (17, True)])
def test_a_seldom_yes_must_come_more_often_to_right_claims_than_to_wrong_ones(right: int, allowed: bool) -> None:
    told = {pair.right for pair in PAIRS[:right]} | {pair.wrong for pair in PAIRS[:4]}
    calibration, _ = figures(Scripted(lambda sentence: sentence.text in told))
    assert allows(calibration, LIMIT) is allowed
    assert ("does not separate right from wrong" in str(why_not(calibration, LIMIT))) is not allowed
    assert not allows(figures(Scripted(yes))[0], 1.0)


@pytest.mark.spec("CRI-14")
@pytest.mark.parametrize(("slips", "allowed"), [(4, True), (5, False)])
def test_the_limit_is_five_in_a_hundred_of_the_wrong_claims(slips: int, allowed: bool) -> None:
    let_through = {pair.wrong for pair in PAIRS[:slips]}
    calibration, _ = figures(Scripted(lambda sentence: sentence.text in RIGHT | let_through))
    assert calibration.wrong_accepted == slips
    assert allows(calibration, LIMIT) is allowed


def test_a_claim_never_meets_its_counterpart_in_one_call() -> None:
    reader = Scripted(yes)
    figures(reader)
    pair_of = {claim: pair.id for pair in PAIRS for claim in (pair.right, pair.wrong)}
    for call in reader.calls:
        ids = [pair_of[sentence.text] for sentence in call.sentences]
        assert len(set(ids)) == len(ids)
    assert {len(call.sentences) for call in reader.calls} == set(AT_ONCE)
    assert sum(len(call.sentences) for call in reader.calls) == 160


def test_the_model_is_asked_the_same_in_the_same_order_each_time() -> None:
    first, second = Scripted(yes), Scripted(yes)
    figures(first)
    figures(second)
    assert first.calls == second.calls


def test_a_call_that_fails_is_asked_claim_by_claim_and_what_fails_then_counts_against_the_model() -> None:
    broken = {pair.wrong for pair in PAIRS[::16]}

    class Failing(Scripted):
        def read(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
            if any(sentence.text in broken for sentence in given.sentences):
                raise ModelError("no usable answer")
            return super().read(given)

    calibration, _ = figures(Failing(lambda sentence: sentence.text in RIGHT))
    assert (calibration.wrong_unanswered, calibration.right_unanswered) == (5, 0)
    assert (calibration.right_accepted, calibration.wrong_accepted) == (80, 0)
    assert not allows(calibration, LIMIT)


def test_verdicts_that_do_not_match_the_claims_in_number_are_no_answer_and_a_model_without_answers_is_given_up() -> (
    None
):
    class Short(Scripted):
        def read(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
            return super().read(given)[:-1]

    with pytest.raises(ModelError, match="no usable answer to 6 claims in a row"):
        figures(Short(yes))


def test_a_claim_counts_as_accepted_only_when_all_its_parts_are() -> None:
    class Parting(Scripted):
        def read(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
            part = ClaimVerdict(span="a part", supported_by=(), verdict="partial")
            return tuple((*verdicts, part) for verdicts in super().read(given))

    assert figures(Parting(yes))[0].right_accepted == 0


def test_without_figures_nothing_is_allowed() -> None:
    assert not allows(None, 1.0)
    calibration, _ = calibrate(Scripted(yes), prompt_sha256="a" * 64, at=TODAY, pairs=())
    assert not allows(calibration, 1.0)
