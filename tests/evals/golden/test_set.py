"""Golden files are read whole or refused by name of file, question and field."""

from pathlib import Path
from typing import Any

import pytest
from golden_questions import question, refusal, write

from pincite.errors import SettingsError
from pincite.evals.golden.set import GOLDEN, chosen, read_golden


@pytest.mark.spec("EVA-1")
def test_the_projects_own_sets_hold_every_kind_and_every_document_they_name() -> None:
    sets = read_golden(GOLDEN)
    kinds = {question.kind for golden in sets for question in golden.questions}
    assert [golden.name for golden in sets] == ["contracts", "demo", "handbook"]
    assert len(kinds) == 15
    assert sum(len(golden.questions) for golden in sets) == 130


@pytest.mark.parametrize(
    ("questions", "said"),
    [
        ([question(kind="riddle")], "documents.yaml: notice: kind: "),
        ([question(outcome="maybe")], "documents.yaml: notice: outcome: "),
        ([{"id": "q"}], "documents.yaml: q: kind: field required"),
        (["what?"], "documents.yaml: question 1: "),
        ([question(colour="red")], "documents.yaml: notice: colour: "),
        ([question(answer_contains=[780])], "documents.yaml: notice: answer_contains.0: "),
        ([question(evidence=[])], "documents.yaml: notice: an answered question needs"),
        (
            [refusal("a", "Who?") | {"answer_contains": ["x"]}],
            "documents.yaml: a: a question refused at the gate must have neither",
        ),
        ([question(signals=["rain"])], "documents.yaml: notice: signals.0: "),
        ([question(evidence=[{"document": "no.md", "quote": "x"}])], "notice: evidence.document: no.md does not exist"),
        ([question(), question()], "question notice occurs twice"),
    ],
)
def test_what_is_wrong_in_a_question_is_named(tmp_path: Path, questions: list[Any], said: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read_golden(write(tmp_path, questions))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("header", "said"),
    [({"as_of": "soon"}, "as_of: "), ({"corpus": "nowhere"}, "corpus: the folder "), ({"extra": 1}, "extra: ")],
)
def test_what_is_wrong_in_a_file_is_named(tmp_path: Path, header: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsError, match=r"documents\.yaml: ") as raised:
        read_golden(write(tmp_path, **header))
    assert said in str(raised.value)


def test_a_file_that_is_no_yaml_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("questions: [", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"broken\.yaml: not readable as YAML"):
        read_golden(tmp_path)


def test_a_folder_without_golden_files_says_where_they_are(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="give --golden FOLDER"):
        read_golden(tmp_path)


def test_questions_are_chosen_by_corpus_and_kind(tmp_path: Path) -> None:
    sets = read_golden(write(tmp_path))
    assert [entry.id for entry in chosen(sets, kinds=["stale-version"])[0].questions] == ["rate"]
    with pytest.raises(SettingsError, match="--corpus attic: unknown; choose from documents"):
        chosen(sets, corpora=["attic"])
    with pytest.raises(SettingsError, match="no question is left"):
        chosen(sets, kinds=["hostile"])


@pytest.mark.parametrize(
    ("fields", "due"),
    [
        ({}, "answer"),
        ({"signals": ["missing_evidence"]}, "part"),
        ({"signals": ["conflict"]}, "part"),
        ({"outcome": "insufficient"}, "part"),
        ({"outcome": "insufficient", "answer_contains": [], "evidence": []}, "refusal"),
    ],
)
def test_a_question_with_a_gap_or_a_conflict_is_owed_a_part(tmp_path: Path, fields: dict[str, Any], due: str) -> None:
    (golden,) = read_golden(write(tmp_path, [question(**fields)]))
    assert golden.questions[0].due == due
