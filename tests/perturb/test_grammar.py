"""What is read off a parse."""

from __future__ import annotations

from gaugeblock.perturb.grammar import neighbour
from gaugeblock.perturb.text import parse


def test_a_neighbour_is_found_within_its_sentence_only() -> None:
    """Places after a word, or before it where they are below 0."""
    doc = parse("It rained. The old pier closed early.")
    old = next(token for token in doc if token.text == "old")
    found = {far: neighbour(old, far) for far in (-2, -1, 1, 2, 4, 5, 40)}
    assert {far: None if word is None else word.text for far, word in found.items()} == {
        -2: None, -1: "The", 1: "pier", 2: "closed", 4: ".", 5: None, 40: None,
    }  # fmt: skip
