"""Is the tester itself sound? Controls with planted flaws must be flagged, and those without must not be.

A pool of examples is planned once by the real perturbations and scored once by the real controls; each simulated audit
is the judgement of all stress tests on some documents of the pool, drawn at random. `docs/detection.md` has the table.
"""

from __future__ import annotations

import gc
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from simulated import pool

import gaugeblock as gb
from gaugeblock.harness.judging import make_trial
from gaugeblock.harness.planning import stress_tests
from gaugeblock.harness.policy import default_policy
from gaugeblock.harness.statistics import documents
from gaugeblock.harness.stress.laws import LAW_EXAMPLES
from gaugeblock.harness.stress_test import STRESS
from gaugeblock.harness.tables import read_frame, read_prepared, read_variants
from gaugeblock.metrics import METRICS
from gaugeblock.metrics.controls._control import Control

AUDITS = 200
EXAMPLES = 160
LAWS_DRAWN = 30  # of the 40 examples that have the extra arrangements
OTHERS_DRAWN = 40  # of the 120 others

CONTROLS = [name for name in METRICS.names() if name.startswith("control-")]
SOUND = ["control-oracle", "control-oracle[noise=0.02]"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def audited(tmp_path_factory):
    """The run folder of one audit of all controls on the whole pool."""
    folder = tmp_path_factory.mktemp("detection") / "run"
    return gb.audit([*CONTROLS, SOUND[1]], pool(EXAMPLES), out=folder)


@pytest.fixture(scope="module")
def tables(audited):
    """The variants, the scores by metric, and what the tests have prepared."""
    scores = read_frame(audited.folder / "scores")
    return read_variants(audited.folder), dict(list(scores.groupby("metric"))), read_prepared(audited.folder)


def verdicts(audited, tables, metric, monkeypatch):
    """How often each stress test gave each verdict, over the simulated audits."""
    monkeypatch.setattr(documents, "RESAMPLES", 1000)  # plenty to tell a verdict by, and many audits to make
    monkeypatch.setattr(gc, "collect", lambda *generation: 0)  # which statsmodels asks for in each correction
    variants, scores, prepared = tables
    variants = variants[variants["metric"].isna() | (variants["metric"] == metric)]
    originals = variants.loc[variants["outcome"] == "original", "variant_id"].tolist()
    by_parent = dict(list(variants.groupby("parent", sort=False)))
    counts = {name: Counter() for name in STRESS.names()}
    own = scores[metric]
    parent_of = variants[variants["outcome"] != "skip"].set_index("variant_id")["parent"]
    by_example = dict(list(own.groupby(own["variant_id"].map(parent_of), sort=False)))
    tests = stress_tests(None)
    for audit in range(AUDITS):
        rng = np.random.default_rng([audit, 17])
        drawn = [
            *rng.choice(originals[:LAW_EXAMPLES], LAWS_DRAWN, replace=False),
            *rng.choice(originals[LAW_EXAMPLES:], OTHERS_DRAWN, replace=False),
        ]
        trial = make_trial(
            audited.manifest["metrics"][metric],
            pd.concat([by_parent[name] for name in drawn], ignore_index=True),
            pd.concat([by_example[name] for name in drawn], ignore_index=True),
            default_policy(),
            0,
            {name: table[table["variant_id"].isin(drawn)] for name, table in prepared.items()},
        )
        for test in tests:
            outcome = test.judge(trial)
            counts[test.name][outcome.verdict if outcome.applies else "says nothing"] += 1
    return counts


@pytest.mark.parametrize("metric", CONTROLS)
def test_a_planted_flaw_is_flagged_by_the_tests_that_it_concerns(metric, audited, tables, monkeypatch):
    """In at least 95 % of the simulated audits; a control without a flaw has nothing to be caught by."""
    control = METRICS.get(metric)
    assert issubclass(control, Control)
    counts = verdicts(audited, tables, metric, monkeypatch)
    missed = {name: dict(counts[name]) for name in control.caught_by if counts[name]["fail"] < 0.95 * AUDITS}
    assert not missed, f"{metric} ({control.flaw}) is missed: {missed}"


@pytest.mark.parametrize("metric", SOUND)
def test_a_sound_metric_is_flagged_in_at_most_one_audit_in_twenty(metric, audited, tables, monkeypatch):
    """The oracle, and the oracle with noise within the margins, over all stress tests together."""
    counts = verdicts(audited, tables, metric, monkeypatch)
    flagged = {name: dict(found) for name, found in counts.items() if found["fail"] > 0.05 * AUDITS}
    assert not flagged, f"{metric} is flagged: {flagged}"


def test_every_flaw_is_some_test_of_the_tool():
    """No control is there in vain: each with a flaw names the stress tests that must fail it, and they exist."""
    for name in CONTROLS:
        control = METRICS.get(name)
        assert bool(control.flaw) == bool(control.caught_by), name
        assert set(control.caught_by) <= set(STRESS.names()), name
