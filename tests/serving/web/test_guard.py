"""What every request passes: host, origin, session, form, and the limits of its body."""

import socket
from contextlib import suppress

import httpx
import pytest
from served_page import NOTICE, Browser, Served, served

from pincite.serving.web import guard, login_page
from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.servers
TOKEN = "correct-horse-battery"


def test_every_answer_forbids_foreign_script_frames_and_guesses(page: Served) -> None:
    browser = page.browser()
    for path in ("/", "/audit", "/static/page.css", "/static/run.js", "/nowhere", "/runs/none"):
        headers = browser.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy, path
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    cookie = page.browser().http.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_pages_hold_no_inline_script_or_style_and_no_address_of_another_host(page: Served) -> None:
    browser = page.browser()
    for path in ("/", "/documents", "/audit", "/history"):
        text = browser.http.get(path).text
        assert "<style" not in text
        assert "style=" not in text
        assert "onclick" not in text
        assert "//" not in text.replace("<!DOCTYPE html>", "").replace(page.address, "")


def test_a_host_name_that_was_made_to_lead_here_is_refused(page: Served) -> None:
    refused = httpx.get(page.address, headers={"Host": "rebound.example.net"})
    assert refused.status_code == 421
    assert "set-cookie" not in refused.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://example.net"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_form_of_another_site_is_refused_even_with_the_right_mark(page: Served, headers: dict[str, str]) -> None:
    browser = page.browser()
    given = {"form_mark": browser.mark(), "question": NOTICE}
    assert browser.http.post("/ask", data=given, headers=headers).status_code == 403


@pytest.mark.parametrize("path", ["/ask", "/audit", "/login", "/logout"])
def test_a_form_without_the_mark_of_its_session_is_refused(page: Served, path: str) -> None:
    browser, other = page.browser(), page.browser()
    browser.http.get("/")
    for given in ({}, {"form_mark": other.mark()}):
        assert browser.http.post(path, data={**given, "question": NOTICE}).status_code == 403


def test_a_question_sent_from_a_page_of_before_a_restart_is_kept_in_its_field(page: Served) -> None:
    stale = page.browser().http.post("/ask", data={"form_mark": "0" * 64, "question": NOTICE})
    assert stale.status_code == 403
    assert NOTICE in stale.text
    assert "Ask again" in stale.text


@pytest.mark.parametrize("kind", ["application/json", "text/plain", ""])
def test_a_body_that_is_no_form_is_refused(page: Served, kind: str) -> None:
    browser = page.browser()
    sent = browser.http.post("/ask", content=b'{"question": "x"}', headers={"Content-Type": kind})
    assert sent.status_code == 415


def test_a_body_that_says_it_is_too_long_is_refused_before_it_is_sent(page: Served) -> None:
    host, port = page.address.removeprefix("http://").split(":")
    for path, length in (("/documents", 2_000_000_000), ("/ask", guard.FORM_BYTES + 1)):
        with socket.create_connection((host, int(port)), timeout=10) as raw:
            head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
            raw.sendall(head.encode())
            answered = b"".join(iter(lambda raw=raw: raw.recv(4_096), b""))  # type: ignore[misc]
        assert answered.startswith(b"HTTP/1.1 413")
        assert b"500 MB" in answered or path == "/ask"


def test_a_body_that_does_not_say_how_long_it_is_is_counted_as_it_comes(
    page: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "FORM_BYTES", 200_000)
    browser = page.browser()
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    endless = (b"question=" if not number else b"x" * 60_000 for number in range(50))
    with suppress(httpx.WriteError):  # the server may have closed the connection before all was sent
        assert browser.http.post("/ask", content=endless, headers=headers).status_code == 413
    assert browser.http.get("/ready").json() == {"ready": True}


def test_a_body_that_stops_midway_is_given_up(page: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.3)
    host, port = page.address.removeprefix("http://").split(":")
    kind = "Content-Type: application/x-www-form-urlencoded"
    with socket.create_connection((host, int(port)), timeout=10) as half:
        half.sendall(f"POST /ask HTTP/1.1\r\nHost: localhost\r\n{kind}\r\nContent-Length: 100\r\n\r\nq".encode())
        assert b"".join(iter(lambda: half.recv(4_096), b"")).startswith(b"HTTP/1.1 408")


def test_with_a_token_nothing_is_shown_before_the_one_login(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_page, "AFTER_A_WRONG_TOKEN", 0.01)
    with served(kb, token=TOKEN) as page:
        browser = page.browser()
        for path in ("/", "/documents", "/audit", "/history", "/runs/x", "/runs/x/files/report.json"):
            sent = browser.http.get(path)
            assert (sent.status_code, sent.headers.get("location")) == (303, "/login"), path
        assert httpx.get(f"{page.address}/documents").status_code == 401
        assert httpx.post(f"{page.address}/ask", data={"question": NOTICE}).status_code == 401
        assert _login(browser, "not-the-token-at-all").status_code == 403
        assert browser.http.get("/").status_code == 303
        before = browser.http.cookies
        assert _login(browser, TOKEN).headers["location"] == "/"
        assert browser.http.get("/").status_code == 200
        assert "six months" in browser.answer(NOTICE)
        assert browser.http.get("/login").headers["location"] == "/"
        assert TOKEN not in browser.http.get("/").text + str(dict(before))
        browser.post("/logout")
        assert browser.http.get("/").status_code == 303


def _login(browser: Browser, token: str) -> httpx.Response:
    return browser.http.post("/login", data={"form_mark": browser.mark("/login"), "token": token})
