"""What a turn of a conversation asks: a detail that was asked back for, a name or period in the place of another, or a question of its own."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from pincite.graph.chat_turns import TURN_LIMIT, earlier_turns, last_question, read_turn

FEE = "What was the audit fee in FY2025?"
OWNERS = ["Orrin Foods", "Orrin Foods International Ltd", "Tarnholm Ltd"]


def after(question: str, **note: Any) -> list[AnyMessage]:
    """A conversation in which `question` was asked, and the answer to it."""
    return [
        HumanMessage(question),
        AIMessage("…", name="pincite", additional_kwargs={"pincite": {"question": question, **note}}),
    ]


def asked_back(question: str, asks: str, *options: str) -> list[AnyMessage]:
    return after(question, asked_back={"question": question, "asks": asks, "options": list(options)})


@pytest.mark.spec("ECO-1", "SUB-12")
@pytest.mark.parametrize(
    ("turn", "question"),
    [
        ("3", "What was the audit fee in FY2025, Tarnholm Ltd?"),
        ("Tarnholm", "What was the audit fee in FY2025, Tarnholm Ltd?"),
        ("tarnholm?", "What was the audit fee in FY2025, Tarnholm Ltd?"),
        ("I mean Tarnholm Ltd, please.", "What was the audit fee in FY2025, Tarnholm Ltd?"),
        ("Orrin Foods", "What was the audit fee in FY2025, Orrin Foods?"),
        ("Orrin Foods International", "What was the audit fee in FY2025, Orrin Foods International Ltd?"),
        ("Tarnholm and Orrin Foods", "What was the audit fee in FY2025, Tarnholm and Orrin Foods?"),
        ("I want to know the rent of Tarnholm", "I want to know the rent of Tarnholm"),
        ("Wexholm Ltd", "What was the audit fee in FY2025, Wexholm Ltd?"),  # none of those that were offered
        ("9", FEE),  # which is asked back once more
        ("What is the rent of Tarnholm Ltd?", "What is the rent of Tarnholm Ltd?"),
        ("And how much is the rent?", "And how much is the rent?"),
    ],
)
def test_the_name_that_was_asked_for_joins_the_question(turn: str, question: str) -> None:
    assert read_turn(turn, asked_back(FEE, "whose", *OWNERS)).question == question


@pytest.mark.spec("ECO-1", "SUB-12")
@pytest.mark.parametrize(
    ("turn", "question"),
    [
        ("the audit fee", "the audit fee, Tarnholm Ltd?"),
        ("What is the audit fee?", "What is the audit fee, Tarnholm Ltd?"),
        ("the audit fee of Tarnholm Ltd", "the audit fee of Tarnholm Ltd"),
        ("What is its audit fee?", "What is its audit fee?"),  # which the analyst resolves, from the turn before
        ("What is the rent of Orrinvale Ltd?", "What is the rent of Orrinvale Ltd?"),
    ],
)
def test_what_is_asked_of_a_bare_name_joins_the_name(turn: str, question: str) -> None:
    assert read_turn(turn, asked_back("Tarnholm Ltd", "what", "Tarnholm Ltd")).question == question


@pytest.mark.spec("ECO-1", "SUB-12")
def test_a_wrong_detail_is_not_kept_when_the_question_is_asked_back_again() -> None:
    before = asked_back("How does it work?", "about")
    assert read_turn("the thing", before) == ("How does it work, the thing?", "How does it work?")


@pytest.mark.spec("ECO-1", "SUB-12")
def test_a_topic_joins_the_question_that_had_none_and_a_proposed_question_stands_for_it() -> None:
    before = asked_back("What is its day rate?", "about", "Who audits Tarnholm Ltd?")
    assert read_turn("Stavenholt Vaults Ltd", before).question == "What is its day rate, Stavenholt Vaults Ltd?"
    assert read_turn("1", before).question == "Who audits Tarnholm Ltd?"


@pytest.mark.spec("ECO-1", "SUB-1")
@pytest.mark.parametrize(
    ("turn", "question"),
    [
        ("And for Orrinvale Ltd?", "What was the audit fee of Orrinvale Ltd in FY2025?"),
        ("What about Orrinvale?", "What was the audit fee of Orrinvale in FY2025?"),
        ("Und bei der Orrinvale GmbH?", "What was the audit fee of Orrinvale GmbH in FY2025?"),
        ("And in FY2024?", "What was the audit fee of Tarnholm Ltd in FY2024?"),
        ("And the rent?", "And the rent?"),
        ("And its rent?", "And its rent?"),
        ("Thanks!", "Thanks!"),
        ("Who audits Orrinvale Ltd?", "Who audits Orrinvale Ltd?"),
    ],
)
def test_a_turn_that_only_names_something_takes_the_place_of_the_name_before(turn: str, question: str) -> None:
    assert read_turn(turn, after("What was the audit fee of Tarnholm Ltd in FY2025?")).question == question


def test_a_name_takes_no_place_where_the_question_before_has_several_or_none() -> None:
    for before in (after("Does Tarnholm Ltd pay Orrinvale Ltd?"), after("What is the rent?"), []):
        assert read_turn("And Wexholm Ltd?", before).question == "And Wexholm Ltd?"


@pytest.mark.parametrize("note", [None, 5, {}, {"asked_back": []}, {"asked_back": {"asks": "x"}}, {"question": 7}])
def test_a_history_that_a_client_has_changed_is_read_as_plain_messages(note: Any) -> None:
    before = [HumanMessage("Who?"), AIMessage("Whose?", additional_kwargs={"pincite": note})]
    assert read_turn("Who audits Tarnholm Ltd?", before).question == "Who audits Tarnholm Ltd?"


@pytest.mark.spec("SUB-1")
def test_earlier_turns_are_the_last_ten_shortened_and_without_sources_and_tools() -> None:
    long = [HumanMessage(f"{number} " + "x" * 5_000) for number in range(500)]
    turns = earlier_turns(long)
    assert [text.split()[0] for text in turns] == [str(number) for number in range(490, 500)]
    assert {len(text) for text in turns} == {TURN_LIMIT}
    image = HumanMessage([{"type": "image", "url": "https://pictures.example/1.png"}])
    note: dict[str, Any] = {"question": "What is the rent?", "sufficient": True}
    answer = AIMessage("It is £5. [1]\n\n[1] Rents of Wexholm Ltd, page 3", additional_kwargs={"pincite": note})
    refusal = AIMessage("Nothing is confirmed.", additional_kwargs={"pincite": {**note, "sufficient": False}})
    turns = earlier_turns([ToolMessage("noise", tool_call_id="1"), answer, image, refusal])
    assert turns == ["It is £5. [1]", "What is the rent?"]


def test_the_last_human_message_is_the_question_whatever_follows_it() -> None:
    turns = [HumanMessage("One?"), AIMessage("1"), HumanMessage([{"type": "text", "text": " Two? "}]), AIMessage("2")]
    assert last_question(turns) == ("Two?", turns[:2])
    assert last_question([AIMessage("Hello.")])[0] is None
    assert last_question([HumanMessage("")])[0] == ""
