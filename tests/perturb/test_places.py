"""Places that are free to be changed."""

from __future__ import annotations

import pytest

from gaugeblock.perturb.places import free, is_name
from gaugeblock.perturb.text import analyse

TEXT = 'Run `sleep 10` or say "wait", then stop.'


@pytest.mark.parametrize(("word", "is_free"), [("sleep", False), ("wait", False), ("stop", True), ("say", True)])
def test_what_is_quoted_or_protected_is_not_free(word: str, is_free: bool) -> None:
    start = TEXT.index(word)
    assert free(analyse(TEXT), start, start + len(word)) is is_free


@pytest.mark.parametrize(
    ("text", "position", "name"),
    [("They met Ode.", 2, True), ("They met late.", 2, False), ("Prices rose.", 0, False), ("THEY MET.", 1, True)],
)
def test_a_capital_within_a_sentence_makes_a_name(text: str, position: int, name: bool) -> None:
    assert is_name(analyse(text).doc[position]) is name
