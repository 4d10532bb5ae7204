"""The words of renderings: every code has its words in every language, and code names in messages become words."""

from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest
from template_texts import places, texts

from pincite.evidence.judgement.conflicts import Rule
from pincite.evidence.language.question_language import Language
from pincite.evidence.model.evidence import LinkMechanism
from pincite.evidence.model.subjects import BindingMechanism, Condition
from pincite.evidence.report.evidence_report import DisclosureKind, FactStatus, RiskSignal, StopReason
from pincite.reports.outcome import FAMILIES, Outcome
from pincite.reports.wording import SourceVerdict, Wording, wording_for, wording_of

LANGUAGES: tuple[Language, ...] = get_args(Language)
CODES: Mapping[str, tuple[str, ...]] = {
    "outcomes": get_args(Outcome),
    "outcome_said": get_args(Outcome),
    "signals": get_args(RiskSignal),
    "stops": get_args(StopReason),
    "statuses": get_args(FactStatus),
    "kinds": get_args(DisclosureKind),
    "counted": get_args(DisclosureKind),
    "verdicts": get_args(SourceVerdict),
    "conditions": get_args(Condition),
    "rules": get_args(Rule),
    "mechanisms": (*get_args(BindingMechanism), "bridge", "unsettled"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_its_words(language: Language) -> None:
    words = wording_for(language)
    for field, codes in CODES.items():
        assert set(getattr(words, field)) == set(codes), field
    assert set(FAMILIES) == set(get_args(Outcome))
    assert set(get_args(get_args(LinkMechanism)[0])) <= set(words.mechanisms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_the_same_places_to_fill_in_every_language(language: Language) -> None:
    own, english = (dict(texts(wording_for(code).model_dump())) for code in (language, "en"))
    assert set(own) == set(english)
    for where, text in english.items():
        assert places(own[where]) == places(text), where


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_signal_is_a_sentence_and_holds_no_code_name(language: Language) -> None:
    for signal in (*wording_for(language).signals.values(), *wording_for(language).outcome_said.values()):
        assert signal.endswith(".")
        assert "_" not in signal


@pytest.mark.parametrize(
    ("node", "shown"),
    [
        ("retrieve_evidence", "Documents searched"),
        ("follow_up_retrieve", "Documents searched (search 2)"),
        ("second_follow_up_critique", "Evidence judged (search 3)"),
        ("own_node", "own node"),
    ],
)
def test_a_step_is_named_by_what_it_does(node: str, shown: str) -> None:
    assert wording_for("en").step(node) == shown


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("table_rag_retrieve and rag_retrieve: shown 3 of 9", "Tables and Text passages: shown 3 of 9"),
        ("notes_of_2025.pdf repeats rag_retrieve.md", "notes_of_2025.pdf repeats rag_retrieve.md"),
        ("some_thing else", "some_thing else"),
    ],
)
def test_code_names_in_messages_become_words_and_names_of_files_stay(message: str, shown: str) -> None:
    assert wording_for("en").plain(message) == shown


def test_the_language_is_that_of_the_question() -> None:
    assert wording_of("Wie hoch ist die Gebühr?").outcomes["answered"] == "Beantwortet"
    assert wording_of("¿Cuál es el precio del contrato?").outcomes["answered"] == "Respondida"


def test_every_word_is_used() -> None:
    folder = Path(__file__).resolve().parents[2] / "reports"
    source = "\n".join(
        file.read_text(encoding="utf-8") for file in folder.rglob("*") if file.suffix in {".py", ".jinja"}
    )
    unused = [
        name
        for name in Wording.model_fields
        if name != "language" and not any(f"{owner}.{name}" in source for owner in ("w", "words", "self"))
    ]
    assert unused == []
