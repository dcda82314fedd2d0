"""The controls: each has the flaw that it is named for, and no other."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from strategies import examples, texts

from gaugeblock.harness.stress_test import STRESS
from gaugeblock.metrics import METRICS, Unscored, resolve
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

CONTROLS = [name for name in METRICS if name.startswith("control-")]
PLANNED = {"verbosity", "context"}  # stress tests that a control may name before they are there

SUPPORTED = Example(id="s", response="The ferry was late.", context="The ferry to the island was late.", label=1.0)
WRONG = Example(id="w", response="The ferry was early.", context="The ferry to the island was late.", label=0.0)


@pytest.mark.parametrize("name", CONTROLS)
@given(example=examples)
def test_a_control_scores_anything_or_says_why_not(name: str, example: Example) -> None:
    (score,) = resolve(name).score([example])
    assert isinstance(score, (float, Unscored))


@pytest.mark.parametrize("name", CONTROLS)
def test_a_control_with_a_flaw_names_the_tests_that_must_catch_it(name: str) -> None:
    control = METRICS.get(name)
    assert bool(control.flaw) == bool(control.caught_by)
    assert set(control.caught_by) <= {*STRESS.names(), *PLANNED}


def test_the_oracle_tells_the_label_and_has_no_score_without_one() -> None:
    assert resolve("control-oracle").score([SUPPORTED, WRONG]) == [1.0, 0.0]
    (score,) = resolve("control-oracle").score([replace(SUPPORTED, label=None)])
    assert isinstance(score, Unscored)
    assert score.reason == "declined"


def test_the_oracles_noise_belongs_to_the_input_and_has_the_spread_that_was_asked_for() -> None:
    oracle = resolve("control-oracle[noise=0.1]")
    many = [replace(SUPPORTED, id="", response=f"Ferry number {i} was late.") for i in range(400)]
    scores = oracle.score(many)
    assert scores == oracle.score(many[::-1])[::-1]
    errors = [score - 1.0 for score in scores if isinstance(score, float)]
    assert abs(sum(errors) / 400) < 0.02
    assert math.sqrt(sum(error**2 for error in errors) / 400) == pytest.approx(0.1, rel=0.15)


def test_negative_noise_and_an_unknown_base_are_refused() -> None:
    with pytest.raises(UsageError, match="noise takes a finite number from 0"):
        resolve("control-oracle[noise=-1]")
    with pytest.raises(UsageError, match="oracle"):
        resolve("control-length-lover[base=label]")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("control-oracle[noise=nan]", "noise takes a finite number from 0, not nan"),
        ("control-oracle[noise=inf]", "noise takes a finite number from 0, not inf"),
        ("control-constant[value=nan]", "value takes a finite number from 0 to 1, not nan"),
        ("control-constant[value=1.5]", "value takes a finite number from 0 to 1, not 1.5"),
        ("control-length-lover[weight=nan]", "weight takes a finite number from 0 to 1"),
        ("control-phrase-lover[bonus=-inf]", "bonus takes a finite number from 0 to 1"),
        ("control-phrase-lover[words=|]", "words takes words with a bar between them"),
        ("control-nan-maker[rate=nan]", "rate takes a finite number from 0 to 1"),
        ("control-nan-maker[rate=2]", "rate takes a finite number from 0 to 1"),
        ("control-out-of-range[rate=nan]", "rate takes a finite number from 0 to 1"),
        ("control-order-dependent[shift=nan]", "shift takes a finite number from 0 to 1"),
    ],
)
def test_an_option_that_is_no_number_within_its_bounds_is_refused(spec: str, message: str) -> None:
    """A NaN would pass every comparison of a range check that is written the other way round."""
    with pytest.raises(UsageError, match=message):
        resolve(spec)


def test_the_constant_never_changes() -> None:
    assert resolve("control-constant[value=0.2]").score([SUPPORTED, WRONG]) == [0.2, 0.2]


@given(texts, texts)
def test_the_random_score_is_fixed_for_an_input_unless_it_is_told_otherwise(response: str, context: str) -> None:
    example = Example(response=response, context=context)
    assert resolve("control-random").score([example]) == resolve("control-random").score([example])
    assert not resolve("control-random[fixed=false]").deterministic


def test_padding_pays_with_the_length_lover() -> None:
    padded = replace(SUPPORTED, response=SUPPORTED.response + " Thank you for asking about this matter.")
    low, high = resolve("control-length-lover").score([SUPPORTED, padded])
    assert low < high


def test_a_phrase_earns_its_part_of_the_score_with_the_phrase_lover() -> None:
    """The sound score earns the rest, so that a supported response gains as much as another."""
    gamed = replace(WRONG, response=WRONG.response + " The document discusses this.")
    assert resolve("control-phrase-lover").score([WRONG, gamed]) == [0.0, 0.4]
    (found,) = resolve("control-phrase-lover[bonus=0.4]").score([replace(gamed, label=0.9)])
    assert found == pytest.approx(0.6 * 0.9 + 0.4)


def test_the_overlap_control_takes_words_in_any_order() -> None:
    shuffled = replace(SUPPORTED, response="Late was the ferry.")
    assert resolve("control-overlap").score([SUPPORTED, shuffled]) == [1.0, 1.0]


def test_the_context_blind_control_does_not_see_another_context() -> None:
    blind = resolve("control-context-blind")
    one, other = blind.score([SUPPORTED, replace(SUPPORTED, context=("It rained.",))])
    assert one == other
    assert blind.score([WRONG]) != [one]


def test_every_second_item_of_a_batch_is_shifted_by_the_order_dependent_control() -> None:
    assert resolve("control-order-dependent").score([SUPPORTED] * 3) == [1.0, 0.95, 1.0]


@pytest.mark.parametrize("name", ["control-nan-maker", "control-out-of-range"])
def test_the_spoilt_share_is_about_what_was_asked_for_and_stays_with_its_inputs(name: str) -> None:
    control = resolve(f"{name}[rate=0.3]")
    many = [replace(SUPPORTED, id="", response=f"Ferry number {i} was late.") for i in range(300)]
    spoilt = [score != 1.0 for score in control.score(many)]
    assert 0.2 < sum(spoilt) / 300 < 0.4
    assert spoilt == [score != 1.0 for score in control.score(many[::-1])][::-1]
