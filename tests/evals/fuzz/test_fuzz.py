"""A short run of damaged files and wild inputs; long ones are a command."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import SettingsError
from pincite.evals.fuzz.__main__ import fuzz, main
from pincite.evals.fuzz.mutants import LONGEST, mutant

CORPUS = Path(__file__).parents[3] / "examples" / "corpus"


@pytest.mark.slow
@pytest.mark.spec("REL-3")
def test_no_damaged_file_and_no_wild_input_does_more_than_be_refused() -> None:
    found = fuzz(CORPUS, seconds=0, seed=10_000)  # each target once; `make fuzz` goes on for a minute
    assert not found.findings
    ended = {end for ends in found.ends.values() for end in ends}
    assert {"read", "refused"} <= ended
    assert {"pdf", "docx", "xlsx", "html", "manifest", "settings", "environment", "request"} <= found.ends.keys()


@pytest.mark.slow
def test_a_fault_is_a_finding_that_is_kept_and_fails_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(path: Path) -> None:
        raise ZeroDivisionError(path.name)

    monkeypatch.setattr("pincite.evals.fuzz.targets.read_manifest", broken)
    (tmp_path / "note.txt").write_text("The lease ends in May.")
    assert main(["--corpus", str(tmp_path), "--seconds", "0", "--keep", str(tmp_path / "kept")]) == 1
    assert "finding: manifest" in capsys.readouterr().out
    assert list((tmp_path / "kept").iterdir())


def test_a_folder_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no files"):
        fuzz(tmp_path, seconds=1)


@pytest.mark.slow
@given(st.binary(max_size=300), st.integers(0, 10_000))
def test_the_same_seed_makes_the_same_mutant_of_any_file(data: bytes, seed: int) -> None:
    mutated, other = (mutant(data, random.Random(seed)) for _ in range(2))
    assert mutated == other
    assert len(mutated) <= LONGEST
