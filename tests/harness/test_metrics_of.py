"""What a person asks for becomes the metrics of a run, published scores among them."""

from __future__ import annotations

import json

import pytest

import gaugeblock as gb
from gaugeblock.harness.data import Dataset
from gaugeblock.harness.metrics_of import metrics_of
from gaugeblock.perturb.errors import DataError, UsageError


def dataset(name: str) -> Dataset:
    carried = {"published_scores": {"FactCC": 0.5, "QAGS": 1.0}}
    return Dataset(name, (gb.Example(id="a", response="It rose.", context="It rose.", metadata=carried),))


@pytest.mark.parametrize(("text", "name"), [("scores:frank", "frank"), ("scores:published", "other")])
def test_published_scores_stand_where_they_were_asked_for(text, name):
    found = metrics_of(["rouge2", text, "token-overlap"], dataset(name))
    assert [m.name for m in found] == ["rouge2", f"{name}-FactCC", f"{name}-QAGS", "token-overlap"]


def test_scores_of_other_data_are_refused_with_the_mend():
    with pytest.raises(UsageError, match=r"published with frank, but the data are sample; write --data frank:FOLDER$"):
        metrics_of(["scores:frank"], dataset("sample"))


def test_data_without_published_scores_are_named():
    bare = Dataset("mine", (gb.Example(response="x"),))
    with pytest.raises(DataError, match="the examples of mine carry no published scores"):
        metrics_of(["scores:published"], bare)


def test_a_file_goes_before_a_data_set_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "frank").write_text("no table")
    with pytest.raises(UsageError, match="frank is no table"):
        metrics_of(["scores:frank"], dataset("frank"))
    (tmp_path / "mine.jsonl").write_text(json.dumps({"id": "a", "score": 0.25}))
    (found,) = metrics_of(["scores:mine.jsonl"], dataset("frank"))
    assert found.score(dataset("frank").examples) == [0.25]


def test_a_folder_called_like_a_data_set_is_no_file_of_scores(tmp_path, monkeypatch):
    """A person's copy of the data lies in such a folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "frank").mkdir()
    assert [m.name for m in metrics_of(["scores:frank"], dataset("frank"))] == ["frank-FactCC", "frank-QAGS"]


def test_an_audit_of_published_scores_tells_easy_from_hard(tmp_path):
    towns = ("Bergen", "Turin", "Lyon", "Porto", "Ghent", "Graz", "Malmo", "Split", "Bath", "Cork", "Kiel", "Nice")
    examples = [
        gb.Example(
            id=f"{town}-{supported}",
            response=f"{town} opened a bridge." if supported else f"{town} shut three schools in 2004.",
            context=f"The council of {town} opened a bridge in May. It cost nine million.",
            label=float(supported),
            metadata={"document": town, "published_scores": {"Judge": supported + 0.0, "Coin": 0.5}},
        )
        for town in towns
        for supported in (True, False)
    ]
    audit = gb.audit("scores:published", examples, stress=["difficulty", "agreement"], out=tmp_path / "run")
    found = audit.findings.set_index(["metric", "stress", "name", "group"])["value"]
    names = list(audit.results["metrics"])
    assert [name.rpartition("-")[2] for name in names] == ["Judge", "Coin"]
    assert found[names[0], "agreement", "auc", "all"] == 1.0
    assert found[names[1], "agreement", "auc", "all"] == 0.5
    assert found[names[0], "difficulty", "auc", "easy"] == 1.0
    assert set(audit.comparisons["stress"]) == {"difficulty", "agreement"}
    table = (tmp_path / "run" / "prepared" / "difficulty.parquet").read_bytes()
    assert table.startswith(b"PAR1")
