"""What is printed cannot steer the terminal it is printed on."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from pincite.reports.terminal_escapes import visible_json

STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@given(st.text(alphabet=st.characters(max_codepoint=0x2070, exclude_categories=("Cs",))))
def test_json_says_the_same_without_a_control_character(text: str) -> None:
    printed = visible_json(json.dumps({"quote": text}, ensure_ascii=False))
    assert json.loads(printed) == {"quote": text}
    assert not STEERING.search(printed)
