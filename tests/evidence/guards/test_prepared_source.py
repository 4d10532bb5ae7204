from pincite.evidence.guards.prepared_source import LONG_TEXT, within_reach


def test_of_a_long_text_only_what_the_claim_is_about_is_read() -> None:
    text = (
        "Rain fell on the hills again. " * 20_000 + "Acme was founded in 1990. " + "Snow lay on the fields. " * 20_000
    )
    near = within_reach("Acme was founded in 1990.", text)
    assert "Acme was founded in 1990." in near
    assert len(near) < 2 * LONG_TEXT
