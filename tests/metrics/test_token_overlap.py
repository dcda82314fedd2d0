"""`token-overlap`."""

from __future__ import annotations

import pytest

from gaugeblock.metrics import Unscored, resolve
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

CONTEXT = ("The ferry carried 10,000 passengers in May.", "It sails from Rødby.")


@pytest.mark.parametrize(
    ("name", "response", "score"),
    [
        ("token-overlap", "The ferry sails from Rødby in May.", 1.0),
        ("token-overlap", "The ferry sank in May.", 2 / 3),
        ("token-overlap", "The ferry carried 10,500 passengers.", 3 / 4),
        ("token-overlap", "The ferry carried 10 passengers.", 3 / 4),
        ("token-overlap", "May, May, May or June.", 3 / 4),
        ("token-overlap", "The ferry did not sail.", 1 / 3),
        ("token-overlap[stem=true]", "The ferry did not sail.", 2 / 3),
        ("token-overlap[stopwords=none]", "The ferry is in May.", 4 / 5),
    ],
)
def test_the_share_of_content_words_that_the_context_holds(name: str, response: str, score: float) -> None:
    assert resolve(name).score([Example(response=response, context=CONTEXT)]) == [pytest.approx(score)]


@pytest.mark.parametrize("word", ["not", "never", "may", "must", "all", "some", "three"])
def test_words_that_carry_the_force_of_a_claim_are_content(word: str) -> None:
    (score,) = resolve("token-overlap").score([Example(response=f"It is {word}.", context="x")])
    assert score == 0.0


@pytest.mark.parametrize("response", ["", "It is.", "?!", "🚀"])
def test_without_a_content_word_there_is_no_share(response: str) -> None:
    (score,) = resolve("token-overlap").score([Example(response=response, context=CONTEXT)])
    assert score == Unscored("declined", "the response has no content word")


def test_a_value_that_is_no_stop_list_is_refused() -> None:
    with pytest.raises(UsageError, match="one of english, none, not 'german'"):
        resolve("token-overlap[stopwords=german]")
