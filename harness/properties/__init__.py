"""Laws that a metric must keep, each tried on drawn examples; a broken one shows the smallest texts that break it.

Each is a function of a metric, which raises `AssertionError`:

    from gaugeblock.harness.properties import never_rewards

    def test_my_metric():
        never_rewards(my_metric, family="gaming")

and, called without a metric, a decorator of a test that scores one item; several may stand above one another:

    @never_rewards(family="gaming")
    @decreases_under(family="corruption")
    def test_my_metric(context, response):
        return my_metric(context, response)

A metric is anything that `gaugeblock.resolve` takes: a function, a `Metric`, or text such as ``"rouge2"``. All further
arguments are keyword-only; those that every law takes are listed at `SearchOptions`.

`search` tries one law on one `Scorer` within a `Budget` and returns an `Outcome`, where nothing should be raised.
"""

from gaugeblock.harness.properties._budget import Budget
from gaugeblock.harness.properties._case import Case, Judgement
from gaugeblock.harness.properties._check import SearchOptions, examples_of
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._message import message, to_json, visible
from gaugeblock.harness.properties._outcome import (
    BROKEN,
    HELD,
    NOT_APPLICABLE,
    UNDECIDED,
    Counterexample,
    Outcome,
)
from gaugeblock.harness.properties._registry import PROPERTIES, law_from, standard_laws
from gaugeblock.harness.properties._replay import Trial, called, name_of, replay, try_again
from gaugeblock.harness.properties._scorer import Scorer
from gaugeblock.harness.properties._search import search
from gaugeblock.harness.properties.batch_independent import batch_independent
from gaugeblock.harness.properties.bounded import bounded
from gaugeblock.harness.properties.decreases_under import decreases_under
from gaugeblock.harness.properties.deterministic import deterministic
from gaugeblock.harness.properties.handles_degenerate_input import handles_degenerate_input
from gaugeblock.harness.properties.identity_is_maximal import identity_is_maximal
from gaugeblock.harness.properties.invariant_under import invariant_under
from gaugeblock.harness.properties.monotone_in import monotone_in
from gaugeblock.harness.properties.never_rewards import never_rewards
from gaugeblock.harness.properties.order_independent import order_independent

__all__ = [
    "BROKEN",
    "HELD",
    "NOT_APPLICABLE",
    "PROPERTIES",
    "UNDECIDED",
    "Budget",
    "Case",
    "Counterexample",
    "Judgement",
    "Law",
    "Outcome",
    "Scorer",
    "SearchOptions",
    "Trial",
    "batch_independent",
    "bounded",
    "called",
    "decreases_under",
    "deterministic",
    "examples_of",
    "handles_degenerate_input",
    "identity_is_maximal",
    "invariant_under",
    "law_from",
    "message",
    "monotone_in",
    "name_of",
    "never_rewards",
    "order_independent",
    "replay",
    "search",
    "standard_laws",
    "to_json",
    "try_again",
    "visible",
]
