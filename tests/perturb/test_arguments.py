"""A wrong argument of a public function is a `UsageError` that names it, never a bare `TypeError`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gaugeblock.perturb import Example, variants_of
from gaugeblock.perturb.arguments import examples_of, finite, scores_of, texts_of, whole
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.mining import mine, phrase_perturbation
from gaugeblock.perturb.search import worst_phrase
from gaugeblock.perturb.size_matched import size_matched

EXAMPLES = [Example(response=f"It rose by {n}.", context=f"It rose by {n}.") for n in range(4)]


def level(examples: list[Example]) -> list[float]:
    return [0.5 for _ in examples]


def mined(**changes: Any) -> Any:
    given: dict[str, Any] = {"responses": ["a b"] * 3, "scores": [1, 2, 3]}
    return mine(**given | changes)


def searched(**changes: Any) -> Any:
    given: dict[str, Any] = {"score": level, "examples": EXAMPLES, "candidates": ["All is well."], "budget": 100}
    return worst_phrase(**given | changes)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: mined(responses="a b"), "responses takes several texts"),
        (lambda: mined(responses=["a", None, "b"]), r"responses\[1\] must be a text, not NoneType"),
        (lambda: mined(scores=[1, "high", 3]), r"scores\[1\] must be a number.*'high'"),
        (lambda: mined(scores=0.5), "scores takes several numbers, not float"),
        (lambda: mined(n="ten"), "n takes a whole number, not str"),
        (lambda: mined(ngram_range=3), "ngram_range takes two whole numbers"),
        (lambda: mined(ngram_range=(2, 2.5)), r"ngram_range\[1\] takes a whole number"),
        (lambda: mined(tail="a quarter"), "tail takes a number"),
        (lambda: mined(scores=[1, float("inf"), 3]), r"scores\[1\] must be a finite number"),
        (lambda: mined(scores=[1, 10**400, 3]), r"scores\[1\] must be a finite number"),
        (lambda: mined(tail=float("nan")), "tail takes a finite number"),
        (lambda: mined(tail=10**400), "tail takes a finite number"),
        (lambda: mined(clusters=5), "clusters takes several names of source documents, not int"),
        (lambda: mined(clusters=["a", ["b"], "c"]), r"clusters\[1\] must name a document"),
        (lambda: mined(min_clusters="3"), "min_clusters takes a whole number, not str"),
        (lambda: mined(min_clusters=0), "min_clusters must be at least 1"),
        (lambda: mined(min_share=None), "min_share takes a number, not NoneType"),
        (lambda: mined(min_share=1.5), r"min_share must lie in \[0, 1\]"),
        (lambda: size_matched("It rose."), "example must be an Example, not str"),  # type: ignore[arg-type]
        (lambda: size_matched(EXAMPLES[0], seed="x"), "seed takes a whole number"),  # type: ignore[arg-type]
        (lambda: size_matched(EXAMPLES[0], tolerance=float("nan")), "tolerance takes a finite number"),
        (lambda: size_matched(EXAMPLES[0], tolerance=None), "tolerance takes a number"),  # type: ignore[arg-type]
        (lambda: searched(score=0.5), "score takes a function"),
        (lambda: searched(examples=["It rose."]), r"examples\[0\] must be an Example, not str: make one with"),
        (lambda: searched(candidates="All is well."), "candidates takes several texts, not str: put it in a list"),
        (lambda: searched(candidates=[3]), r"candidates\[0\] must be a text"),
        (lambda: searched(budget="100"), "budget takes a whole number"),
        (lambda: searched(longest=None), "longest takes a whole number"),
        (lambda: searched(seed="x"), "seed takes a whole number"),
        (lambda: phrase_perturbation(["All is well.", 3]), r"phrases\[1\] must be a text"),  # type: ignore[list-item]
        (lambda: phrase_perturbation(3), "phrases takes a list of phrases or a Path, not int"),  # type: ignore[arg-type]
        (lambda: phrase_perturbation(["a"], name=3), "name takes the name"),  # type: ignore[arg-type]
        (lambda: phrase_perturbation(["a"], positions="alone"), "positions takes several texts"),
        (lambda: list(variants_of("It rose.")), "example must be an Example, not str"),  # type: ignore[arg-type]
        (lambda: list(variants_of(EXAMPLES[0], "voice", seed=None)), "seed takes a whole number"),  # type: ignore[arg-type]
        (lambda: list(variants_of(EXAMPLES[0], 3)), "with_ takes several texts"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_argument_is_named_with_the_mend(call: Callable[[], Any], named: str) -> None:
    with pytest.raises(UsageError, match=named):
        call()


def test_what_behaves_like_the_right_type_is_taken() -> None:
    assert texts_of("texts", (text for text in ("a", "b"))) == ["a", "b"]
    assert examples_of("examples", tuple(EXAMPLES)) == EXAMPLES
    assert scores_of("scores", np.array([0.5, np.nan])) == [0.5, None]
    assert scores_of("scores", [1, None, True]) == [1.0, None, 1.0]
    assert whole("n", np.int64(3)) == 3
    assert finite("tail", 1) == 1.0
    assert finite("tail", np.float32(0.25)) == 0.25


@pytest.mark.parametrize("given", [True, 2.0, "2"])
def test_what_only_looks_like_a_whole_number_is_refused(given: object) -> None:
    with pytest.raises(UsageError, match="n takes a whole number"):
        whole("n", given)
