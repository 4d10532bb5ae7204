"""One report, five forms."""

import json

import pytest

from pincite import EvidenceReport, render
from pincite.errors import SettingsError

pytestmark = pytest.mark.spec("ANS-10")


def test_json_is_the_whole_report(notice: EvidenceReport) -> None:
    content = json.loads(render(notice, "json"))
    assert EvidenceReport.model_validate(content) == notice


def test_markdown_is_what_is_given_when_nothing_is_asked(notice: EvidenceReport) -> None:
    assert render(notice) == render(notice, "markdown")


def test_each_form_gives_the_answer(notice: EvidenceReport) -> None:
    for style in ("json", "markdown", "text", "citation-tags", "html"):
        assert "The notice period of this lease is six months." in render(notice, style)


def test_an_unknown_form_is_refused_with_those_there_are(notice: EvidenceReport) -> None:
    with pytest.raises(SettingsError, match="json, markdown, text, citation-tags, html"):
        render(notice, "pdf")
