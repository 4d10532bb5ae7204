from datetime import date
from pathlib import Path

import pytest

from pincite.errors import IngestError
from pincite.stores.documents.manifest import read_manifest


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "sources.yaml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.spec("EVI-6", "EVI-7")
def test_entries_match_by_path_or_glob_and_a_later_one_overrides_what_it_states(tmp_path: Path) -> None:
    manifest = read_manifest(
        written(
            tmp_path,
            "documents:\n"
            "  - path: 'policies/*'\n    kind: primary\n    authority: policy\n    updated_at: 2026-01-31\n"
            "  - path: policies/leave.md\n    title: Leave\n    authority: draft\n    supersedes: [policies/leave-2024.md]\n"
            "aliases:\n  - {name: HM, of: Harrowgate Mills}\n",
        )
    )
    leave, pay = manifest.declared("policies/leave.md"), manifest.declared("policies/pay.md")
    assert (leave.title, leave.kind, leave.authority, leave.updated_at) == (
        "Leave",
        "primary",
        "draft",
        date(2026, 1, 31),
    )
    assert leave.supersedes == ("policies/leave-2024.md",)
    assert (pay.title, pay.authority) == (None, "policy")
    assert manifest.declared("elsewhere/x.md").model_dump(exclude_defaults=True) == {}
    assert [(alias.name, alias.of) for alias in manifest.aliases] == [("HM", "Harrowgate Mills")]


def test_an_entry_that_names_no_file_is_reported(tmp_path: Path) -> None:
    manifest = read_manifest(written(tmp_path, "documents:\n  - path: a.md\n  - path: 'b/*'\n  - path: mispelt.md\n"))
    assert manifest.unmatched(["a.md", "b/c.md"]) == ("mispelt.md",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("documents:\n  - path: a.md\n    titel: X\n", ["entry 1 (a.md)", "unknown field “titel”"]),
        (
            "documents:\n  - path: a.md\n  - path: b.md\n    updated_at: 31 Feb\n",
            ["entry 2 (b.md)", "updated_at", "date", "31 Feb"],
        ),
        ("documents:\n  - path: b.md\n    updated_at: 2026-02-31\n", ["entry 1 (b.md)", "updated_at"]),
        ("documents:\n  - path: a.md\n    kind: tertiary\n", ["entry 1 (a.md)", "kind", "primary"]),
        ("documents:\n  - title: X\n", ["entry 1", "path"]),
        ("documents:\n  - a.md\n", ["entry 1", "a.md"]),
        ("documents: 3\n", ["documents"]),
        ("- a\n", ["mapping"]),
        ("documents: [\n", ["not valid YAML"]),
        ("sources: []\n", ["unknown field “sources”"]),
    ],
)
def test_a_wrong_manifest_is_refused_with_the_entry_and_the_field(tmp_path: Path, text: str, said: list[str]) -> None:
    with pytest.raises(IngestError) as raised:
        read_manifest(written(tmp_path, text))
    assert all(part in str(raised.value) for part in ["sources.yaml", *said])


def test_an_empty_manifest_says_nothing_and_a_missing_one_is_named(tmp_path: Path) -> None:
    assert read_manifest(written(tmp_path, "")).documents == ()
    with pytest.raises(IngestError, match=r"gone\.yaml: the manifest cannot be read"):
        read_manifest(tmp_path / "gone.yaml")


_TENFOLD = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"a0: &a0 [x]\n{_TENFOLD}documents: *a9\n", "expand to too many nodes"),
        ("documents: &all [*all]\n", "contains itself"),
        ("[" * 100_000, "nested too deeply"),
        ("documents: " + "{a: " * 5_000, "nested too deeply"),
        ("documents: !!bool x\n", "not valid YAML"),
        ("documents: !!int 0x\n", "not valid YAML"),
        ("documents: !!float x\n", "not valid YAML"),
        ("documents: !!timestamp x\n", "not valid YAML"),
        (f"documents:\n  - {{path: a, title: {'9' * 5_000}}}\n", "not valid YAML"),
        ("documents:\n" + "  - {path: a, titel: X}\n" * 500, "and 490 more"),
        ("#" * 4_000_001, "a manifest may have at most 4,000,000"),
    ],
)
@pytest.mark.spec("REL-3")
def test_a_manifest_made_to_do_harm_is_refused_shortly_and_soon(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(IngestError) as raised:
        read_manifest(written(tmp_path, text))
    assert said in str(raised.value)
    assert len(str(raised.value)) < 2_000


def test_an_anchor_may_be_used_many_times(tmp_path: Path) -> None:
    entries = "".join(f"  - {{<<: *ours, path: {number}.md}}\n" for number in range(50))
    manifest = read_manifest(written(tmp_path, f"documents:\n  - &ours {{path: a.md, kind: primary}}\n{entries}"))
    assert [document.kind for document in manifest.documents] == ["primary"] * 51
