"""A file is read once it stands still."""

from pathlib import Path

from pincite.stores.kb.settling import STILL, Settling


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_file_settles_when_it_has_looked_the_same_for_a_while(tmp_path: Path) -> None:
    clock, file = Clock(), tmp_path / "slow.txt"
    file.write_text("The fee")
    settling = Settling(clock)
    settling.changed([file])
    clock.now += STILL / 2
    file.write_text("The fee is")
    assert settling.settled() == set()
    clock.now += STILL * 0.9
    assert settling.settled() == set(), "it has stood still for less than the time"
    assert settling.unsettled() == {file}
    clock.now += STILL
    assert settling.settled() == {file}
    assert not settling.unsettled()


def test_a_deleted_file_settles_only_if_it_stays_away(tmp_path: Path) -> None:
    """Editors delete a file and write it anew."""
    clock, file = Clock(), tmp_path / "note.txt"
    settling = Settling(clock)
    settling.changed([file])
    clock.now += STILL * 0.9
    file.write_text("It is back.")
    clock.now += STILL * 0.9
    assert settling.settled() == set()
    clock.now += STILL * 1.1
    assert settling.settled() == {file}
