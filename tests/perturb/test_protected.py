"""What no edit may touch: quoted speech and code, told from apostrophes, inches and old quotation marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaugeblock.perturb.protected import protected_spans, quotation_spans


def quoted(text: str) -> list[str]:
    """The quotations of a text as they stand in it."""
    return [span.of(text) for span in quotation_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Ann said "no". Bob said "yes".', ['"no"', '"yes"']),
        ('"We may go. "We may stay," Ann said. The boat may sink.', ['"We may go. "We may stay,"']),
        ('We may go," Ann said. The "old" boat may sink.', ['We may go,"', '"old"']),
        ('A 12" record was sold by "Tom" here.', ['"Tom"']),
        ('Ann said " yes " and Bob " no ".', ['" yes "', '" no "']),
        ('Ann said "we may go\nBob may stay.', ['"we may go']),
        ('("a") and -"b"-', ['"a"', '"b"']),
    ],
)
def test_straight_marks_open_and_close_by_the_blanks_beside_them(text: str, expected: list[str]) -> None:
    """A paragraph of speech that opens anew does not turn all that follows inside out."""
    assert quoted(text) == expected


@given(st.text(alphabet='ab "\n.,-(', max_size=30))
def test_every_straight_mark_but_that_of_inches_stands_in_a_quotation(text: str) -> None:
    """Too much is safer than too little: no mark is passed over."""
    covered = {at for span in quotation_spans(text) for at in range(span.start, span.end)}
    assert all(at in covered for at, char in enumerate(text) if char == '"')


def test_quotation_marks_made_of_backticks_are_no_code() -> None:
    """Code closes with a backtick after its last letter; "`old' and `new'" has none that does."""
    text = "The `old' boat and the `new' boat. Run `make boats` now."
    assert [span.of(text) for span in protected_spans(text)] == ["`make boats`"]
