"""Which words of a question are read as a name."""

import pytest

from pincite.roles.extractive.rules.question_names import names_in


@pytest.mark.spec("SUB-1")
@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is the rent of 12 Lime Mews?", ["12 Lime Mews"]),
        ("How much does 12a Lime Mews cost?", ["12a Lime Mews"]),
        ("Who owns 12-14 Lime Mews?", ["12-14 Lime Mews"]),
        ("14 Lime Mews: what is the rent?", ["14 Lime Mews"]),
        ("To whom can 14 Lime Mews as a whole be let?", ["14 Lime Mews"]),
        ("Who lives at 4500 Oak Lane, Tarn?", ["4500 Oak Lane", "Tarn"]),
        ("Who bought 12 Lime Mews?", ["12 Lime Mews"]),
        ("When did Tarn buy 4500 Oak Lane?", ["Tarn", "4500 Oak Lane"]),
        ("How much does 12 Rose Gardens cost?", ["12 Rose Gardens"]),
        ("Is the rent of 12 Lime Mews or 14 Lime Mews higher?", ["12 Lime Mews", "14 Lime Mews"]),
    ],
)
@pytest.mark.parametrize("known", [(), ("Lime Mews", "Oak Lane")])
def test_a_house_number_belongs_to_the_name(question: str, names: list[str], known: tuple[str, ...]) -> None:
    assert [name.text for name in names_in(question, known, ())] == names


@pytest.mark.spec("SUB-1")
@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How many votes had the 12 Members?", "Members"),
        ("Who were the 12 Board Members?", "Board Members"),
        ("What is the pay of 50 Harrow Estates tenants?", "Harrow Estates"),
        ("What did the rights of 3 Acme Ltd cost?", "Acme Ltd"),
        ("What was paid in 2021 by Acme Ltd?", "Acme Ltd"),
        ("In 2021 Acme Growth Fund paid what?", "Acme Growth Fund"),
        ("What was sold for £12 Lime Mews?", "Lime Mews"),
        ("How much do 3 Norvale Widgets cost?", "Norvale Widgets"),
        ("Who bought 3 Norvale Widgets?", "Norvale Widgets"),
        ("What does section 12 Lime Mews say?", "Lime Mews"),
    ],
)
def test_a_quantity_or_a_year_does_not(question: str, name: str) -> None:
    assert [found.text for found in names_in(question, (), ())] == [name]


@pytest.mark.spec("SUB-1")
@pytest.mark.parametrize(
    "question", ["Darf Jonas Thiele kündigen?", "¿Puede Jonas Thiele salir?", "Moet Jonas Thiele weg?"]
)
def test_a_verb_that_opens_a_question_is_no_part_of_the_name(question: str) -> None:
    assert [name.text for name in names_in(question, (), ())] == ["Jonas Thiele"]


@pytest.mark.spec("SUB-1", "SUB-4")
@pytest.mark.parametrize(
    "question",
    ["Who is the Chief Financial Officer of Tarn SE?", "Who is the Managing Director at the Tarn SE?"],
)
def test_a_role_is_no_part_of_the_name_of_its_organisation(question: str) -> None:
    assert [name.text for name in names_in(question, (), ())] == ["Tarn SE"]


@pytest.mark.spec("SUB-1")
@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("When was the AGM of the Tarnley Residents' Association held?", "Tarnley Residents' Association"),
        ("What was decided at the last EGM of the Tarnley Trust?", "Tarnley Trust"),
        ("Where is the HQ of Tarn SE?", "Tarn SE"),
        ("What does BMW of North America sell?", "BMW of North America"),
    ],
)
def test_an_acronym_for_a_thing_of_an_organisation_is_no_part_of_its_name(question: str, name: str) -> None:
    assert [found.text for found in names_in(question, (), ())] == [name]


@pytest.mark.spec("SUB-1")
@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("À partir de quand le bail court-il ?", []),
        ("Depuis quand le bail court-il ?", []),
        ("Selon le bail, qui paie les charges ?", []),
        ("D'après le bail, qui paie les charges ?", []),
        ("Les charges sont-elles payables ?", []),
        ("¿Según el contrato, cuál es la renta?", []),
        ("Ab wann gilt die Satzung?", []),
        ("À combien s'élève le loyer de Borealis ?", ["Borealis"]),
        ("La Poste a-t-elle payé ?", ["La Poste"]),
        ("Y Combinator was founded when?", ["Y Combinator"]),
        ("X was founded when?", ["X"]),
    ],
)
def test_a_function_word_that_opens_a_question_is_no_name_in_any_language(question: str, names: list[str]) -> None:
    assert [name.text for name in names_in(question, (), ())] == names


@pytest.mark.spec("SUB-1")
@pytest.mark.parametrize(
    ("question", "known", "names"),
    [
        ("How much is the fine for a bonfire in July?", (), []),
        ("In December, are bonfires allowed?", (), []),
        ("Has the water been off since May?", (), []),
        ("Is the water on in December at Orchard Road?", (), ["Orchard Road"]),
        ("Is the garden open from April to October?", (), []),
        ("What was decided at Orchard Road on July 4?", (), ["Orchard Road"]),
        ("Is the library open on Sundays?", (), []),
        ("What are Friday's hours at Orchard Road?", (), ["Orchard Road"]),
        ("Is the library open on Christmas Day?", (), []),
        ("Until when is the library open on Bank Holiday Monday?", (), []),
        ("Is the library open on New Year's Eve?", (), []),
        ("Who left since April Jones became the chair?", (), ["April Jones"]),
        ("When did April sign the lease?", (), ["April"]),
        ("Who stars in Independence Day?", (), ["Independence Day"]),
        ("Which films are by Doris Day?", (), ["Doris Day"]),
        ("Who plays for Sheffield Wednesday?", (), ["Sheffield Wednesday"]),
        ("Who is Wednesday Addams?", (), ["Wednesday Addams"]),
        ("What is the fee in July?", ("July",), ["July"]),
        ("What does it cost on Boxing Day?", ("Boxing Day",), ["Boxing Day"]),
    ],
)
def test_a_time_is_no_name(question: str, known: tuple[str, ...], names: list[str]) -> None:
    assert [name.text for name in names_in(question, known, ())] == names
