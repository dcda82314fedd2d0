"""Objects of other packages as metrics: each is known by what it can do, and called as its package wants."""

from __future__ import annotations

import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gaugeblock.metrics import Unscored, resolve
from gaugeblock.metrics.adapters._adapter import hyphened
from gaugeblock.metrics.batch import score_batch
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

EXAMPLES = [
    Example(response="four", context=("a", "b"), question="why?"),
    Example(response="three", context="c", question=None),
]


class SummaCLike:
    def score(self, originals: list[str], generateds: list[str], **_: Any) -> dict[str, list[float]]:
        return {"scores": [len(claim) / 10 for claim in generateds], "images": []}  # type: ignore[dict-item]


class AlignScoreLike:
    def score(self, contexts: list[str], claims: list[str]) -> list[float]:
        return [len(context) / 10 for context in contexts]


class MiniCheckLike:
    def score(self, docs: list[str], claims: list[str]) -> tuple[Any, ...]:
        probabilities = [len(claim) / 10 for claim in claims]
        return [round(p) for p in probabilities], probabilities, [[doc] for doc in docs], [[p] for p in probabilities]


class ArrayScorer:
    def score(self, references: list[str], candidates: list[str]) -> Any:
        return np.array([0.5 for _ in candidates])


@pytest.mark.parametrize(
    ("scorer", "expected"),
    [
        (SummaCLike(), [0.4, 0.5]),
        (AlignScoreLike(), [0.4, 0.1]),
        (MiniCheckLike(), [0.4, 0.5]),
        (ArrayScorer(), [0.5, 0.5]),
    ],
)
def test_a_scorer_of_documents_and_claims_is_a_metric(scorer: Any, expected: list[float]) -> None:
    assert score_batch(resolve(scorer), EXAMPLES) == expected


def test_a_scorer_of_one_pair_is_called_pair_by_pair_and_numpy_labels_are_no_scores() -> None:
    class One:
        def score(self, context: str, claim: str) -> float:
            return len(claim) / 10

    class Labelled:
        def score(self, docs: list[str], claims: list[str]) -> tuple[Any, ...]:
            return [1 for _ in claims], [np.float32(0.25) for _ in claims]

    assert score_batch(resolve(One()), EXAMPLES) == [0.4, 0.5]
    assert score_batch(resolve(Labelled()), EXAMPLES) == [0.25, 0.25]


def test_a_scorer_that_returns_too_few_costs_the_items_that_it_fails_on_alone() -> None:
    class Forgetful:
        def score(self, docs: list[str], claims: list[str]) -> list[float]:
            return [0.1 for claim in claims if claim != "four"]

    missing, scored = score_batch(resolve(Forgetful()), EXAMPLES)
    assert scored == 0.1
    assert isinstance(missing, Unscored)
    assert missing.reason == "miscounted"


class EvaluateLike:
    name = "some/rouge"
    features = object()

    def add_batch(self) -> None: ...

    def compute(self, predictions: list[str], references: list[str], **settings: Any) -> dict[str, Any]:
        assert len(predictions) == 1
        return {"rouge1": len(predictions[0]) / 10, "rougeL": [len(references[0]) / 10], "hash": "x", **settings}


def test_a_module_of_evaluate_is_a_metric_once_it_is_said_which_number_counts() -> None:
    metric = resolve(EvaluateLike())
    assert metric.name == "rouge"
    (score, _) = score_batch(metric, EXAMPLES)
    assert isinstance(score, Unscored)
    assert "rouge1, rougeL; say which" in score.detail
    before = metric.fingerprint
    metric.key = "rougeL"  # type: ignore[attr-defined]
    assert metric.fingerprint != before
    assert score_batch(metric, EXAMPLES) == [0.4, 0.1]


class TorchLike:
    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, preds: list[str], target: list[str]) -> Any:
        self.seen += 1
        return {"fmeasure": np.float32(len(preds[0]) / 8 + self.seen - 1)}

    def update(self) -> None: ...

    def compute(self) -> None: ...

    def reset(self) -> None:
        self.seen = 0


def test_a_torchmetrics_metric_forgets_each_item_before_the_next() -> None:
    assert score_batch(resolve(TorchLike()), EXAMPLES) == [0.5, 0.625]


@dataclass
class LLMTestCase:
    input: str
    actual_output: str
    context: list[str]
    retrieval_context: list[str]


class FaithfulnessMetric:
    threshold = 0.5
    score: float | None = None
    error: str | None = None

    def measure(self, case: LLMTestCase) -> float | None:
        if case.actual_output == "four":
            self.error = "the judge gave no verdict"
            return None
        self.score = len(case.retrieval_context) / 2
        return None


def test_a_deepeval_metric_measures_a_test_case(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("deepeval.test_case")
    module.LLMTestCase = LLMTestCase  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "deepeval", types.ModuleType("deepeval"))
    monkeypatch.setitem(sys.modules, "deepeval.test_case", module)
    metric = resolve(FaithfulnessMetric())
    assert (metric.name, metric.bounds) == ("faithfulness-metric", (0.0, 1.0))
    assert score_batch(metric, EXAMPLES[1:]) == [0.5]
    assert score_batch(metric, EXAMPLES[:1]) == [Unscored("declined", "the judge gave no verdict")]


def test_a_ragas_metric_scores_a_single_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    class Faithfulness:
        def single_turn_score(self, sample: Any) -> float:
            return len(sample["retrieved_contexts"]) / 4 + len(sample["user_input"]) / 100

    module = types.ModuleType("ragas")
    module.SingleTurnSample = dict  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ragas", module)
    assert score_batch(resolve(Faithfulness()), EXAMPLES) == [0.54, 0.25]


def test_an_object_in_a_file_is_named_like_a_function_and_takes_options(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Scorer:\n    def score(self, docs, claims):\n        return [len(claim) for claim in claims]\n"
        "scorer = Scorer()\ndef make(scale=1.0):\n    return Scorer()\n",
        "utf-8",
    )
    metric = resolve(f"{file}:scorer[construct=grounding,name=mine]")
    assert (metric.name, metric.construct) == ("mine", "grounding")
    assert score_batch(metric, EXAMPLES) == [4.0, 5.0]
    assert score_batch(resolve(f"{file}:make[scale=2.0]"), EXAMPLES) == [4.0, 5.0]
    with pytest.raises(UsageError, match="takes no such option"):
        resolve(f"{file}:scorer[key=x]")


def test_what_is_of_no_known_kind_is_still_refused() -> None:
    class Nothing:
        def score(self) -> float:
            return 0.5

    with pytest.raises(UsageError, match="is not a metric"):
        resolve(Nothing())


def test_a_name_is_made_from_the_class() -> None:
    assert hyphened("MiniCheck") == "mini-check"
