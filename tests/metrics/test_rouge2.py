"""`rouge2`."""

from __future__ import annotations

import pytest
from rouge_score.rouge_scorer import RougeScorer

from gaugeblock.metrics import Unscored, resolve
from gaugeblock.perturb.example import Example

CONTEXT = "The old ferry carried 300 people in May. It sails from the north."
RESPONSE = "The ferry carried 300 people in June."


@pytest.mark.parametrize(("use", "field"), [("f", "fmeasure"), ("p", "precision"), ("r", "recall")])
def test_it_agrees_with_rouge_score_on_english(use: str, field: str) -> None:
    expected = getattr(RougeScorer(["rouge2"]).score(CONTEXT, RESPONSE)["rouge2"], field)
    assert 0 < expected < 1
    assert resolve(f"rouge2[use={use}]").score([Example(response=RESPONSE, context=CONTEXT)]) == [expected]


def test_pairs_are_counted_by_hand() -> None:
    """Four of the response's six pairs (ferry carried, carried 300, 300 people, people in) are in the context's 12."""
    precision, recall = 4 / 6, 4 / 12
    f1 = 2 * precision * recall / (precision + recall)
    for use, value in (("p", precision), ("r", recall), ("f", f1)):
        scores = resolve(f"rouge2[use={use}]").score([Example(response=RESPONSE, context=CONTEXT)])
        assert scores == [pytest.approx(value)]


def test_the_default_is_f1() -> None:
    example = Example(response=RESPONSE, context=CONTEXT)
    assert resolve("rouge2").score([example]) == resolve("rouge2[use=f]").score([example])


def test_all_documents_count() -> None:
    example = Example(response="the red boat", context=("A blue one.", "See the red boat."))
    assert resolve("rouge2[use=p]").score([example]) == [1.0]


@pytest.mark.parametrize("response", ["", "Yes.", "🚀🚀"])
def test_a_response_without_a_pair_has_no_score(response: str) -> None:
    (score,) = resolve("rouge2").score([Example(response=response, context=response)])
    assert isinstance(score, Unscored)
    assert score.reason == "declined"


def test_an_empty_context_shares_nothing_and_leaves_nothing_to_recall() -> None:
    example = Example(response=RESPONSE)
    assert resolve("rouge2").score([example]) == [0.0]
    (recall,) = resolve("rouge2[use=r]").score([example])
    assert isinstance(recall, Unscored)
