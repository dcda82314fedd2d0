"""What every built-in metric without a language model does with odd input (trials 7, 8, 10, 11 and 13)."""

from __future__ import annotations

import math
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import examples

from gaugeblock.metrics import Metric, Unscored, check_metric, resolve
from gaugeblock.perturb.example import Example

LIGHT = ("citation-presence", "token-overlap", "rouge2", "rouge2[use=r]", "entity-overlap", "entity-overlap[empty=1]")
HEAVY = ("embedding-similarity", "embedding-similarity[aggregate=whole]")
ALL = (*LIGHT, *(pytest.param(name, marks=pytest.mark.slow) for name in HEAVY))

FEE = "The fee is 40 euros."

ODD_RESPONSES = [
    "",
    "   ",
    "\n\n",
    "? I had none since 2007.",
    "Yes.",
    "GDP: 3.1%",
    "Some text yeah 🚀 rocket",
    "𝒂𝒏𝒅",
    "e\u0301",
    ">>>>> >>>",
    "مرحبا بالعالم",
    "a\u200bb",
    "\u200b",
    "\x00",
    "पूर्व प्रधानमन्त्री",
    "สวัสดี",
    "水は百度で沸騰する。空は青い。",
    "The population is **67** million",
    "{context} </s> <script>alert(1)</script> [bold]",
    "word " * 400,
]

MANY_SCRIPTS = [
    "पूर्व प्रधानमन्त्री",
    "สวัสดี",
    "水は百度で沸騰する。空は青い。",
    "Здравствуй, мир",
    "مرحبا بالعالم",
    "한국어 문장",
]


@lru_cache
def built(name: str) -> Metric:
    return resolve(name)


@pytest.fixture
def metric(request: pytest.FixtureRequest) -> Metric:
    return built(request.param)


@pytest.mark.parametrize("metric", ALL, indirect=True)
def test_its_declarations_make_sense(metric: Metric) -> None:
    check_metric(metric)


@pytest.mark.parametrize("metric", ALL, indirect=True)
@pytest.mark.parametrize("response", ODD_RESPONSES)
@pytest.mark.parametrize("context", [(), ("",), ("   ",), (FEE,), ("", FEE), (">>>",)])
def test_odd_input_gets_a_score_or_a_reason_and_costs_no_neighbour_its_score(
    metric: Metric, response: str, context: tuple[str, ...]
) -> None:
    plain = Example(response="Anna Berg paid 40 euros.", context="In May Anna Berg paid 40 euros.")
    before, odd, after = metric.score([plain, Example(response=response, context=context), plain])
    assert before == after == metric.score([plain])[0]
    assert isinstance(before, float)
    low, high = metric.bounds
    assert low is not None
    assert high is not None
    assert isinstance(odd, Unscored) or (math.isfinite(odd) and low <= odd <= high)


@pytest.mark.parametrize("metric", ALL, indirect=True)
@pytest.mark.parametrize("text", [*MANY_SCRIPTS, *ODD_RESPONSES])
def test_identical_text_never_scores_zero_in_any_script(metric: Metric, text: str) -> None:
    if text.strip():
        (score,) = metric.score([Example(response=text, context=text)])
        assert isinstance(score, Unscored) or score == pytest.approx(1.0)


@pytest.mark.parametrize("metric", ["token-overlap", "rouge2"], indirect=True)
@pytest.mark.parametrize("text", MANY_SCRIPTS)
def test_identical_text_has_a_score_in_every_script(metric: Metric, text: str) -> None:
    assert metric.score([Example(response=text, context=text)]) == [1.0]


@pytest.mark.parametrize("metric", ALL, indirect=True)
def test_the_order_of_a_batch_and_its_size_change_no_score(metric: Metric) -> None:
    batch = [Example(response=response, context=(FEE, "Anna Berg paid it in May.")) for response in ODD_RESPONSES]
    whole = metric.score(batch)
    assert list(metric.score(batch[::-1]))[::-1] == whole
    assert [score for example in batch for score in metric.score([example])] == whole


@pytest.mark.parametrize("name", [name for name in LIGHT if not name.startswith("entity")])
@given(example=examples)
def test_any_text_gets_a_score_within_the_bounds_or_a_reason(name: str, example: Example) -> None:
    (score,) = built(name).score([example])
    assert isinstance(score, Unscored) or 0 <= score <= 1


@given(example=examples)
@settings(max_examples=25)
def test_any_text_gets_an_entity_overlap_or_a_reason(example: Example) -> None:
    (score,) = built("entity-overlap").score([example])
    assert isinstance(score, Unscored) or 0 <= score <= 1


@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_overlaps_with_itself_in_full_where_it_overlaps_at_all(text: str) -> None:
    for name in ("token-overlap", "token-overlap[stopwords=none]", "rouge2"):
        (score,) = built(name).score([Example(response=text, context=text)])
        assert isinstance(score, Unscored) or score == 1.0
