"""Which texts hold on a day: before, between and after the days on which they take effect."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.model.source_record import SourceDocument
from pincite.evidence.scope.version_validity import as_of_day, replaced_later


def version(name: str, document: str | None = None, **changes: Any) -> SourceDocument:
    given = {
        "document_id": document or name, "version_id": name, "title": name, "path": f"{name}.md", "media_type": "text/markdown",
        "file_sha256": "", "text_sha256": "", "extractor": "md/1", "n_chars": 1, "kind": "primary", "kind_reason": "",
        "authority": "policy", "authority_reason": "",
    }  # fmt: skip
    return SourceDocument(**{**given, **changes})


def current(versions: list[SourceDocument], day: date) -> list[str]:
    return [dated.title for dated in as_of_day(versions, day) if dated.is_current]


def ahead(versions: list[SourceDocument], day: date) -> list[str]:
    return [dated.title for dated in as_of_day(versions, day) if dated.not_yet]


OLD = version("old", updated_at=date(2024, 3, 11), effective_from=date(2024, 4, 1))
NEW = version("new", updated_at=date(2025, 12, 8), effective_from=date(2026, 1, 1), supersedes=("old",))


@pytest.mark.spec("EVI-7")
@pytest.mark.parametrize(
    ("day", "holds", "not_yet"),
    [
        (date(2024, 3, 31), [], ["old", "new"]),
        (date(2024, 4, 1), ["old"], ["new"]),
        (date(2025, 12, 20), ["old"], ["new"]),
        (date(2025, 12, 31), ["old"], ["new"]),
        (date(2026, 1, 1), ["new"], []),
        (date(2030, 1, 1), ["new"], []),
    ],
)
def test_a_policy_holds_from_its_first_day_until_its_successor_takes_effect(
    day: date, holds: list[str], not_yet: list[str]
) -> None:
    for order in ([OLD, NEW], [NEW, OLD]):
        assert current(order, day) == holds
        assert sorted(ahead(order, day)) == sorted(not_yet)


@pytest.mark.spec("EVI-7")
def test_a_superseded_text_names_what_superseded_it_once_that_holds() -> None:
    def by(day: date) -> str | None:
        return as_of_day([OLD, NEW], day)[0].superseded_by

    assert by(date(2025, 6, 1)) is None
    assert by(date(2026, 6, 1)) == "new"


@pytest.mark.spec("EVI-7")
def test_of_two_versions_of_a_file_the_last_taken_in_that_has_come_is_current() -> None:
    first = version("first", "file", updated_at=date(2024, 1, 1))
    second = version("second", "file", updated_at=date(2025, 1, 1))
    third = version("third", "file", updated_at=date(2026, 1, 1))
    taken_in = [first, second, third]
    assert current(taken_in, date(2023, 1, 1)) == []
    assert current(taken_in, date(2024, 6, 1)) == ["first"]
    assert current(taken_in, date(2025, 6, 1)) == ["second"]
    assert current(taken_in, date(2026, 6, 1)) == ["third"]
    assert ahead(taken_in, date(2025, 6, 1)) == ["third"]


def test_an_undated_text_holds_on_every_day() -> None:
    assert current([version("undated")], date.min) == ["undated"]
    assert current([version("undated"), version("next", supersedes=("undated",))], date.min) == ["next"]


def test_a_text_written_after_it_takes_effect_holds_from_the_day_it_was_written() -> None:
    late = version("late", effective_from=date(2025, 1, 1), updated_at=date(2025, 3, 1))
    assert current([late], date(2025, 2, 1)) == []
    assert current([late], date(2025, 3, 1)) == ["late"]


def test_a_successor_still_to_come_is_passed_over_for_one_that_replaces_it_and_holds() -> None:
    middle = version("middle", effective_from=date(2027, 1, 1), supersedes=("old",))
    last = version("last", effective_from=date(2026, 1, 1), supersedes=("middle",))
    told = as_of_day([OLD, middle, last], date(2026, 6, 1))
    assert [dated.superseded_by for dated in told] == ["last", "last", None]
    assert [dated.not_yet for dated in told] == [False, False, False]


def test_texts_that_supersede_each_other_or_themselves_are_judged_and_end() -> None:
    circle = [version("a", supersedes=("b",)), version("b", supersedes=("a", "b"))]
    assert [dated.superseded_by for dated in as_of_day(circle, date(2026, 1, 1))] == ["b", "a"]
    assert current([version("own", supersedes=("own",))], date(2026, 1, 1)) == ["own"]


@pytest.mark.spec("EVI-7")
def test_what_replaces_a_text_next_is_reported_beforehand_and_not_afterwards() -> None:
    later = version("later", effective_from=date(2027, 1, 1), supersedes=("old",))
    before = as_of_day([OLD, later, NEW], date(2025, 6, 1))
    found = replaced_later(before[0], before)
    assert found is not None
    assert found.title == "new"
    after = as_of_day([OLD, NEW], date(2026, 6, 1))
    assert [replaced_later(dated, after) for dated in after] == [None, None]


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"), st.none() | st.dates(), st.none() | st.dates(), st.sets(st.sampled_from("abc"))
        ),
        max_size=6,
    ),
    st.dates(),
)
def test_no_text_of_a_later_day_is_current_and_no_file_has_two_current_versions(
    drawn: list[tuple[str, date | None, date | None, set[str]]], day: date
) -> None:
    versions = [
        version(f"v{at}", name, updated_at=written, effective_from=begun, supersedes=tuple(sorted(over)))
        for at, (name, written, begun, over) in enumerate(drawn)
    ]
    told = as_of_day(versions, day)
    holding = [dated for dated in told if dated.is_current]
    assert len({dated.document_id for dated in holding}) == len(holding)
    for dated in told:
        assert not (dated.is_current and (dated.not_yet or dated.superseded_by))
        assert not (
            dated.is_current and any(begins and begins > day for begins in (dated.updated_at, dated.effective_from))
        )
        assert dated.model_copy(update={"is_current": True, "not_yet": False, "superseded_by": None}) in versions


@pytest.mark.spec("EVI-7")
def test_a_text_stops_to_hold_after_the_end_of_its_validity() -> None:
    ends = version("ends", effective_to=date(2026, 11, 21), updated_at=date(2026, 11, 20))
    assert current([ends], date(2026, 11, 21)) == ["ends"]
    assert current([ends], date(2026, 11, 22)) == []
