import pytest

from pincite.evidence.questions.meaning import says_what_it_is


@pytest.mark.spec("VER-2", "ANS-9")
@pytest.mark.parametrize(
    ("question", "quote", "expected"),
    [
        ("What is a rollback journal?", "A rollback journal is a file that restores the data.", True),
        ("What is a rollback journal?", "The rollback journal is usually deleted by the next commit.", False),
        ("What is a rollback journal?", "The file may be a rollback journal.", False),
        ("What is a rollback journal?", "The rollback journal header is a page.", False),
        ("What are generated columns?", "Generated columns (or “computed” ones) are columns with a formula.", True),
        ("What are generated columns?", "Generated columns are supported since 2020.", False),
        ("What does TN_BUSY mean?", "TN_BUSY means that the line is taken.", True),
        ("What does gzip do?", "gzip – a compressor of files", True),
        ("What does gzip do?", "gzip returns 0 if all files are compressed.", False),
        ("What is the governing law?", "The governing law is Scottish law.", True),
        ("What is the size of a page?", "The size of a page is a setting.", False),
    ],
)
def test_a_sentence_says_what_a_thing_is(question: str, quote: str, expected: bool) -> None:
    assert says_what_it_is(question, quote) is expected
