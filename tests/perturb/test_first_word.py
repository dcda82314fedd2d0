"""The first word of a sentence as it is written within one."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import Example
from gaugeblock.perturb.first_word import lowered
from gaugeblock.perturb.text import analyse


@pytest.mark.parametrize(
    ("sentence", "context", "word"),
    [
        ("The bridge opened.", "", "the"),
        ("I saw it.", "", "I"),
        ("NATO agreed.", "", "NATO"),
        ("Monday was wet.", "", "Monday"),
        ("Norsund has a ferry.", "The port of Norsund is old.", "Norsund"),
        ("Coffee was cheap.", "They drank coffee.", "coffee"),
        ("Coffee was cheap.", "", None),
        # Written both ways elsewhere, it may be a name or not.
        ("Play resumed.", "We play here. He praised Play last year.", None),
    ],
)
def test_a_first_word_loses_its_capital_unless_it_is_a_name(sentence: str, context: str, word: str | None) -> None:
    first = analyse(sentence).doc[0]
    assert lowered(first.text, first, Example(response=sentence, context=context), certain=True) == word
