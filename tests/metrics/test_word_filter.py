"""Which words a filter keeps, and which tokens belong to them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.metrics.word_filter import kept_words, tokens_of_words

CLOSED = {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ", "PUNCT"}


def kept(response: str, question: str | None, which: str) -> list[str]:
    spans = kept_words(response, question, which, classes=CLOSED)  # type: ignore[arg-type]
    return [response[start:end] for start, end in spans or ()]


def test_closed_classes_are_dropped_and_numbers_stay() -> None:
    found = kept("The pier will close in 14 days.", None, "closed")
    assert found == ["pier", "close", "14", "days"]


def test_words_of_the_question_are_dropped_whatever_their_case() -> None:
    assert kept("The PIER closes in May", "When does the pier close?", "question") == ["closes", "in", "May"]


def test_both_filters_together() -> None:
    assert kept("The pier closes in May.", "When does the pier close?", "both") == ["closes", "May"]


def test_no_filter_is_told_apart_from_an_empty_result() -> None:
    assert kept_words("of the", None, "none", classes=CLOSED) is None
    assert kept_words("of the", None, "closed", classes=CLOSED) == ()


def test_another_script_loses_no_word_by_class() -> None:
    assert "".join(kept("水は百度で沸騰する。", None, "closed")) == "水は百度で沸騰する。"


@pytest.mark.parametrize(
    ("offsets", "words", "expected"),
    [
        ([(0, 4), (4, 8)], [(1, 4)], (True, False)),  # a leading space belongs to the token
        ([(0, 2), (2, 5), (5, 8)], [(0, 8)], (True, True, True)),  # a word of several tokens
        ([(0, 6)], [(3, 6)], (True,)),  # a token over a dropped and a kept word
        ([(0, 1), (0, 1), (1, 2)], [(0, 1)], (True, True, False)),  # one character of two tokens
        ([(0, 1)], [], (False,)),
    ],
)
def test_a_token_stays_if_it_overlaps_a_kept_word(
    offsets: list[tuple[int, int]], words: list[tuple[int, int]], expected: tuple[bool, ...]
) -> None:
    assert tokens_of_words(offsets, words) == expected


@given(st.text(max_size=60), st.text(max_size=20), st.sampled_from(["both", "closed", "question"]))
@settings(deadline=None, max_examples=60)
def test_kept_words_are_ordered_spans_of_the_text(response: str, question: str, which: str) -> None:
    spans = kept_words(response, question, which, classes=CLOSED) or ()  # type: ignore[arg-type]
    ends = [0, *(end for _, end in spans)]
    assert all(end <= start < stop <= len(response) for end, (start, stop) in zip(ends, spans, strict=False))
