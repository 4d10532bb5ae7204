import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.stores.index.rerank import Candidate, query_terms, rerank
from pincite.stores.kb.knowledge_base import KnowledgeBase

EVERYDAY = {"fee": 60, "year": 70, "hosting": 4, "brackenford": 3, "annual": 30}


def counted(term: str) -> int:
    return EVERYDAY.get(term, 2)


def scores(query: str, *texts: str, title: str = "", heading: str = "") -> list[float]:
    wanted = query_terms(query, counted, 100)
    assert wanted is not None
    return rerank(wanted, [Candidate(text, heading, title, 5, 5) for text in texts])


@pytest.mark.spec("RET-6")
@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("Who leads the Brackenford hosting team?", "Mara Voss leads hosting.", "The hosting ended. Hosting is over. Hosting!"),
        ("When did Temur die?", "The death of Temür fell in 1332.", "Temur was recalled, and others were to follow him."),
        ("When did the lease begin?", "The lease began in May.", "The lease is long, and the month of May is warm."),
        (
            "What is the notice period of the lease?",
            "The notice period of the lease is a month.",
            f"A notice hangs there.{' Much else is told of the house.' * 6} One period ended.{' And so on it goes.' * 9} The lease stays.",
        ),
        ("Which school stands on Orchard Lane?", "The school on Orchard Lane.", "Lane by the school of the orchard."),
        ("What happened in 1985?", "In 1985 much happened there.", "In 1986 much happened, and it happened again."),
    ],
)  # fmt: skip
def test_what_says_more_of_the_question_closer_together_comes_first(query: str, better: str, worse: str) -> None:
    first, second = scores(query, better, worse)
    assert first > second


def test_what_stands_in_the_title_counts_less_than_what_the_passage_says() -> None:
    (said,) = scores("hosting fee of Brackenford", "Brackenford pays the hosting fee.")
    (titled,) = scores("hosting fee of Brackenford", "It pays the hosting fee.", title="Brackenford")
    (neither,) = scores("hosting fee of Brackenford", "It pays the hosting fee.")
    assert said > titled > neither


@pytest.mark.parametrize("query", ["", "what is it?", "带薪年假", "?!", "有給休暇は何日"])
def test_a_query_without_a_telling_word_is_left_in_the_order_of_its_ranks(query: str) -> None:
    assert query_terms(query, counted, 100) is None


def test_words_that_no_passage_holds_tell_nothing() -> None:
    assert query_terms("Zyxwvut", lambda _: 0, 100) is None


@given(st.text(max_size=300), st.lists(st.text(max_size=300), max_size=4))
def test_whatever_is_asked_of_whatever_texts_the_scores_are_from_0_to_1_and_the_same_each_time(
    query: str, texts: list[str]
) -> None:
    wanted = query_terms(query, counted, 100)
    if wanted is not None:
        candidates = [Candidate(text, text[:20], text[:10], None, 1) for text in texts]
        found = rerank(wanted, candidates)
        assert all(0 <= score <= 1 for score in found)
        assert rerank(wanted, candidates) == found


def test_a_passage_of_one_asked_word_again_and_again_is_read_in_time() -> None:
    wanted = query_terms("hosting fee hosting fees Brackenford", counted, 100)
    assert wanted is not None
    began = time.process_time()
    far = f"{'fee ' * 9_000}{'other words ' * 9}{'hosting ' * 9_000}"
    rerank(wanted, [Candidate(text, "", "", 1, 1) for text in ("hosting fee " * 9_000, far)])
    assert time.process_time() - began < 5


@pytest.mark.spec("RET-6", "EXE-6")
def test_the_paragraph_that_states_it_is_found_before_those_that_repeat_its_words(kb: KnowledgeBase) -> None:
    kb.ingest_texts(
        [
            {"id": "talk", "text": "The bridge. The bridge again. Everyone spoke of the bridge, and of the opening too."},
            {"id": "fact", "text": "After years of work on its piers, the opening of the Harrow bridge was on 3 May 1985, in rain."},
            *({"id": f"{n}", "text": f"Letter {n} speaks of a bridge and other matters of the town."} for n in range(20)),
        ]
    )  # fmt: skip
    hits = kb.search("When was the opening of the Harrow bridge?")
    assert hits[0].document.path == "fact"
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert kb.search("When was the opening of the Harrow bridge?") == hits
