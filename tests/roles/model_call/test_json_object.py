"""One JSON object is found in what a model said; nothing is mended on the way."""

import json
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.roles.model_call.json_object import NotOneObject, one_object

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


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ('<think>a</think>{"a": 1}', '{"a": 1}'),
        ('<think>a <reasoning>{</reasoning> b</think>{"a": 1}', '{"a": 1}'),
        ('opened by the template {"b": 2} </think> {"a": 1}', '{"a": 1}'),
        ('<THINK>{"b": 2}</Think>{"a": 1}<think>done</think>', '{"a": 1}'),
        ('<think>never closed {"a": 1}', '{"a": 1}'),
        ('<think>a</think><thinking>b</thinking>{"a": 1}', '{"a": 1}'),
    ],
)
def test_reasoning_in_tags_is_passed_over(said: str, read: str) -> None:
    assert one_object(said) == read


@pytest.mark.spec("REL-3")
@pytest.mark.parametrize(
    "unit",
    [
        "<think>",
        "</think>",
        "<think></think>",
        "<think><reasoning></think>",
        "<thin",
        "{",
        '{"a":',
        "```",
        "```a ",
        "[{",
    ],
)
def test_an_answer_is_read_in_time_that_is_linear_in_its_length(unit: str) -> None:
    """450 kB of an opening tag took 167 s."""

    def seconds(length: int) -> float:
        said = unit * (length // len(unit))
        began = process_time()
        with pytest.raises(NotOneObject):
            one_object(said)
        return process_time() - began

    assert min(seconds(450_000) for _ in range(3)) < 10 * seconds(90_000) + 0.5
