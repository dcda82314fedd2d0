"""Words in any script."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score.tokenize import tokenize

from gaugeblock.metrics.words import normalised, runs, stem, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10,000 of 10.5 million", ("10,000", "of", "10.5", "million")),
        ("1,000-seat halls, $3.5bn, 2019-20", ("1,000", "seat", "halls", "3.5bn", "2019", "20")),
        ("Isn’t it? ISN'T IT!", ("isn't", "it", "isn't", "it")),
        ("The U.S. left.", ("the", "u.s", "left")),
        ("snake_case _ __", ("snake_case",)),
        (">>>>> >>> 🚀", ()),
        ("空は青い。", ("空", "は", "青", "い")),
        ("สวัสดี", ("ส", "วั", "ส", "ดี")),
        ("पूर्व प्रधानमन्त्री", ("पूर्व", "प्रधानमन्त्री")),
        ("e\u0301 é", ("é", "é")),
        ("co\u00adoperate", ("cooperate",)),
    ],
)
def test_a_number_or_a_contraction_is_one_word_and_no_script_is_dropped(text: str, expected: tuple[str, ...]) -> None:
    assert words(text) == expected


@given(st.text(string.printable))
def test_runs_of_ascii_text_are_the_tokens_of_rouge_score(text: str) -> None:
    assert list(runs(text)) == tokenize(text, None)


@given(st.text())
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


def test_a_stem_is_shared_by_the_forms_of_a_word() -> None:
    assert {stem(word) for word in ("report", "reports", "reported", "reporting")} == {"report"}
    assert stem("отчёты") == "отчёты"
