"""Controls with planted flaws are flagged, and those without are not, over 200 simulated audits of each.

The simulation is that of ``benchmarks/detection.py``, which writes the whole matrix to ``docs/detection.md``.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from gaugeblock.harness.stress_test import STRESS

AUDITS = 200

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]


def _detection():
    path = Path(__file__).resolve().parents[2] / "benchmarks" / "detection.py"
    spec = importlib.util.spec_from_file_location("detection", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["detection"] = module  # where its worker processes look for it
    spec.loader.exec_module(module)
    return module


detection = _detection()
FLAWED = [name for name in detection.CONTROLS if detection.flaw_of(name)[1]]


@pytest.fixture(scope="module")
def trials(tmp_path_factory):
    """One audit of all controls on the whole pool."""
    return detection.audited(tmp_path_factory.mktemp("detection") / "run")


@pytest.mark.parametrize("name", FLAWED)
def test_a_planted_flaw_is_flagged_in_at_least_95_of_100_audits(name, trials):
    """By each of the stress tests that the flaw concerns."""
    _, caught_by = detection.flaw_of(name)
    counts = detection.verdicts(trials[name], caught_by, AUDITS)
    missed = {test: dict(counts[test]) for test in caught_by if counts[test]["fail"] < 0.95 * AUDITS}
    assert not missed, f"{name} is missed: {missed}"


@pytest.mark.parametrize("name", detection.SOUND)
def test_a_sound_metric_is_flagged_in_at_most_5_of_100_audits(name, trials):
    """By any of the stress tests, an audit counting once however many of them flag it."""
    counts = detection.verdicts(trials[name], STRESS.names(), AUDITS)
    assert counts["any"]["fail"] <= 0.05 * AUDITS, {test: dict(found) for test, found in counts.items()}


def test_every_flaw_is_some_tests_business():
    """No control is there in vain: each with a flaw names the stress tests that must fail it, and they exist."""
    for name in detection.CONTROLS:
        flaw, caught_by = detection.flaw_of(name)
        assert bool(flaw) == bool(caught_by), name
        assert set(caught_by) <= set(STRESS.names()), name
