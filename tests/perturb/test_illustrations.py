"""Every perturbation of the library tells what it does, what it does not, and shows it on a text that stays true."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import PERTURBATIONS, Variant, perturbation_rng
from gaugeblock.perturb.base import RuleBased
from gaugeblock.perturb.relations import CONSTRUCTS, FAMILIES, Relation

NAMES = PERTURBATIONS.names()


def rule_based(name: str) -> RuleBased:
    item = PERTURBATIONS.get(name)
    if not isinstance(item, RuleBased):
        pytest.skip(f"{name} asks a language model, so that no text of it is fixed")
    return item


@pytest.mark.parametrize("name", NAMES)
def test_it_is_described(name: str) -> None:
    item = rule_based(name)
    assert item.name == name
    assert item.family in FAMILIES
    assert item.summary.endswith(".")
    assert item.limits.endswith(".")
    assert set(item.relation) == set(CONSTRUCTS)
    assert all(isinstance(relation, Relation) for relation in item.relation.values())
    assert list(item.severities) == sorted(set(item.severities))


@pytest.mark.parametrize("name", NAMES)
def test_its_illustration_is_what_it_makes(name: str) -> None:
    shown = rule_based(name).illustration
    assert shown is not None, "an illustration is missing"
    outcomes = rule_based(name).variants(shown.example, perturbation_rng(0, "illustration", name))
    first = next((outcome for outcome in outcomes if isinstance(outcome, Variant)), None)
    assert first is not None, "nothing is made of the illustration"
    assert first.example.text(shown.shows) == shown.after
    assert shown.after != shown.before
