"""The page of metrics is what the registry gives."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gaugeblock.metrics import METRICS

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_metrics", DOCS / "make_metrics.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_metrics"] = module
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_registry_gives(generator: ModuleType) -> None:
    assert generator.main(["--check"]) == 0


def test_every_metric_has_its_entry_once(generator: ModuleType) -> None:
    page = generator.page()
    for name in METRICS:
        assert page.count(f"### {name}\n") == 1, name
