"""What the coverage benchmark counts."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def coverage() -> ModuleType:
    path = Path(__file__).resolve().parents[2] / "benchmarks" / "coverage.py"
    spec = importlib.util.spec_from_file_location("benchmark_coverage", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its data classes look for their own types
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("benign", "held"),
    [
        ({"voice", "synonyms", "whitespace"}, True),
        ({"voice", "whitespace", "dashes"}, False),
        ({"voice", "synonyms"}, False),
        ({"voice", "synonyms", "paraphrase"}, False),
        ({"voice", "synonyms", "size-matched"}, False),
        ({"voice", "whitespace", "quotation-style", "paraphrase"}, False),
    ],
)
def test_what_combines_other_perturbations_is_no_further_one(
    coverage: ModuleType, benign: set[str], held: bool
) -> None:
    """Three are wanted, two of them not of the layout; a combination of two is no third."""
    seen = coverage.Seen(
        dataset="qags-cnndm",
        words=20,
        made=frozenset(benign),
        families={"benign": frozenset(benign)},
        force_from_response=False,
        conditions=frozenset(),
        context_sentences=3,
        shares=True,
    )
    assert coverage._three_benign(seen) == held
