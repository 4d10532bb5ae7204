"""The trial counts what a model passes before and after the veto."""

from pincite.evals.guards.auditor_trial import Trial, counts


def test_the_veto_takes_back_what_the_guards_refute() -> None:
    trials = [
        Trial(faithful=True, accepted=True, refuted=False, proven=True),
        Trial(faithful=True, accepted=True, refuted=True, proven=False),
        Trial(faithful=False, accepted=True, refuted=True, proven=False),
        Trial(faithful=False, accepted=True, refuted=False, proven=False),
        Trial(faithful=False, accepted=False, refuted=False, proven=False),
    ]
    assert counts(trials) == {
        "faithful": {"claims": 2, "model": 2, "after_veto": 1, "proven_without_model": 1},
        "wrong": {"claims": 3, "model": 2, "after_veto": 1, "proven_without_model": 0},
    }
