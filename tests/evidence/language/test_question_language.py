"""The language of a question is told by its small words; what is not told is English."""

import pytest

from pincite.evidence.language.question_language import language_of


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("How many days a week may employees of Hollinbrae Instruments work from home?", "en"),
        ("Wie hoch ist der Essenszuschuss bei der Hollinbrae Sensorik GmbH?", "de"),
        ("Wer gründete Acme?", "de"),
        ("Quel est le plafond de responsabilité du contrat avec Quillmarsh Systems ?", "fr"),
        ("Qui est l’auteur du rapport ?", "fr"),
        ("¿Cuál es el precio del HB-340?", "es"),
        ("Quién fundó Acme?", "es"),
        ("Who directed Die Hard and El Dorado?", "en"),
        ("Was Die Zeit sold in 1998?", "en"),
        ("La La Land director", "en"),
        ("Какова цена?", "en"),
        ("", "en"),
    ],
)
def test_a_question_is_answered_in_its_own_language(question: str, language: str) -> None:
    assert language_of(question) == language
