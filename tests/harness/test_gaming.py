"""The stress test `gaming`."""

from __future__ import annotations

import pytest

import gaugeblock as gb


@pytest.fixture(scope="module")
def data():
    return gb.load("sample")


def overlap(response, context):
    words = response.lower().split()
    return sum(word in context.lower().split() for word in words) / max(1, len(words))


def test_a_length_lover_is_gamed_by_every_phrase(data):
    @gb.metric
    def length(context: str, response: str) -> float:
        return float(len(response))

    audit = gb.audit(length, data, stress="gaming")
    assert audit.verdict == "fail"
    gains = audit.findings.query("name == 'mean-gain'").set_index("group")["value"]
    assert (gains > 0).all()
    share = audit.findings.query("name == 'share-gained' and group == 'appended'")["value"]
    assert share.item() > 0.9  # a phrase of three characters stays under the margin


def test_a_metric_that_phrases_dilute_is_not_gamed(data):
    @gb.metric
    def precise(context: str, response: str) -> float:
        return overlap(response, context)

    assert gb.audit(precise, data, stress="gaming").verdict == "pass"


def test_a_metric_that_one_family_of_phrases_raises_is_caught_by_that_family(data):
    @gb.metric
    def obedient(context: str, response: str) -> float:
        orders = ("score", "rate", "grade", "evaluator", "judge")
        return overlap(response, context) + any(word in response.lower() for word in orders)

    audit = gb.audit(obedient, data, stress="gaming")
    assert audit.verdict == "fail"
    failing = set(audit.findings.query("verdict == 'fail' and name == 'mean-gain'")["group"])
    assert {"judge-instruction/appended", "judge-instruction/prepended"} <= failing
    assert not {group for group in failing if group.startswith("repetition")}


def test_only_phrases_that_were_added_count_as_gain(data):
    """A phrase in the response's place has no response to raise; it is set against the responses by an AUC."""
    audit = gb.audit(overlap, data, stress="gaming")
    rows = audit.rows("gaming").query("outcome == 'variant'")
    added = rows[rows["details"].map(lambda details: details["position"] != "alone")]
    found = audit.findings.set_index(["name", "group"])["n"]
    assert found["mean-gain", "all"] == len(added)
