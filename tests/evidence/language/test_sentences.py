"""Where sentences end, and the sentences that stand next to a stretch of text."""

import pytest

from pincite.evidence.language.sentences import sentence_after, sentence_before, sentence_spans

TEXT = "It was said so. Some believed it.\n\nThe top speed is 38 knots.\n\nThis is not\nso. Trials stopped."


@pytest.mark.spec("EVI-12")
def test_the_sentences_beside_a_stretch_are_given_whole_and_on_one_line() -> None:
    start = TEXT.index("The top")
    end = TEXT.index("\n\nThis")
    assert (sentence_before(TEXT, start), sentence_after(TEXT, end)) == ("Some believed it.", "This is not so.")
    assert (sentence_before(TEXT, 0), sentence_after(TEXT, len(TEXT))) == ("", "")


def test_a_german_ordinal_does_not_end_a_sentence() -> None:
    text = (
        "Vermietet wird die Wohnung im 2. Obergeschoss. Die Miete ist vom 3. Monat an fällig. Sie lag in Raum 2. Ende."
    )
    assert [text[start:end] for start, end in sentence_spans(text)] == [
        "Vermietet wird die Wohnung im 2. Obergeschoss.",
        "Die Miete ist vom 3. Monat an fällig.",
        "Sie lag in Raum 2.",
        "Ende.",
    ]
