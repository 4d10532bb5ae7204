"""Who may reach the page."""

import pytest

from pincite.errors import SettingsError
from pincite.serving.listening import SHORTEST_TOKEN, is_loopback
from pincite.serving.web.access import Access, new_token

TOKEN = "correct-horse-battery"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "::1", "[::1]"])
def test_an_address_of_this_machine_needs_no_token(host: str) -> None:
    assert is_loopback(host)
    assert Access(host, 8321).new_session(logged_in=False).logged_in


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "reports.example.org", "localhost.example.org"])
def test_any_other_address_needs_one(host: str) -> None:
    with pytest.raises(SettingsError, match="a token is needed"):
        Access(host, 8321)
    assert not Access(host, 8321, token=TOKEN).new_session(logged_in=False).logged_in


def test_a_short_token_is_refused_and_one_that_is_made_is_long() -> None:
    with pytest.raises(SettingsError, match=f"at least {SHORTEST_TOKEN}"):
        Access("0.0.0.0", 8321, token="secret")
    assert len(new_token()) >= 32
    assert new_token() != new_token()


def test_only_the_token_itself_opens_the_page() -> None:
    access = Access("0.0.0.0", 8321, token=TOKEN)
    assert access.token_matches(TOKEN)
    assert not any(map(access.token_matches, ["", TOKEN[:-1], TOKEN + " ", TOKEN.upper(), "é\ud800"]))
    assert not Access("127.0.0.1", 8321).token_matches("")


def test_a_cookie_that_was_not_written_here_is_no_session() -> None:
    access, other = Access("0.0.0.0", 8321, token=TOKEN), Access("0.0.0.0", 8321, token=TOKEN)
    written = access.written(access.new_session(logged_in=False))
    name, _, mark = written.rpartition(".")
    assert access.read(written) is not None
    assert other.read(written) is None
    assert [
        access.read(cookie) for cookie in (None, "", ".", written + "x", name, f"{name[:-1]}1.{mark}", "é.1.é")
    ] == [None] * 7


def test_the_mark_of_a_form_is_that_of_its_session() -> None:
    access = Access("127.0.0.1", 8321)
    mine, other = access.new_session(logged_in=True), access.new_session(logged_in=True)
    assert access.form_matches(mine, access.form_mark(mine))
    assert not access.form_matches(other, access.form_mark(mine))
    assert not access.form_matches(mine, "")


LOCAL, OPEN = Access("127.0.0.1", 8321), Access("0.0.0.0", 8321, token=TOKEN, names=["Docs.example.org"])


@pytest.mark.parametrize(
    ("header", "local", "open_to_others"),
    [
        ("localhost:8321", True, True),
        ("127.0.0.1:9000", True, True),
        ("[::1]:8321", True, True),
        ("192.168.1.7:8321", False, True),
        ("docs.example.org", False, True),
        ("rebound.example.net:8321", False, False),
        ("localhost.example.net", False, False),
        ("localhost:8321@example.net", False, False),
        ("127.0.0.1.example.net", False, False),
        ("", False, False),
    ],
)
def test_a_host_is_known_by_its_own_names_only(header: str, local: bool, open_to_others: bool) -> None:
    assert (LOCAL.knows_host(header), OPEN.knows_host(header)) == (local, open_to_others)
