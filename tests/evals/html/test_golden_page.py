"""The page of an evaluation: one file, nothing fetched, nothing run, every figure as text beside its chart."""

import base64
import hashlib
import re
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup, Tag
from made_golden import golden_report

from pincite.evals.golden.result import Difference, Figure
from pincite.evals.html.figure_text import figure_text, points_text, share_text
from pincite.evals.html.golden_charts import METRICS, kinds, outcome
from pincite.evals.html.golden_page import to_page

REPORT = golden_report()
HOSTILE = "</style></script><script>alert(1)</script><img src=x onerror=alert(2)>{{ 7*7 }}\u202eevil\x00"


@pytest.fixture(scope="module")
def soup() -> BeautifulSoup:
    return BeautifulSoup(to_page(REPORT), "html.parser")


def section(soup: BeautifulSoup, name: str) -> Tag:
    found = soup.find("section", id=name)
    assert isinstance(found, Tag), name
    return found


def words(node: Tag) -> str:
    return " ".join(node.get_text(" ").split())


def test_it_fetches_nothing_and_runs_nothing(soup: BeautifulSoup) -> None:
    assert not soup.find_all(["script", "iframe", "object", "embed", "link", "form", "base", "img"])
    for node in soup.find_all(True):
        assert not [name for name in node.attrs if name.startswith("on") or name in {"src", "style", "background"}]
    style = soup.style.get_text()
    assert "url(" not in style
    assert "@import" not in style
    policy = soup.find("meta", {"http-equiv": "Content-Security-Policy"})["content"]
    assert f"style-src 'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" in policy
    assert "default-src 'none'" in policy


def test_it_can_be_read_by_ear_and_by_keyboard(soup: BeautifulSoup) -> None:
    ids = [node["id"] for node in soup.find_all(id=True)]
    assert len(ids) == len(set(ids))
    assert all(link["href"][1:] in ids for link in soup.find_all("a", href=re.compile("^#")))
    assert len(soup.find_all("h1")) == 1
    levels = [int(node.name[1]) for node in soup.find_all(re.compile("^h[1-6]$"))]
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for chart in soup.find_all("svg"):
        assert chart.get("aria-label") or chart.get("aria-hidden") == "true"
    assert all(table.caption or table.thead for table in soup.find_all("table"))


@pytest.mark.spec("EVA-3")
def test_every_metric_of_every_arm_stands_there_with_its_interval(soup: BeautifulSoup) -> None:
    shown = words(section(soup, "arms"))
    for name, title, _ in METRICS:
        figures = [getattr(arm.overall, name) for arm in REPORT.arms]
        if any(figure.value is not None for figure in figures):
            assert title in shown
            assert all(figure_text(figure) in shown for figure in figures)
        else:
            assert title not in shown


@pytest.mark.spec("EVA-2")
def test_the_arms_stand_beside_each_other_simplest_first_and_the_guards_by_what_they_hold_back(
    soup: BeautifulSoup,
) -> None:
    first = section(soup, "arms").find("table")
    assert [words(row.th) for row in first.find_all("tr")[:4]] == [
        "plain rag",
        "self critique",
        "grounded",
        "grounded follow up",
    ]
    guards = [words(caption) for caption in section(soup, "guards").find_all("caption")]
    assert [guard.partition(" ·")[0] for guard in guards] == ["Without subject gate", "Without conflicts"]
    assert "absent-subject-1, absent-subject-2" in words(section(soup, "guards"))


@pytest.mark.spec("EVA-5")
def test_each_step_is_reported_with_its_verdict_and_its_differences(soup: BeautifulSoup) -> None:
    shown = words(section(soup, "arms"))
    assert "pays Half as many false answers" in shown
    assert "−50 points (−70 to −30)" in shown


def test_each_kind_is_a_bar_of_what_became_of_its_questions_the_worst_first(soup: BeautifulSoup) -> None:
    product = REPORT.arms[-1]
    rows = kinds(product)
    assert [row.label for row in rows] == ["plain fact (12)", "conflict (12)", "absent subject (12)", "all (36)"]
    assert rows[0].text == "6 right, 2 partial, 2 refused needlessly, 2 wrong"
    assert rows[2].text == "10 refused as expected, 2 wrong"
    assert {outcome(answer) for answer in product.answers} == {"right", "kept", "partial", "refused", "false"}
    assert rows[3].text in words(section(soup, "kinds"))


@pytest.mark.spec("EVA-4")
def test_precision_at_each_confidence_and_the_points_of_the_curve_have_their_intervals(soup: BeautifulSoup) -> None:
    shown = words(section(soup, "confidence"))
    for level in REPORT.arms[-1].precision:
        assert f"{level.shown - level.false} of {level.shown} right" in shown
        assert figure_text(level.precision) in shown
    assert "27% (13–48), 6 of 22" in shown


def test_false_answers_come_first_and_lead_to_their_dossiers() -> None:
    soup = BeautifulSoup(to_page(REPORT, {"absent-subject-5": "golden/absent-subject-5.html"}), "html.parser")
    cases = section(soup, "cases").find_all("article")
    grades = [words(case.find_all("p", class_=None)[0]) for case in cases]
    assert [grade.startswith("Why false") for grade in grades] == sorted(
        (grade.startswith("Why false") for grade in grades), reverse=True
    )
    (link,) = section(soup, "cases").find_all("a")
    assert link["href"] == "golden/absent-subject-5.html"
    assert link.find_parent("article")["id"] == "case-absent-subject-5"


def test_an_answer_that_is_markup_stays_text() -> None:
    shown = to_page(golden_report(text=HOSTILE))
    assert "<script>" not in shown
    assert "<img" not in shown
    assert "\x00" not in shown
    assert "\u202e" not in shown
    assert "{{ 7*7 }}" in BeautifulSoup(shown, "html.parser").get_text()


def test_one_arm_alone_without_guards_and_without_a_baseline_is_a_page_too() -> None:
    alone = REPORT.model_copy(update={"arms": REPORT.arms[-1:], "comparisons": (), "ablations": ()})
    soup = BeautifulSoup(to_page(alone), "html.parser")
    assert soup.find("section", id="guards") is None
    assert "NaN" not in soup.get_text()


def test_figures_are_written_as_a_person_reads_them() -> None:
    assert [share_text(value) for value in (None, 0.0, 0.004, 0.034, 0.0996, 0.5, 1.0)] == [
        "–",
        "0%",
        "0.4%",
        "3.4%",
        "10%",
        "50%",
        "100%",
    ]
    less = Difference(metric="correct", value=-0.031, low=-0.062, high=0.0, significant=False)
    assert points_text(less) == "−3.1 points (−6.2 to 0)"
    assert points_text(Difference(metric="correct", value=None, low=None, high=None, significant=False)) == "–"


def test_a_share_of_none_or_all_is_not_called_certain() -> None:
    nothing = Figure(value=0.0, low=0.0, high=0.0, part=0, whole=27)
    everything = Figure(value=1.0, low=1.0, high=1.0, part=5, whole=5)
    assert figure_text(nothing) == "0% (0–12)"
    assert figure_text(everything) == "100% (57–100)"


def test_guards_without_which_nothing_changes_are_named_in_one_sentence() -> None:
    unchanged = Difference(metric="false_answers", value=0.0, low=0.0, high=0.0, significant=False)
    idle = REPORT.ablations[0].model_copy(
        update={"differences": (unchanged,), "turned_false": (), "turned_right": (), "answered": ()}
    )
    shown = to_page(REPORT.model_copy(update={"ablations": (idle, REPORT.ablations[1])}))
    guards = section(BeautifulSoup(shown, "html.parser"), "guards")
    assert [words(caption).partition(" ·")[0] for caption in guards.find_all("caption")] == ["Without subject gate"]
    assert "Nothing changes on these questions without conflicts." in words(guards)
