"""Asking in the page: each browser gets its own answers, and a run that nobody watches still ends."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import cast

import httpx
import pytest
from bs4 import BeautifulSoup
from served_page import AS_OF, COMPANIES, HOSTILE, NOTICE, REMOTE, Browser, Served, served, until
from starlette.requests import Request
from starlette.responses import HTMLResponse
from waiting_critic import Waiting

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.serving.web import runs
from pincite.serving.web.site import Site
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = [pytest.mark.servers, pytest.mark.spec("ECO-4")]


def test_a_question_leads_to_its_run_and_then_to_its_answer(page: Served) -> None:
    browser = page.browser()
    run = browser.ask(NOTICE)
    lines = browser.watched(run)
    told = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    titles = [event["title"] for event in told[:-1]]
    assert list(dict.fromkeys(titles))[:3] == [
        "Understand the question",
        "Find the subject in the documents",
        "Search the documents",
    ]
    assert any(
        event["text"] == "Found: Lease of Tarnholm Ltd" or "Tarnholm" in (event["text"] or "") for event in told[:-1]
    )
    assert told[-2]["used"]["seconds_of"] == Settings().budgets.seconds_per_run
    assert told[-1] == {"status": "done"}
    answer = browser.http.get(run).text
    assert "six months" in answer
    assert run in browser.http.get("/history").text


def test_a_stream_that_broke_goes_on_where_it_was(page: Served) -> None:
    browser = page.browser()
    run = browser.ask(NOTICE)
    all_of_it = browser.watched(run)
    last = max(int(line.removeprefix("id: ")) for line in all_of_it if line.startswith("id: "))
    again = browser.http.get(f"{run}/events", headers={"Last-Event-ID": str(last - 1)}).text
    assert again.count("event: progress") == 1
    assert "event: end" in again
    for wrong in (b"x", b"-1", b"9" * 5_000, "²".encode("latin-1")):
        anew = browser.http.get(f"{run}/events", headers={b"Last-Event-ID": wrong})
        assert anew.text.splitlines() == all_of_it


@pytest.mark.spec("REL-5")
def test_twenty_people_who_ask_at_once_get_their_own_answers(page: Served) -> None:
    browsers = [page.browser() for _ in range(20)]
    names = [COMPANIES[number % len(COMPANIES)] for number in range(20)]
    with ThreadPoolExecutor(20) as people:
        answers = list(people.map(Browser.answer, browsers, [f"Who is the founder of {name}?" for name in names]))
    for name, answer in zip(names, answers, strict=True):
        own = f"Person{11 + COMPANIES.index(name)} Marlow"
        others = [f"Person{11 + number} Marlow" for number in range(len(COMPANIES)) if COMPANIES[number] != name]
        told = BeautifulSoup(answer, "html.parser").select_one(".lead")
        assert told is not None
        assert own in told.get_text()
        assert not any(other in told.get_text() for other in others)
    for browser, name in zip(browsers, names, strict=True):
        history = browser.http.get("/history").text
        assert history.count("/runs/") == 1
        assert name in history


def test_two_tabs_of_one_browser_do_not_mix(page: Served) -> None:
    browser = page.browser()
    first, second = browser.ask(f"Who is the founder of {COMPANIES[0]}?"), browser.ask(NOTICE)
    browser.watched(second)
    browser.watched(first)
    assert "Person11 Marlow" in browser.http.get(first).text
    assert "six months" in browser.http.get(second).text
    assert "Person11" not in browser.http.get(second).text


def test_a_run_that_ends_while_its_page_is_rendered_is_shown_as_running(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = Site.page

    async def ended_first(site: Site, request: Request, name: str, code: int = 200, **values: object) -> HTMLResponse:
        if name == "run" and "answer" not in values:
            await cast(runs.Run, values["run"]).ended()
        return await rendered(site, request, name, code, **values)

    monkeypatch.setattr(Site, "page", ended_first)
    with served(kb) as page:
        browser = page.browser()
        run = browser.ask(NOTICE)
        live = browser.http.get(run)
        assert live.status_code == 200
        assert f'data-events="{run}/events"' in live.text
        browser.watched(run)
        assert "six months" in browser.http.get(run).text


@pytest.mark.parametrize("path", ["", "/events", "/files/report.json", "/pages/1.webp"])
def test_a_run_is_nobody_elses(page: Served, path: str) -> None:
    mine = page.browser()
    run = mine.ask(NOTICE)
    mine.watched(run)
    assert page.browser().http.get(run + path).status_code == 404


@pytest.mark.spec("ANS-10")
def test_a_report_can_be_kept_in_three_forms(page: Served) -> None:
    browser = page.browser()
    run = browser.ask(NOTICE)
    browser.watched(run)
    kept = {name: browser.http.get(f"{run}/files/{name}") for name in ("report.json", "answer.md", "dossier.html")}
    assert EvidenceReport.model_validate_json(kept["report.json"].content).question == NOTICE
    assert "six months" in kept["answer.md"].text
    assert kept["dossier.html"].text.startswith("<!DOCTYPE html>")
    assert all(response.headers["content-disposition"].startswith("attachment") for response in kept.values())
    assert browser.http.get(f"{run}/files/other").status_code == 404


def test_the_page_that_is_cited_is_shown_where_there_is_one(page: Served) -> None:
    browser = page.browser()
    pdf, text = browser.ask(REMOTE), browser.ask(NOTICE)
    for run in (pdf, text):
        browser.watched(run)
    picture = browser.http.get(f"{pdf}/pages/1.webp")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/webp")
    assert f"{pdf}/pages/1.webp" in browser.http.get(pdf).text
    assert browser.http.get(f"{text}/pages/1.webp").status_code == 404
    assert browser.http.get(f"{pdf}/pages/99.webp").status_code == 404


def test_the_text_of_a_document_stays_text(page: Served) -> None:
    answer = page.browser().answer(NOTICE)
    assert "<script>document" not in answer
    assert "<img src=x" not in answer
    assert HOSTILE.split(">")[0].replace("<", "&lt;") in answer
    asked = page.browser().answer(f"{HOSTILE} What is the rent?")
    assert "<script>document" not in asked
    assert "<img src=x" not in asked


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"question": ""}, "it is empty"),
        ({"question": " \x00 "}, "it is empty"),
        ({"question": "why? " * 2_000}, "at most 8,000"),
        ({"question": NOTICE, "as_of": "tomorrow"}, "not a date; give one such as 2026-01-31"),
        ({"question": NOTICE, "documents": ",".join(["*"] * 1_001)}, "at most 1,000"),
    ],
)
def test_what_cannot_be_asked_is_said_beside_the_field(page: Served, given: dict[str, str], said: str) -> None:
    browser = page.browser()
    refused = browser.post("/ask", **given)
    assert refused.status_code == 422
    assert said in refused.text
    assert browser.http.get("/history").text.count("/runs/") == 0


def test_a_run_that_cannot_begin_says_why_on_its_page(page: Served) -> None:
    browser = page.browser()
    run = browser.post("/ask", question=NOTICE, documents="nothing/*").headers["location"]
    assert '"status": "failed"' in browser.watched(run)[-2]
    assert "no document of the knowledge base matches" in browser.http.get(run).text


def test_a_browser_that_leaves_does_not_end_its_run_and_stopping_does(kb: KnowledgeBase) -> None:
    waiting = Waiting()
    with served(kb, roles=waiting.roles()) as page:
        browser = page.browser()
        run = browser.ask(NOTICE)
        with browser.http.stream("GET", f"{run}/events") as stream:
            assert any("Find and check quotes" in line for line in stream.iter_lines())
        assert waiting.entered.wait(20)
        assert 'data-doing="true"' in browser.http.get(run).text
        stopped = browser.post(f"{run}/stop")
        assert waiting.cancelled.wait(20)
        assert "stopped before it ended" in browser.http.get(stopped.headers["location"]).text
        until(lambda: page.app.app.state.site.admission.inside == 0)


def test_the_end_of_the_process_ends_its_runs_and_its_streams(kb: KnowledgeBase) -> None:
    waiting = Waiting()
    with served(kb, roles=waiting.roles()) as page:
        browser = page.browser()
        run = browser.ask(NOTICE)
        with browser.http.stream("GET", f"{run}/events") as stream:
            lines = stream.iter_lines()
            assert any("Find and check quotes" in line for line in lines)
            assert waiting.entered.wait(20)
            page.close()
        assert waiting.cancelled.wait(20)


def test_one_run_too_many_is_sent_away_with_its_question_kept(kb: KnowledgeBase) -> None:
    waiting = Waiting()
    with served(kb, Settings(serving={"runs_at_once": 1}), roles=waiting.roles()) as page:  # type: ignore[arg-type]
        browser = page.browser()
        run = browser.ask(NOTICE)
        assert waiting.entered.wait(20)
        refused = page.browser().post("/ask", question="Who pays the rent?", as_of=AS_OF)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert "Who pays the rent?" in refused.text
        assert page.browser().post("/audit", answer="The rent is £48,000.").status_code == 503
        browser.post(f"{run}/stop")


def test_the_oldest_runs_are_forgotten_and_none_that_is_under_way(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "RUNS_KEPT", 3)
    with served(kb) as page:
        browser = page.browser()
        asked = [browser.ask(NOTICE) for _ in range(5)]
        for run in asked:
            if browser.http.get(run).status_code == 200:
                browser.watched(run)
        asked.append(browser.ask(NOTICE))
        browser.watched(asked[-1])
        assert [browser.http.get(run).status_code for run in asked] == [404, 404, 404, 200, 200, 200]
        assert browser.http.get("/history").text.count('href="/runs/') == 3


def test_what_is_not_there_is_a_page_for_people_and_a_line_for_programs(page: Served) -> None:
    assert "<h1>" in page.browser().http.get("/nowhere").text
    assert httpx.get(f"{page.address}/runs/none").text.startswith("run not found")
