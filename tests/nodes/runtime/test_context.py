"""What a caller may change for one run, and what is refused."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from pincite.errors import SettingsError
from pincite.nodes.runtime.context import RunBudgets, RunContext, limited, read_context, same_tenant
from pincite.settings import Budgets, Settings

BUILT = Settings(budgets=Budgets(tokens=50_000, model_calls=11), evidence_threshold=0.5)


def test_no_context_changes_nothing() -> None:
    assert read_context(None) == RunContext()
    assert limited(BUILT, RunContext()) is BUILT


@pytest.mark.spec("CFG-1")
def test_a_run_may_use_less_and_ask_for_more_proof() -> None:
    context = read_context({"budgets": {"tokens": 5_000}, "evidence_threshold": 1, "minimum_confidence": "high"})
    settings = limited(BUILT, context)
    assert (settings.budgets.tokens, settings.budgets.model_calls) == (5_000, 11)
    assert (settings.evidence_threshold, settings.minimum_confidence) == (1, "high")
    assert limited(BUILT, RunContext(conflict_policy="precedence")).conflict_policy == "precedence"


@pytest.mark.spec("CFG-1")
@pytest.mark.parametrize(
    ("context", "field"),
    [
        (RunContext(budgets=RunBudgets(tokens=50_001)), "context.budgets.tokens"),
        (RunContext(budgets=RunBudgets(model_calls=12)), "context.budgets.model_calls"),
        (RunContext(evidence_threshold=0.4), "context.evidence_threshold"),
        (RunContext(minimum_confidence="low"), "context.minimum_confidence"),
    ],
)
def test_what_goes_beyond_the_graphs_own_limits_is_refused_by_name(context: RunContext, field: str) -> None:
    with pytest.raises(SettingsError, match=rf"^{field} = .*built with"):
        limited(BUILT, context)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"as_of": "May"}, r"^context\.as_of = 'May'"),
        ({"budgets": {"tokens": -1}}, r"^context\.budgets\.tokens = -1"),
        ({"budgets": {"token": 5_000}}, r"^context\.budgets\.token: no such field; .*tokens"),
        ({"self": 1}, r"^context\.self: no such field"),
        ({f"field {number}": 1 for number in range(500)}, r"; and 495 more$"),
        ({"conflict_policy": "newest"}, r"^context\.conflict_policy = 'newest'"),
    ],
)
def test_a_wrong_value_is_named_with_its_field(given: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        RunContext(**given)


def test_an_unknown_field_of_a_context_of_our_own_is_an_error() -> None:
    with pytest.raises(SettingsError, match=r"^context\.asof: no such field"):
        RunContext(asof="2026-05-15")


def test_of_a_parents_context_only_what_is_named_like_ours_is_read() -> None:
    @dataclass
    class Parents:
        user: str
        as_of: str

    assert read_context(Parents("Ines", "2026-05-15")) == RunContext(as_of=date(2026, 5, 15))
    assert read_context({"user": "Ines", "as_of": None}) == RunContext()


@pytest.mark.spec("CFG-2")
def test_a_context_cannot_widen_a_run_to_another_tenant() -> None:
    same_tenant(RunContext(tenant="a"), "a")
    same_tenant(RunContext(), "a")
    with pytest.raises(SettingsError, match=r"context\.tenant = 'b'"):
        same_tenant(RunContext(tenant="b"), "a")
