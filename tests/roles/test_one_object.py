"""One JSON object is found in what a model said; nothing is mended on the way."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.roles.one_object import NotOneObject, one_object

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=5), VALUES, max_size=4)


@given(OBJECTS, st.sampled_from(["{}", "```json\n{}\n```", "Well:\n{}\nThere.", "<think>{{</think>{}", " {}\n"]))
def test_a_whole_object_comes_out_as_it_went_in(value: dict[str, object], around: str) -> None:
    text = json.dumps(value)
    if "</think>" in text:
        return
    assert json.loads(one_object(around.replace("{}", text, 1))) == value


@pytest.mark.spec("CRI-10")
@given(OBJECTS.filter(bool), st.data())
def test_an_object_cut_anywhere_is_none(value: dict[str, object], data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises(NotOneObject):
        one_object(cut)


@pytest.mark.parametrize("depth", [2_000, 200_000])
def test_nesting_that_would_break_the_reader_is_refused(depth: int) -> None:
    with pytest.raises(NotOneObject, match=r"nested too deeply|invalid"):
        one_object('{"a":' * depth)
