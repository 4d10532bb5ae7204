"""Which quotes say something by themselves."""

import pytest
from made_evidence import evidence

from pincite.nodes.answer.self_contained import is_self_contained


@pytest.mark.parametrize(
    ("unit", "says"),
    [
        (evidence(1, "Fees and other charges"), False),
        (evidence(1, "The fee is five pounds."), True),
        (evidence(1, "and the fee is five pounds."), False),
        (evidence(1, "Grade | Days | Weeks | Carry-over days", place={"cell": "A1:D1"}), False),
        (evidence(1, "C | 27", place={"cell": "A2:B2"}, row=(("Grade", "C"), ("Days", "27"))), True),
        (evidence(1, "term) 4.51%", row=(("", "term)"), ("2024", "4.51%"))), False),
        (evidence(1, "2.48 Rest periods 9", row=(("", "2.48 Rest periods"), ("", "9"))), False),
        (evidence(1, "Day rate £900", row=(("", "Day rate"), ("", "£900"))), True),
        (evidence(1, "11 read_tide.", row=(("", "11"), ("", "read_tide."))), False),
        (evidence(1, "Licence MIT", row=(("", "Licence"), ("", "MIT"))), True),
        (evidence(1, "(Address) | (Zip Code)", row=(("", "(Address)"), ("", "(Zip Code)"))), False),
        (evidence(1, "(Chief Executive Officer)", row=(("Orrin Foods Ltd", "(Chief Executive Officer)"),)), False),
        (evidence(1, "— 12", row=(("", "—"), ("2024", "12"))), False),
        (evidence(1, "Rate 2024 4.51% 3.20% — 12 14"), False),
        (evidence(1, "Tarn Optics Ltd. Wales Orrin Lenses GmbH Germany"), False),
        (evidence(1, f"Name Default Values color black {'node colour of its name ' * 10}"), False),
        (evidence(1, f"The fee {'of the tenant or the guest ' * 10}is five pounds."), True),
        (evidence(1, "Die Miete beträgt 500 Euro."), True),
        (evidence(1, "租金为每月五百欧元 不含 税 及 其他 费用"), True),
    ],
)
def test_titles_fragments_and_column_names_say_nothing(unit, says: bool) -> None:  # type: ignore[no-untyped-def]
    assert is_self_contained(unit) is says


def test_text_that_begins_with_a_small_letter_is_a_fragment_unless_the_question_writes_the_word_so() -> None:
    returns = evidence(1, "gzip returns 0 if all files are compressed.")
    assert is_self_contained(returns, "What does gzip return?")
    assert not is_self_contained(returns, "What does Gzip return?")
    assert not is_self_contained(
        evidence(1, "of the files that gzip reads are compressed."), "What is the use of gzip?"
    )


def test_the_sentence_after_the_salutation_of_a_mail_is_no_fragment() -> None:
    text = "the boiler will be replaced on 14 April."
    unit = evidence(1, text)
    mail = unit.model_copy(update={"source": unit.source.model_copy(update={"media_type": "message/rfc822"})})
    assert is_self_contained(mail)
    assert not is_self_contained(unit)
    assert not is_self_contained(
        mail.model_copy(update={"span": unit.span.model_copy(update={"quote": text.rstrip(".")})})
    )
