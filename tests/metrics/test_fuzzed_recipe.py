"""An entailment recipe held to the laws: its arithmetic must be sound whatever its weights say."""

from __future__ import annotations

from pathlib import Path

from gaugeblock.fuzz import fuzz


def test_a_recipe_over_random_weights_keeps_what_no_weights_excuse(tiny_nli: Path, tmp_path, monkeypatch):
    """Random weights may judge anything; but numbers, order, batches and repetition are the recipe's own."""
    monkeypatch.chdir(tmp_path)
    laws = "bounded,deterministic,order-independent,batch-independent"
    report = fuzz(f'alignscore[nli="{tiny_nli}"]', properties=laws, max_examples=12, database=None)
    assert not report.counterexamples, str(report)
    assert all(outcome.compared for outcome in report.outcomes)


def test_a_recipe_over_random_weights_is_found_to_read_nothing(tiny_nli: Path, tmp_path, monkeypatch):
    """It cannot tell a wrong number from a right one, so the law that wants a fall is broken."""
    monkeypatch.chdir(tmp_path)
    law = "decreases-under[family=corruption]"
    report = fuzz(f'alignscore[nli="{tiny_nli}"]', properties=law, max_examples=12, database=None)
    assert [found.law.name for found in report.counterexamples] == ["decreases-under"]
