"""Judges that cannot read are put to the calibration pairs, so that a model's figures have something to be compared with."""

import pytest

from pincite.evals.guards.calibration_floor import measure


@pytest.mark.slow
@pytest.mark.spec("CRI-14")
def test_saying_the_same_to_all_accepts_right_and_wrong_alike() -> None:
    found = measure()
    assert (found["yes to all"]["right accepted"], found["yes to all"]["wrong accepted"]) == (80, 80)
    assert set(found["no to all"].values()) == {0}
    for side in ("right", "wrong"):
        guards = found[f"the guards, {side} ones"]
        assert sum(guards.values()) == 80
        assert guards["proved"] == 0
        assert found["yes to all"][f"{side} after the veto"] <= 80 - guards["refuted"]
