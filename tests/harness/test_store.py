"""The score store."""

from __future__ import annotations

import pytest

from gaugeblock.harness.store import Key, ScoreStore
from gaugeblock.metrics.base import Unscored
from gaugeblock.perturb.errors import UsageError


def test_scores_and_reasons_come_back_from_another_opening(tmp_path):
    path = tmp_path / "deep" / "scores.sqlite"
    scores = {Key("a"): 0.1 + 0.2, Key("a", "repeat", 1): -0.0, Key("b"): Unscored("timeout", "took longer than 1 s")}
    with ScoreStore(path) as store:
        store.save("f", scores.items())
    with ScoreStore(path) as store:
        assert store.load("f") == scores
        assert store.load("another metric") == {}


def test_a_batch_is_kept_whole_or_not_at_all(tmp_path):
    with ScoreStore(tmp_path / "s") as store:
        with pytest.raises(Exception, match=r"type|bind"):
            store.save("f", [(Key("a"), 1.0), (Key("b"), object())])  # type: ignore[list-item]
        assert store.load("f") == {}


def test_unscored_items_can_be_forgotten_to_be_tried_again(tmp_path):
    with ScoreStore(tmp_path / "s") as store:
        store.save("f", [(Key("a"), 1.0), (Key("b"), Unscored("raised", "no"))])
        store.save("g", [(Key("b"), Unscored("raised", "no"))])
        assert store.forget_unscored("f") == 1
        assert list(store.load("f")) == [Key("a")]
        assert list(store.load("g")) == [Key("b")]


def test_a_file_that_is_no_store_is_named_and_left_as_it_was(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("my notes, longer than a page header of a database would be, and then some more text " * 30)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=r"notes\.txt is no score store"):
        ScoreStore(path)
    assert path.read_bytes() == before
