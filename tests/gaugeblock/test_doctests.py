"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import gaugeblock
import gaugeblock.harness
import gaugeblock.metrics
import gaugeblock.perturb
import gaugeblock.reports


def modules():
    for package in (gaugeblock, gaugeblock.perturb, gaugeblock.metrics, gaugeblock.harness, gaugeblock.reports):
        yield package.__name__
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield found.name


@pytest.mark.parametrize("name", sorted(set(modules())))
def test_docstring_examples_hold(name):
    failed, _ = doctest.testmod(importlib.import_module(name), verbose=False)
    assert failed == 0
