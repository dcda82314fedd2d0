"""Versions of installed packages."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from gaugeblock.metrics import resolve
from gaugeblock.metrics.versions import versions


def test_an_installed_package_has_a_version_and_another_has_none() -> None:
    assert versions("rouge-score", "no-such-package") == {
        "rouge-score": version("rouge-score"),
        "no-such-package": None,
    }


@pytest.mark.parametrize(
    ("name", "package"),
    [("rouge2", "rouge-score"), ("entity-overlap", "parser"), ("token-overlap[stem=true]", "nltk")],
)
def test_a_built_in_metric_says_what_can_change_its_scores(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    metric = resolve(name)
    before = metric.fingerprint
    assert metric.depends_on[package]
    newer = {**metric.depends_on, package: "99"}
    monkeypatch.setattr(type(metric), "depends_on", property(lambda self: newer))
    assert metric.fingerprint != before
