"""Sentences rejoin to the text exactly, and end where a reader would end them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [span.of(text) for span in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Dr. Ode paid $3.5 million on Jan. 5 (see Fig. 2, e.g. p. 4). He left the U.S. in 2019.",
            ["Dr. Ode paid $3.5 million on Jan. 5 (see Fig. 2, e.g. p. 4).", "He left the U.S. in 2019."],
        ),
        ("He left the U.S. The firm stayed.", ["He left the U.S.", "The firm stayed."]),
        ('"Really?" she asked. He nodded.', ['"Really?" she asked.', "He nodded."]),
        ("It rained! Did it stop? It did.", ["It rained!", "Did it stop?", "It did."]),
        ("水は百度で沸騰する。空は青い。", ["水は百度で沸騰する。", "空は青い。"]),
        ("? I had none since 2007.", ["?", "I had none since 2007."]),
        ("My IP is 192.168.1.1. It works.", ["My IP is 192.168.1.1.", "It works."]),
        ("Yes.", ["Yes."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_items_on_lines_of_their_own_are_units() -> None:
    text = "My IP is 192.168.1.1.\n\n- item\tA | B |\n    indented()"
    assert sentences(text) == ["My IP is 192.168.1.1.", "- item\tA | B |", "indented()"]


def test_lines_of_a_dialogue_are_units() -> None:
    assert sentences("Ana: no tea left\nBo: I will buy some") == ["Ana: no tea left", "Bo: I will buy some"]


def test_a_line_broken_by_an_editor_is_one_unit() -> None:
    text = "The committee met in the long hall behind the old town library\nand adjourned at noon."
    assert sentences(text) == [text]


@settings(deadline=None)
@given(
    st.text(alphabet=st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from(' .!?"\n。')), max_size=120)
)
def test_sentences_cover_everything_but_white_space(text: str) -> None:
    at = 0
    for span in sentence_spans(text):
        assert at <= span.start < span.end
        assert not text[at : span.start].strip()
        assert span.of(text) == span.of(text).strip()
        at = span.end
    assert not text[at:].strip()
