"""The first and last day on which a text says that it holds: of a document, in a line about itself; of a sentence, at its edge."""

from datetime import date

import pytest

from pincite.evidence.scope.stated_validity import document_end, document_start, sentence_end, sentence_start


@pytest.mark.spec("EVI-7")
@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Valid until 31 March 2025", date(2025, 3, 31)),
        ("# Tariff\n\nValid from 1 January 2024 to 31 December 2024\n\nGrit costs £62.", date(2024, 12, 31)),
        ("This agreement expired on 30 June 2025.", date(2025, 6, 30)),
        ("**Expiry date:** 2024-12-31", date(2024, 12, 31)),
        ("Price list valid to 1 March 2025", date(2025, 3, 1)),
        ("Gültig bis 31.12.2024", date(2024, 12, 31)),
        ("This policy shall remain in force until 31 December 2025.", date(2025, 12, 31)),
        ("Effective from 1 January 2024", None),
        ("This report covers the year to 31 December 2024", None),
        ("This fiscal year ended December 31, 2024.", None),
        ("Starts on 3 March 2025 until 5 March 2025.", None),
        ("This course begins on 3 March 2025 and runs until 5 May 2025.", None),
        ("This lease commences from 1 May 2024 to 30 April 2025.", None),
        ("Permits that expired on 30 June 2025 must be renewed.", None),
        ("Permits valid until 30 June 2025 must be renewed.", None),
        ("The old tariff expired on 3 May 2025.", None),
        ("Grit costs £62. " * 200 + "\nValid until 31 March 2025", None),
    ],
)
def test_a_document_ends_on_the_day_that_a_line_about_itself_states(text: str, end: date | None) -> None:
    assert document_end(text) == end


@pytest.mark.spec("EVI-7")
@pytest.mark.parametrize(
    ("sentence", "end"),
    [
        ("Until 31 December 2020, the charge is £4.", date(2020, 12, 31)),
        ("The charge is £4 until 31 December 2020.", date(2020, 12, 31)),
        ("The firm was closed until 3 May 2020 and then opened.", None),
        ("The count rose from 1 May 2019 to 3 May 2020.", None),
    ],
)
def test_a_sentence_ends_on_the_day_at_its_edge(sentence: str, end: date | None) -> None:
    assert sentence_end(sentence) == end


@pytest.mark.spec("EVI-7")
@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("This lease takes effect on 1 May 2028.", date(2028, 5, 1)),
        ("# Tariff\n\nValid from 1 January 2027 to 31 December 2027\n\nGrit costs £62.", date(2027, 1, 1)),
        ("**Effective date:** 2027-03-01", date(2027, 3, 1)),
        ("Effective 1 March 2027", date(2027, 3, 1)),
        ("This agreement shall come into force on 1 July 2027 and ends on 30 June 2029.", date(2027, 7, 1)),
        ("Gültig ab 1.3.2027", date(2027, 3, 1)),
        ("Dieser Tarif tritt am 1. Mai 2028 in Kraft.", date(2028, 5, 1)),
        ("Diese Satzung tritt zum 1. Mai 2028 in Kraft.", date(2028, 5, 1)),
        ("Tritt in Kraft am 1. Mai 2028", date(2028, 5, 1)),
        ("Dieser Tarif tritt am 1. Mai 2028 außer Kraft.", None),
        ("Die Straßenordnung tritt am 1. Mai 2028 in Kraft.", None),
        ("Gültig bis zum 31.12.2027", None),
        ("This policy is not effective before 1 June 2027.", date(2027, 6, 1)),
        ("This lease begins on 1 May 2028.", date(2028, 5, 1)),
        ("This travel policy shall commence on 1 May 2028.", date(2028, 5, 1)),
        ("Becomes effective on 1 May 2028", date(2028, 5, 1)),
        ("Starts on 12 December 2028", None),
        ("This course begins on 3 March 2028.", None),
        ("The festival begins on 1 July 2028.", None),
        ("This lease year starts on 1 May 2028.", None),
        ("Commencement: 9 June 2028", None),
        ("Valid until 31 March 2025", None),
        ("This agreement expired on 30 June 2025.", None),
        ("Permits valid from 30 June 2027 must be printed.", None),
        ("The new tariff takes effect on 1 May 2028 unless the council objects.", None),
        ("Rents are due on 1 May 2028.", None),
    ],
)
def test_a_document_begins_on_the_day_that_a_line_about_itself_states(text: str, start: date | None) -> None:
    assert document_start(text) == start


@pytest.mark.spec("EVI-7")
@pytest.mark.parametrize(
    ("sentence", "start"),
    [
        ("From 1 May 2028, the charge is £5.", date(2028, 5, 1)),
        ("The charge is £5 with effect from 1 May 2028.", date(2028, 5, 1)),
        ("The charge is £5 from 1 May 2028 to 30 June 2029.", date(2028, 5, 1)),
        ("The firm was open from 3 May 2028 and then closed.", None),
        ("The count rose from 1 May 2019 to 3 May 2028.", None),
        ("The charge was £4 on 1 May 2027 and is £5 from 1 May 2028.", None),
        ("The charge is £4 until 31 December 2028.", None),
    ],
)
def test_a_sentence_begins_on_the_day_at_its_edge(sentence: str, start: date | None) -> None:
    assert sentence_start(sentence) == start
