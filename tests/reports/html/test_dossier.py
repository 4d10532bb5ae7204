"""The dossier: everything there in one page, nothing fetched, nothing run, and a hostile document's text stays text."""

import base64
import hashlib
import io
import re
import tomllib
from decimal import Decimal
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup, Tag
from PIL import Image

from pincite import EvidenceReport, KnowledgeBase, build_graph, render
from pincite.evidence.calculation.calculations import Calculation, Operand, calculate
from pincite.evidence.model.cost import ModelUsage, Price, cost_of
from pincite.evidence.report.digest import report_digest
from pincite.evidence.report.evidence_report import Disclosure, Usage
from pincite.reports.html import exhibits
from pincite.stores.originals.page_images import page_images

if TYPE_CHECKING:
    from conftest import House

pytestmark = pytest.mark.spec("REP-3")

VOID = {"meta", "br", "img", "path", "circle"}
HOSTILE = (
    "</title></style></script><script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)>"
    '"><a href="javascript:alert(4)">x</a>{{ 7*7 }}{% raw %}<!-- \u202eevil\x00\ud800'
)


def page(report: EvidenceReport, kb: KnowledgeBase | None = None) -> BeautifulSoup:
    return BeautifulSoup(render(report, "html", kb=kb), "html.parser")


def words(node: Tag) -> str:
    return " ".join(node.get_text().split())


def blocks(node: Tag) -> str:
    """The text with a space between its elements."""
    return " ".join(node.get_text(" ").split())


def section(soup: BeautifulSoup, name: str) -> Tag:
    found = soup.find(["section", "div", "table"], attrs={"data-part": name})
    assert isinstance(found, Tag), name
    return found


class _Balanced(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """`<rect/>` opens nothing."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


@pytest.fixture(params=["notice", "remote", "conflict", "refusal"])
def each(request: pytest.FixtureRequest) -> EvidenceReport:
    report: EvidenceReport = request.getfixturevalue(request.param)
    return report


def test_it_fetches_nothing_and_runs_nothing(each: EvidenceReport, house: "House") -> None:
    soup = page(each, house.kb)
    assert not soup.find_all(["script", "iframe", "object", "embed", "link", "form", "base", "audio", "video"])
    assert all(image["src"].startswith("data:image/webp;base64,") for image in soup.find_all("img"))
    for node in soup.find_all(True):
        assert not [name for name in node.attrs if name.startswith("on") or name in {"srcset", "style", "background"}]
    assert "url(" not in soup.style.get_text()
    assert "@import" not in soup.style.get_text()


def test_the_page_forbids_itself_everything_but_its_own_style_and_pictures(notice: EvidenceReport) -> None:
    soup = page(notice)
    policy = soup.find("meta", {"http-equiv": "Content-Security-Policy"})["content"]
    style = base64.b64encode(hashlib.sha256(soup.style.get_text().encode()).digest()).decode()
    assert "default-src 'none'" in policy
    assert f"style-src 'sha256-{style}'" in policy
    assert "script-src" not in policy


def test_its_tags_close_and_its_links_lead_somewhere(each: EvidenceReport, house: "House") -> None:
    shown = render(each, "html", kb=house.kb)
    checker = _Balanced()
    checker.feed(shown)
    assert checker.open == []
    soup = BeautifulSoup(shown, "html.parser")
    ids = [node["id"] for node in soup.find_all(id=True)]
    assert len(ids) == len(set(ids))
    for link in soup.find_all("a", href=re.compile("^#")):
        assert link["href"][1:] in ids


def test_it_can_be_read_by_ear_and_by_keyboard(each: EvidenceReport, house: "House") -> None:
    soup = page(each, house.kb)
    assert soup.html["lang"] == "en"
    assert soup.title.get_text().startswith(each.question)
    assert len(soup.find_all("h1")) == 1
    assert soup.find("main")
    assert soup.body.find("a")["href"] == "#answer"
    assert all(image.get("alt") for image in soup.find_all("img"))
    for number in soup.select("a.ref"):
        assert re.match(r"Citation \d+: \S", number["aria-label"])
    levels = [int(node.name[1]) for node in soup.find_all(re.compile("^h[1-6]$"))]
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for table in soup.find_all("table"):
        assert table.caption


OUTCOMES = {
    "notice": ("good", "Answered", "Confidence: medium (a single source states it)"),
    "conflict": ("warn", "The documents disagree", "Both versions are shown."),
    "unconfirmed": ("warn", "Found, not confirmed", "but they are not confirmed."),
    "refusal": ("stop", "Not in the documents", "are not used instead"),
    "vague": ("stop", "The question is not clear", "more precisely"),
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_what_became_of_the_question_stands_first_in_words_and_with_an_icon(
    name: str, request: pytest.FixtureRequest
) -> None:
    soup = page(request.getfixturevalue(name))
    family, label, said = OUTCOMES[name]
    status = soup.select_one("p.status")
    assert family in status["class"]
    assert words(status.strong) == label
    assert said in words(status)
    assert status.svg["aria-hidden"] == "true"
    assert status.find_previous("h1")
    assert status.find_previous("h2") is None


def test_the_answer_stands_before_everything_else_but_its_question(notice: EvidenceReport, house: "House") -> None:
    shown = words(page(notice, house.kb).main)
    order = [
        shown.index(part) for part in (notice.question, "Answered", notice.sentences[0].text, "Sources and quotes")
    ]
    assert order == sorted(order)
    assert len(shown[: order[2]].split()) < 40


def test_a_refusal_gives_its_reason_then_what_to_do_then_what_came_near(refusal: EvidenceReport) -> None:
    shown = words(page(refusal).main)
    parts = ("Nothing in the knowledge base shows who the founder", "What to do next", "Near-misses, not used")
    order = [shown.index(part) for part in parts]
    assert order == sorted(order)


@pytest.mark.slow
def test_what_was_found_and_not_confirmed_shows_the_quotes_at_once(unconfirmed: EvidenceReport, house: "House") -> None:
    lead = section(page(unconfirmed, house.kb), "lead")
    assert unconfirmed.sentences[0].text in words(lead)
    assert "Passages that may answer it" in words(section(page(unconfirmed, house.kb), "evidence"))


CODE_NAMES = re.compile(
    r"contract.met|rag.retrieve|no.new.primary.source|no.named.gap|subject.not.found|missing.evidence|EVIDENCE|CONCLUDED|extractive|"
    r"discover.candidates|identify.subject|breadth|pinned|bound\b|insufficient|critique|[a-z]_[a-z]"
)


@pytest.mark.parametrize("name", [*OUTCOMES, "remote", "german"])
def test_no_code_name_reaches_a_reader(name: str, request: pytest.FixtureRequest, house: "House") -> None:
    report = request.getfixturevalue(name)
    soup = page(report, house.kb)
    for code in soup.find_all(["style", "code", "pre"]):
        code.decompose()
    for path in soup.select(".hash, .path"):
        path.decompose()
    assert CODE_NAMES.findall(blocks(soup)) == []
    assert CODE_NAMES.findall(render(report)) == []


def test_its_own_words_are_in_the_language_of_the_question(german: EvidenceReport, house: "House") -> None:
    soup = page(german, house.kb)
    assert soup.html["lang"] == "de"
    assert words(soup.select_one(".status strong")) == "Steht nicht in den Dokumenten"
    headings = {words(node) for node in soup.find_all(re.compile("^h[2-4]$"))}
    assert {"Nächste Schritte", "Wie dies gefunden wurde", "Zur Prüfung", "Suchen"} <= headings


def test_each_sentence_leads_to_its_evidence_and_back(notice: EvidenceReport) -> None:
    soup = page(notice)
    sentence = soup.find(id="s1")
    assert words(sentence) == notice.sentences[0].text
    assert sentence.find_next("a")["href"] == "#c1"
    assert soup.find(id="c1").find("a", href="#answer")
    reworded = notice.sentences[0].model_copy(update={"text": "Notice is six months."})
    other = notice.model_copy(update={"sentences": (reworded,), "conclusion": "Notice is six months. [1]"})
    assert page(other).find(id="c1").find("a", href="#s1")


def test_a_quote_stands_in_its_surroundings(notice: EvidenceReport, house: "House") -> None:
    context = page(notice, house.kb).find(id="c1").blockquote
    assert words(context.mark) == "The notice period of this lease is six months."
    assert "The term of this lease is five years." in words(context)
    assert "£48,000" in words(context)


def test_without_the_knowledge_base_the_quote_stands_alone(notice: EvidenceReport) -> None:
    exhibit = page(notice).find(id="c1")
    assert words(exhibit.blockquote) == "The notice period of this lease is six months."
    assert "option --kb" in words(exhibit)


def test_a_source_that_changed_or_went_is_said_and_not_shown(
    notice: EvidenceReport, house: "House", tmp_path: Path
) -> None:
    with KnowledgeBase.open(tmp_path / "empty") as empty:
        assert "no longer contains this version" in words(page(notice, empty).find(id="c1"))
    forged = notice.citations[0].model_copy(update={"quote": "The notice period of this lease is one month."})
    exhibit = page(notice.model_copy(update={"citations": (forged,)}), house.kb).find(id="c1")
    assert "does not have these words" in words(exhibit)
    assert "five years" not in words(exhibit)


def test_a_pdf_page_is_pictured_with_the_quote_boxed(remote: EvidenceReport, house: "House") -> None:
    image = page(remote, house.kb).find(id="c1").find("img")
    assert image["alt"].startswith("Picture of page 2 of Handbook of Tarnholm Ltd")
    picture = Image.open(io.BytesIO(base64.b64decode(image["src"].partition(",")[2])))
    assert picture.size == (int(image["width"]), int(image["height"]))
    colours = {colour for _, colour in picture.convert("RGB").quantize(16).convert("RGB").getcolors(1_000)}
    assert any(red > 220 and green > 180 and blue < 190 for red, green, blue in colours), "the tint of the quote"
    assert any(blue - red > 40 for red, green, blue in colours), "the frame around it"


@pytest.mark.slow
def test_pictures_of_one_page_are_shown_once_and_folded_after_that(remote: EvidenceReport, house: "House") -> None:
    again = remote.citations[0].model_copy(update={"number": 2})
    soup = page(remote.model_copy(update={"citations": (*remote.citations, again)}), house.kb)
    assert soup.find(id="c1").find("img").find_parent("details") is None
    assert soup.find(id="c2").find("img").find_parent("details")
    assert len(soup.select(".document")) == 1


@pytest.mark.spec("CON-1", "CON-2")
def test_conflicts_stand_side_by_side(conflict: EvidenceReport, house: "House") -> None:
    sides = section(page(conflict, house.kb), "conflicts").select(".side")
    assert len(sides) == 2
    for side, value, title in zip(sides, ("£48,000", "£52,000"), ("Lease", "Minutes"), strict=True):
        assert value in words(side)
        assert title in words(side)
        assert side.select_one("a.ref")


def test_the_closest_documents_and_the_near_misses_are_headed_once(each: EvidenceReport) -> None:
    shown = blocks(page(each)).casefold()
    assert shown.count("closest documents") <= 1
    assert shown.count("near-misses, not used") <= 1


@pytest.mark.spec("EVI-7")
def test_evidence_of_a_superseded_version_is_marked_where_it_is_not_cited(notice: EvidenceReport) -> None:
    unit = notice.evidence[0]
    old = unit.model_copy(
        update={"evidence_id": "ev-old", "source": unit.source.model_copy(update={"is_current": False})}
    )
    (row,) = section(page(notice.model_copy(update={"evidence": (*notice.evidence, old)})), "found").select(
        ".quotes li"
    )
    assert words(row).endswith("no longer in force")


@pytest.mark.spec("SUB-6")
def test_what_looked_like_the_subject_stands_with_what_does_not_fit(refusal: EvidenceReport) -> None:
    shown = section(page(refusal), "found")
    assert "Nothing in the documents is shown to be this subject." in words(shown)
    (row,) = (row for row in shown.find_all("tr") if words(row).startswith("Ines Orrin"))
    assert next(
        candidate.reason for candidate in refusal.rejected_candidates if candidate.name == "Ines Orrin"
    ) in words(row)


@pytest.mark.spec("SUB-6")
def test_words_that_are_no_name_are_no_near_miss(refusal: EvidenceReport) -> None:
    near = refusal.rejected_candidates[0].model_copy(update={"name": "and The Bank"})
    shown = page(refusal.model_copy(update={"rejected_candidates": (*refusal.rejected_candidates, near)}))
    assert "and The Bank" not in blocks(shown)


def test_a_found_subject_stands_with_its_binding(notice: EvidenceReport) -> None:
    shown = words(section(page(notice), "found"))
    for subject in notice.candidate_subjects:
        assert subject.name in shown
        assert subject.parent_entity_binding.reason in shown


@pytest.mark.spec("EXE-8")
def test_the_steps_are_reported_in_plain_words_with_their_times(notice: EvidenceReport) -> None:
    steps = section(page(notice), "found").select(".steps > li")
    assert len(steps) == len(notice.path)
    assert words(steps[0]).startswith("Question received")
    for drawn in steps:
        assert re.search(r"\d (ms|s)$", words(drawn))
    assert "enough evidence was found" in words(section(page(notice), "found"))


@pytest.mark.spec("EVI-8", "RET-4")
def test_searches_usage_and_everything_left_out_are_shown(notice: EvidenceReport) -> None:
    ledger = (Disclosure(kind="unreadable", subject="scan.pdf", reason="no text layer"),)
    spent = ModelUsage(model="openai:a@host", model_calls=3, input_tokens=1_234, cached_tokens=1_024, output_tokens=56)
    used = Usage(
        model_calls=3,
        input_tokens=1_234,
        cached_tokens=1_024,
        output_tokens=56,
        seconds=65.0,
        models=(spent,),
        cost=cost_of((spent,), {"a": Price(input=Decimal(2), output=Decimal(8))}),
    )
    shown = words(section(page(notice.model_copy(update={"disclosures": ledger, "usage": used})), "found"))
    assert notice.tool_history[0].query in shown
    assert "Text passages" in shown
    assert "1 min 05 s" in shown
    assert "1,234, 1,024 of them cached" in shown
    assert "Cost of this question, by the prices in the settings: 0.0029 USD." in shown
    assert "no text layer" in shown


@pytest.mark.spec("EVI-9")
def test_calculations_show_formula_and_operands(conflict: EvidenceReport) -> None:
    units = [next(unit for unit in conflict.evidence if unit.value == value) for value in ("£52,000", "£48,000")]
    operands = [
        Operand(name=name, value=value, unit="GBP", span_id=unit.span.span_id)
        for name, value, unit in zip("ab", (52_000, 48_000), units, strict=True)
    ]
    done = calculate("difference", operands)
    assert isinstance(done, Calculation)
    shown = words(section(page(conflict.model_copy(update={"calculations": (done,)})), "calculations"))
    assert "52,000 − 48,000 = £4,000" in shown
    assert "£52,000: “" in shown or "£52,000: The" in shown
    assert "The annual rent of this lease is £48,000." in shown


def test_a_sentence_with_a_calculation_shortens_its_amounts_and_keeps_the_exact_ones(conflict: EvidenceReport) -> None:
    unit = conflict.evidence[0]
    operands = [
        Operand(name=name, value=value, unit="USD million", span_id=unit.span.span_id)
        for name, value in (("a", 59_268), ("b", 41_190))
    ]
    done = calculate("difference", operands)
    assert isinstance(done, Calculation)
    text = "The difference is $18,078 million: 59,268 − 41,190, with assets of $59,268 million."
    sentence = conflict.sentences[0].model_copy(update={"text": text})
    changed = {"sentences": (sentence,), "conclusion": f"{text} [1]", "conflicts": (), "calculations": (done,)}
    soup = page(conflict.model_copy(update=changed))
    shown = soup.find(id="s1")
    assert words(shown) == "The difference is $18.078 billion: 59,268 − 41,190, with assets of $59.268 billion."
    assert [amount["title"] for amount in shown.select(".amount")] == [
        "exactly 18,078,000,000 USD",
        "exactly 59,268,000,000 USD",
    ]
    assert "59,268 − 41,190 = $18,078 million = $18.078 billion" in words(section(soup, "calculations"))


@pytest.mark.spec("REP-1")
def test_it_says_how_to_verify_it(notice: EvidenceReport) -> None:
    shown = section(page(notice), "verify")
    assert shown.details
    assert "pincite verify REPORT.json --kb DIR" in words(shown)
    assert "pincite verify REPORT.json --files PATH" in words(shown)
    assert notice.digest in words(shown)
    assert notice.citations[0].version_sha256 in words(shown)


def hostile_everywhere(value: object) -> object:
    """The value with every text in it made hostile, but those that only take certain values."""
    if isinstance(value, str):
        return HOSTILE
    if isinstance(value, list):
        return [hostile_everywhere(item) for item in value]
    if isinstance(value, dict):
        return {key: item if key in KEPT else hostile_everywhere(item) for key, item in value.items()}
    return value


KEPT = {
    "schema_version", "as_of", "terminal_state", "confidence", "risk_signals", "stop_reason", "status", "verdict", "kind", "part",
    "source_kind", "authority", "version_date", "updated_at", "effective_from", "effective_to", "subject_type", "mechanism",
    "condition", "failed_condition", "state", "evidence_id", "evidence_ids", "fact_id", "subject_id", "dated", "origin", "rule",
    "supported_by", "code", "char_start", "char_end", "models", "span", "scope", "settled_by",
}  # fmt: skip


@pytest.mark.spec("VER-4")
@pytest.mark.parametrize("settled_by", ["judge", "code"])
def test_evidence_the_judge_settled_says_so_beside_what_code_left_open(notice: EvidenceReport, settled_by: str) -> None:
    cited = notice.citations[0].evidence_id
    raw = notice.model_dump(mode="json")
    for unit in raw["evidence"]:
        if unit["evidence_id"] == cited:
            unit["link"] = {"mechanism": "unsettled", "reason": "code cannot show that it is about the lease"}
    for fact in raw["required_facts"]:
        fact["settled_by"] = settled_by
    shown = words(section(page(EvidenceReport.model_validate(raw)), "verify"))
    assert "code cannot show that it is about the lease" in shown
    assert ("the judging model decided it" in shown) == (settled_by == "judge")


@pytest.mark.spec("CRI-13")
def test_hostile_text_in_any_field_stays_text(each: EvidenceReport, house: "House") -> None:
    report = EvidenceReport.model_validate(hostile_everywhere(each.model_dump(mode="json")))
    for kb in (None, house.kb):
        shown = render(report, "html", kb=kb)
        shown.encode("utf-8")
        soup = BeautifulSoup(shown, "html.parser")
        assert not soup.find_all(["script", "iframe", "object", "form"])
        assert not soup.find_all("img", src="x")
        assert [drawing for drawing in soup.find_all("svg") if "icon" not in drawing.get("class", [])] == []
        assert all(link["href"].startswith("#") for link in soup.find_all("a"))
        assert not [name for node in soup.find_all(True) for name in node.attrs if name.startswith("on")]
        assert "{{ 7*7 }}" in shown
        assert not {"\u202e", "\x00", "\ud800"} & set(shown)
        checker = _Balanced()
        checker.feed(shown)
        assert checker.open == []


@pytest.mark.spec("CRI-13")
def test_a_hostile_document_stays_text_from_its_file_to_the_page(tmp_path: Path) -> None:
    (tmp_path / "lease.md").write_text(
        '# Lease of Tarnholm Ltd <script>alert(1)</script>\n\n<img src=x onerror="alert(2)">\n\n'
        "The notice period of this lease is six months.\n\n</blockquote><script>alert(3)</script>\n",
        encoding="utf-8",
    )
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest([tmp_path / "lease.md"])
        question = "What is the notice period of the lease of Tarnholm Ltd?"
        report = build_graph(kb).invoke({"question": question})["report"]
        soup = page(report, kb)
    assert "six months" in words(section(soup, "lead"))
    assert "<script>alert(3)</script>" in words(soup.find(id="c1").blockquote)
    assert not soup.find_all("script")
    assert not soup.find_all("img")


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "http://[", " JaVaScRiPt:x"]
)
def test_only_web_addresses_become_links(notice: EvidenceReport, url: str) -> None:
    report = notice.model_copy(update={"citations": (notice.citations[0].model_copy(update={"url": url}),)})
    source = page(report).select_one(".document")
    assert [link["href"] for link in source.find_all("a")] == ["#answer"]
    assert url.strip() in words(source)


def test_a_web_address_becomes_a_link_that_tells_nobody_where_it_stood(notice: EvidenceReport) -> None:
    report = notice.model_copy(
        update={"citations": (notice.citations[0].model_copy(update={"url": "https://a.example/b"}),)}
    )
    link = page(report).select_one(".document").find("a", href="https://a.example/b")
    assert "noreferrer" in link["rel"]


@pytest.mark.spec("REP-1")
def test_a_report_that_was_changed_says_so_at_the_top(notice: EvidenceReport, house: "House") -> None:
    assert "Do not rely" not in words(page(notice, house.kb))
    changed = notice.model_copy(update={"preview": "One month."})
    assert "was changed after it was made" in words(page(changed).select_one(".broken"))
    resealed = changed.model_copy(update={"digest": report_digest(changed)})
    assert "Do not rely" not in words(page(resealed))
    assert "recorded another report" in words(page(resealed, house.kb).select_one(".broken"))


def test_numbers_in_a_documents_own_words_are_no_links(notice: EvidenceReport) -> None:
    sentence = notice.sentences[0].model_copy(update={"text": "As [1] shows, it is six months."})
    report = notice.model_copy(update={"sentences": (sentence,), "conclusion": "As [1] shows, it is six months. [1]"})
    assert len(section(page(report), "lead").select("a.ref")) == 1


@pytest.mark.slow
def test_two_renderings_are_the_same_letter_for_letter(
    remote: EvidenceReport, house: "House", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exhibits, "page_images", page_images)  # drawn twice
    assert render(remote, "html", kb=house.kb) == render(remote, "html", kb=house.kb)


def test_a_long_list_is_cut_and_the_rest_counted(notice: EvidenceReport) -> None:
    ledger = tuple(Disclosure(kind="note", subject=f"s{n}", reason="r") for n in range(75))
    soup = page(notice.model_copy(update={"disclosures": ledger}))
    assert len(section(soup, "ledger").tbody.find_all("tr")) == 60
    assert "15 more are in the JSON report" in words(section(soup, "found"))


def test_what_it_is_made_of_ships_with_the_package() -> None:
    root = Path(__file__).resolve().parents[3]
    patterns = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    folder = root / "reports" / "html"
    shipped = {file for pattern in patterns["pincite.reports.html"] for file in folder.glob(pattern)}
    assert shipped == {file for file in folder.rglob("*") if file.is_file() and file.suffix not in {".py", ".pyc"}}
