"""The score store."""

from __future__ import annotations

import sqlite3

import pytest

import gaugeblock as gb
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


def test_a_damaged_store_is_named_with_the_mend(tmp_path):
    """It opens, since only pages behind the first are damaged."""
    path = tmp_path / "s"
    with ScoreStore(path) as store:
        store.save("f", [(Key(str(number)), 0.5) for number in range(1000)])
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with ScoreStore(path) as store, pytest.raises(UsageError, match=r"s cannot be used: .*malformed; delete it, or"):
        store.load("f")
    own = r"s cannot be used: .*malformed; remove it, and its scores are made again"
    with ScoreStore(path, of_run=True) as store, pytest.raises(UsageError, match=own):
        store.load("f")


def test_a_ruined_store_of_the_run_folder_is_to_be_removed(tmp_path):
    """Nobody named it, so that another name with --store was no help; without it the run goes on."""
    settings = {"data": "sample", "limit": 2, "stress": "laws", "out": tmp_path / "run"}
    gb.audit("citation-presence", **settings)
    store = tmp_path / "run" / "scores.sqlite"
    store.write_bytes(b"\0garbage" * 1000)
    with pytest.raises(
        UsageError, match=r"scores\.sqlite is no score store .*; remove it, and its scores are made again"
    ):
        gb.audit("citation-presence", **settings)
    with pytest.raises(UsageError, match="; name another file with --store"):
        gb.audit("citation-presence", store=store, **settings)
    store.unlink()
    assert gb.audit("citation-presence", **settings).folder == tmp_path / "run"


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        ("a", "1"),
        ("fingerprint, input, arrangement, repeat, score, unscored, detail", "'f', 'a', 'main', 0, NULL, NULL, NULL"),
    ],
)
def test_a_table_that_no_store_wrote_is_told_and_never_taken_for_scores(tmp_path, columns, row):
    path = tmp_path / "s"
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TABLE scores ({columns})")
    connection.execute(f"INSERT INTO scores VALUES ({row})")
    connection.commit()
    connection.close()
    with ScoreStore(path) as store, pytest.raises(UsageError, match=r"s cannot be used: .*; delete it, or"):
        store.load("f")


def test_a_reason_of_a_newer_version_is_told_and_no_score_is_given_up(tmp_path):
    """Whoever was told to delete the file would have lost every score in it."""
    path = tmp_path / "s"
    with ScoreStore(path) as store:
        store.save("f", [(Key("a"), 0.5), (Key("b"), Unscored("raised", "no"))])
    connection = sqlite3.connect(path)
    connection.execute("UPDATE scores SET unscored = 'tired' WHERE input = 'b'")
    connection.commit()
    connection.close()
    with ScoreStore(path) as store, pytest.raises(UsageError, match="'tired', which this version") as caught:
        store.load("f")
    assert "delete" not in str(caught.value)
