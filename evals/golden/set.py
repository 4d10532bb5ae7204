"""Reads the golden files: questions with the expected content, citations and signals of their answers (SPEC EVA-1).

A golden file is YAML with `as_of`, `questions` and optionally `corpus`, which is the folder of its documents, relative
to the file. By default this is the folder beside the file with the same name.
"""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BeforeValidator, Field, ValidationError, model_validator

from ...errors import SettingsError
from ...evidence.model.frozen import Frozen
from .result import Due

GOLDEN = Path(__file__).parent
"""The folder of the project's golden files."""
Kind = Literal[
    "plain-fact",
    "multi-hop",
    "stale-version",
    "primary-source",
    "absent-subject",
    "near-miss-subject",
    "missing-binding",
    "false-premise",
    "conflict",
    "table",
    "arithmetic",
    "multi-part-gap",
    "ambiguous",
    "out-of-scope",
    "hostile",
]
Signal = Literal[
    "subject_not_found",
    "missing_binding",
    "premise_not_supported",
    "missing_evidence",
    "conflict",
    "ambiguous_question",
    "out_of_scope",
]
"""The risk signals of a report. conflict is `conflicting_evidence`; missing_binding is a refusal at the gate with near
misses."""


class RequiredQuote(Frozen):
    """The place of a fact of the answer: an exact span of a document, or cells of one table row.

    Example: “The fee is £90.” in “lease.pdf”, page 2.
    """

    document: str = Field(min_length=1)
    """The path of the document in the corpus."""
    quote: str = Field(min_length=1)
    section: str = ""
    page: int | None = Field(default=None, ge=1)


def _in_one_wording(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Wordings = Annotated[tuple[str, ...], BeforeValidator(_in_one_wording)]
"""Wordings of one value, of which an answer must contain one: ["500.000", "500,000"]. A single wording may stand alone."""


class GoldenQuestion(Frozen):
    id: str = Field(min_length=1)
    kind: Kind
    question: str = Field(min_length=1)
    outcome: Literal["answered", "insufficient", "refused-at-gate"]
    """The expected outcome. For `insufficient`, the subject is found, but there is no whole answer."""
    answer_notes: str
    """A note on the answer, for people."""
    answer_contains: tuple[Wordings, ...]
    """The values that the answer must contain, verbatim or in another form."""
    wrong: tuple[str, ...]
    """The values that the direct answer must not contain."""
    evidence: tuple[RequiredQuote, ...]
    primary: bool = True
    """Whether the evidence must be cited as a primary source."""
    signals: tuple[Signal, ...] = ()
    why_hard: str
    """A note on what makes the question hard, for people."""

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> "GoldenQuestion":
        if self.outcome == "answered" and not (self.answer_contains and self.evidence):
            raise ValueError("an answered question needs answer_contains and evidence")
        if self.outcome == "refused-at-gate" and (self.answer_contains or self.evidence):
            raise ValueError("a question refused at the gate must have neither answer_contains nor evidence")
        return self

    @property
    def due(self) -> Due:
        """The expected result. It is `part` if the documents have a gap or a conflict, whatever outcome the golden file
        states."""
        if not self.answer_contains:
            return "refusal"
        open_end = self.outcome == "insufficient" or not {"conflict", "missing_evidence"}.isdisjoint(self.signals)
        return "part" if open_end else "answer"


class GoldenSet(Frozen):
    """The content of one golden file."""

    name: str
    file: Path
    corpus: Path
    as_of: date
    questions: tuple[GoldenQuestion, ...]


class _Header(Frozen):
    as_of: date
    corpus: str | None = None
    questions: list[Any] = Field(min_length=1)


def read_golden(folder: Path) -> tuple[GoldenSet, ...]:
    """Return all golden files of a folder, by name. Raises SettingsError, which names the file, the question and the
    invalid field."""
    files = sorted(folder.glob("*.yaml"))
    if not files:
        raise SettingsError(
            f"{folder}: no golden files found; run from a clone of the project, or give --golden FOLDER"
        )
    sets = tuple(read_golden_file(file) for file in files)
    ids = [question.id for each in sets for question in each.questions]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise SettingsError(f"{folder}: question {twice[0]} occurs twice; give each its own id")
    return sets


def read_golden_file(file: Path) -> GoldenSet:
    """Return one golden file whose documents exist. Raises SettingsError as `read_golden` does."""
    try:
        raw = yaml.safe_load(file.read_text(encoding="utf-8"))
        header = _Header.model_validate(raw)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SettingsError(f"{file}: not readable as YAML: {' '.join(str(error).split())}") from None
    except ValidationError as error:
        raise SettingsError(f"{file}: {_in_words(error)}") from None
    corpus = (file.parent / (header.corpus or file.stem)).resolve()
    if not corpus.is_dir():
        raise SettingsError(f"{file}: corpus: the folder {corpus} does not exist; correct the path")
    questions = [_question(file, number, entry) for number, entry in enumerate(header.questions, 1)]
    for question in questions:
        for quote in question.evidence:
            if not (corpus / quote.document).is_file():
                raise SettingsError(
                    f"{file}: {question.id}: evidence.document: {quote.document} does not exist in {corpus}; correct the path"
                )
    return GoldenSet(name=file.stem, file=file, corpus=corpus, as_of=header.as_of, questions=tuple(questions))


def _question(file: Path, number: int, raw: Any) -> GoldenQuestion:
    name = raw.get("id", f"question {number}") if isinstance(raw, dict) else f"question {number}"
    try:
        return GoldenQuestion.model_validate(raw)
    except ValidationError as error:
        raise SettingsError(f"{file}: {name}: {_in_words(error)}") from None


def _in_words(error: ValidationError) -> str:
    problem = error.errors()[0]
    where = ".".join(str(part) for part in problem["loc"])
    said = problem["msg"].removeprefix("Value error, ")
    return f"{where}: {said[:1].lower()}{said[1:]}" if where else said


def chosen(sets: Sequence[GoldenSet], corpora: Sequence[str] = (), kinds: Sequence[str] = ()) -> tuple[GoldenSet, ...]:
    """Return the sets, limited to the named corpora and kinds if there are any. Raises SettingsError for an unknown
    corpus, and if no question is left."""
    if unknown := set(corpora) - {golden.name for golden in sets}:
        raise SettingsError(
            f"--corpus {min(unknown)}: unknown; choose from {', '.join(golden.name for golden in sets)}"
        )
    left = []
    for golden in sets:
        if corpora and golden.name not in corpora:
            continue
        kept = [question for question in golden.questions if not kinds or question.kind in kinds]
        if kept:
            left.append(golden.model_copy(update={"questions": tuple(kept)}))
    if not left:
        raise SettingsError("no question is left; choose another --corpus or --only")
    return tuple(left)
