"""A run folder opens with all that it holds, or says in one sentence why it does not."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from gaugeblock.perturb.errors import DataError
from gaugeblock.reports import Run, load_run


@pytest.fixture
def folder(tmp_path: Path, build: SimpleNamespace) -> Path:
    return Path(build.write_run(tmp_path / "run", build.results_of({"overlap": build.bad_metric()})))


def _change(file: Path, **changes: Any) -> None:
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **changes}), encoding="utf-8")


def test_a_run_holds_manifest_results_and_tables(run: Run) -> None:
    assert [metric.name for metric in run.metrics] == ["overlap", "steady"]
    assert run.results["metrics"]["overlap"]["verdict"] == "fail"
    assert run.manifest["dataset"]["examples"] == run.facts.dataset.examples == 239
    assert run.stress == ("sensitivity", "gaming", "force", "laws")
    assert list(run.variants()["variant_id"]) == ["ferry-1"]
    assert list(run.scores()["score"]) == [0.75]
    assert run.originals["ferry-1"].startswith("The Ardley ferry")


def test_what_was_explored_for_a_metric_is_among_the_variants(folder: Path) -> None:
    """The parts that a metric's own scores asked for stand in a folder of their own."""
    explored = pd.read_parquet(folder / "variants" / "part-00000.parquet")
    explored = explored.assign(variant_id="ferry-1/mined-phrases", outcome="variant", metric="overlap")
    (folder / "explored").mkdir()
    explored.to_parquet(folder / "explored" / "metric-00.parquet")
    run = load_run(folder)
    assert list(run.variants()["variant_id"]) == ["ferry-1", "ferry-1/mined-phrases"]
    assert set(run.originals) == {"ferry-1"}


def test_a_run_opens_without_its_tables(folder: Path) -> None:
    """A report needs the two JSON files only, so that they can be sent to somebody alone."""
    for part in (*folder.glob("variants/*"), *folder.glob("scores/*")):
        part.unlink()
    run = load_run(folder)
    assert run.originals == {}
    with pytest.raises(DataError, match="holds no table"):
        run.variants()


def test_a_folder_that_is_absent_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is no folder .*nowhere"):
        load_run(tmp_path / "nowhere")


def test_a_folder_that_is_no_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is no run folder"):
        load_run(tmp_path)


def test_a_run_that_did_not_end_says_how_to_go_on(folder: Path) -> None:
    (folder / "results.json").unlink()
    with pytest.raises(DataError, match=r"did not end.*gaugeblock audit overlap steady"):
        load_run(folder)


def test_a_file_that_was_cut_off_is_named(folder: Path) -> None:
    file = folder / "results.json"
    file.write_text(file.read_text("utf-8")[:200], encoding="utf-8")
    with pytest.raises(DataError, match=r"results.json cannot be read"):
        load_run(folder)


def test_a_table_that_was_cut_off_is_named(folder: Path) -> None:
    (folder / "variants" / "part-00000.parquet").write_bytes(b"PAR1")
    with pytest.raises(DataError, match=r"part-00000.parquet.*cannot be read"):
        load_run(folder).variants()


def test_a_newer_schema_asks_for_an_upgrade(folder: Path) -> None:
    _change(folder / "results.json", schema=2)
    with pytest.raises(DataError, match=r"schema 2 .*upgrade"):
        load_run(folder)


def test_files_of_two_runs_are_refused(folder: Path) -> None:
    _change(folder / "manifest.json", signature="another")
    with pytest.raises(DataError, match="come from two runs"):
        load_run(folder)


def test_a_score_that_is_no_number_is_refused(folder: Path) -> None:
    file = folder / "results.json"
    file.write_text(file.read_text("utf-8").replace("0.534", "NaN"), encoding="utf-8")
    with pytest.raises(DataError, match="NaN is no JSON number"):
        load_run(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"verdict": "maybe"}, r"metrics\.overlap\.verdict must be one of pass, fail, inconclusive, not 'maybe'"),
        ({"items": "many"}, r"metrics\.overlap\.items must be a finite number or null, not 'many'"),
        ({"items": 1.5}, r"metrics\.overlap\.items must be a whole number or null, not 1.5"),
        ({"stress": []}, r"metrics\.overlap\.stress must be an object, not \[\]"),
    ],
)
def test_a_wrong_value_is_named_with_its_place(
    folder: Path, build: SimpleNamespace, change: dict[str, Any], message: str
) -> None:
    _change(folder / "results.json", metrics={"overlap": {**build.bad_metric(), **change}})
    with pytest.raises(DataError, match=message):
        load_run(folder)


def test_a_number_too_large_is_refused(tmp_path: Path, build: SimpleNamespace) -> None:
    """It would be read as infinite, and end the writing of a report."""
    folder = build.write_run(tmp_path / "run", build.results_of({"m": build.bad_metric()}))
    file = folder / "results.json"
    file.write_text(file.read_text("utf-8").replace("0.534", "1e999"), encoding="utf-8")
    with pytest.raises(DataError, match="1e999 is larger than any number here"):
        load_run(folder)
