"""The share of each open step in the lines that the critic sees."""

import pytest

from pincite.evidence.model.spans import PassageId
from pincite.nodes.retrieval.retrieved_lines import EACH, MOST, in_turn, with_share_of_each
from pincite.roles.contracts.critic import LineSeen


def lines(*names: str) -> list[LineSeen]:
    return [LineSeen(passage_id=PassageId(name), quote=name, document="Terms") for name in names]


@pytest.mark.spec("CRI-15")
@pytest.mark.parametrize(
    ("rankings", "most", "shown"),
    [
        ([lines("a1", "a2", "a3"), lines("b1"), lines("c1", "c2")], 12, ["a1", "b1", "c1", "a2", "c2", "a3"]),
        ([lines("a1", "a2", "a3", "a4"), lines("b1", "b2")], 4, ["a1", "b1", "a2", "b2"]),
        ([lines("a1", "b1"), lines("b1", "b2")], 3, ["a1", "b1", "b2"]),
        ([lines("a1", "a2")], 10, ["a1", "a2"]),
        ([], 10, []),
    ],
)
def test_steps_take_turns_and_no_line_is_shown_twice(
    rankings: list[list[LineSeen]], most: int, shown: list[str]
) -> None:
    assert [line.quote for line in in_turn(rankings, most)] == shown


MANY = lines(*(f"a{number}" for number in range(10)))


@pytest.mark.spec("CRI-15")
def test_a_step_whose_lines_are_crowded_out_gets_its_share() -> None:
    shown = with_share_of_each(MANY, [MANY, lines("b1", "b2", "b3"), lines("c1"), lines("d1", "d2")])
    assert [line.quote for line in shown[-5:]] == ["b1", "c1", "d1", "b2", "d2"]
    assert list(shown[:-5]) == MANY[: MOST - 5]


@pytest.mark.spec("CRI-15")
def test_lines_are_as_they_were_if_every_step_has_its_share() -> None:
    assert with_share_of_each(MANY, [MANY, MANY[-EACH:], []]) == tuple(MANY)


@pytest.mark.spec("CRI-15")
def test_no_more_lines_are_shown_however_many_steps_there_are() -> None:
    steps = [lines(f"{name}1", f"{name}2") for name in "bcdefghij"]
    shown = with_share_of_each(MANY, steps)
    assert len(shown) == MOST
    assert {line.quote[0] for line in shown} == set("bcdefghij")
