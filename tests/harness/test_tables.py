"""A table of a run is read whole, or what is wrong with it is said."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from gaugeblock.harness.tables import SCORES, read_frame, read_rows, read_variants, write_frame, write_part
from gaugeblock.perturb.errors import DataError


def _scores(folder: Path, *names: str) -> Path:
    for name in names:
        write_part(folder / f"{name}.parquet", [{"metric": "m", "variant_id": name, "score": 0.5}], SCORES)
    return folder


def test_parts_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    frame = read_frame(_scores(tmp_path / "scores", "b", "a"))
    assert frame["variant_id"].tolist() == ["a", "b"]
    assert read_frame(tmp_path / "scores", ["score"]).columns.tolist() == ["score"]


def test_a_part_that_is_being_written_is_no_part(tmp_path: Path) -> None:
    """Its name begins with a full stop until all of it is there."""
    folder = _scores(tmp_path / "scores", "a")
    (folder / ".b.parquet.17").write_bytes(b"PAR1")
    (folder / ".b.parquet").write_bytes(b"PAR1")
    assert len(read_frame(folder)) == 1


def test_a_table_without_parts_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"scores' holds no table .*start the audit again"):
        read_frame(tmp_path / "scores")


def test_a_part_that_was_cut_off_is_named(tmp_path: Path) -> None:
    folder = _scores(tmp_path / "scores", "a", "b")
    (folder / "b.parquet").write_bytes((folder / "b.parquet").read_bytes()[:100])
    for read in (lambda: read_frame(folder), lambda: read_rows(folder / "b.parquet")):
        with pytest.raises(DataError, match=r"b\.parquet' cannot be read .*delete it"):
            read()


def test_what_was_made_for_single_metrics_stands_behind_the_variants(tmp_path: Path) -> None:
    """Where nothing was, its empty part changes nothing."""
    planned = pd.DataFrame({"variant_id": ["a"], "severity": [1]})
    write_frame(tmp_path / "variants" / "part-00000.parquet", planned)
    write_frame(tmp_path / "explored" / "metric-00.parquet", planned[:0])
    pd.testing.assert_frame_equal(read_variants(tmp_path), read_frame(tmp_path / "variants"))
    write_frame(tmp_path / "explored" / "metric-00.parquet", planned.assign(variant_id="b"))
    assert read_variants(tmp_path)["variant_id"].tolist() == ["a", "b"]


def test_parts_that_do_not_fit_together_are_told(tmp_path: Path) -> None:
    """As where a folder holds those of two versions."""
    folder = _scores(tmp_path / "scores", "a")
    write_frame(folder / "b.parquet", pd.DataFrame({"variant_id": [1]}))
    with pytest.raises(DataError, match="do not fit together"):
        read_frame(folder)
