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
"""

from gaugeblock.harness.properties._case import Case, Judgement
from gaugeblock.harness.properties._check import SearchOptions
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._registry import PROPERTIES, law_from, standard_laws
from gaugeblock.harness.properties._replay import replay
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
    "PROPERTIES",
    "Case",
    "Judgement",
    "Law",
    "SearchOptions",
    "batch_independent",
    "bounded",
    "decreases_under",
    "deterministic",
    "handles_degenerate_input",
    "identity_is_maximal",
    "invariant_under",
    "law_from",
    "monotone_in",
    "never_rewards",
    "order_independent",
    "replay",
    "standard_laws",
]
