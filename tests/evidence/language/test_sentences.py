"""The sentences that stand next to a stretch of text."""

import pytest

from pincite.evidence.language.sentences import sentence_after, sentence_before

TEXT = "It was said so. Some believed it.\n\nThe top speed is 38 knots.\n\nThis is not\nso. Trials stopped."


@pytest.mark.spec("EVI-12")
def test_the_sentences_beside_a_stretch_are_given_whole_and_on_one_line() -> None:
    start = TEXT.index("The top")
    end = TEXT.index("\n\nThis")
    assert (sentence_before(TEXT, start), sentence_after(TEXT, end)) == ("Some believed it.", "This is not so.")
    assert (sentence_before(TEXT, 0), sentence_after(TEXT, len(TEXT))) == ("", "")
