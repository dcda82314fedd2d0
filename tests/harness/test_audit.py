"""Audits from end to end, with metrics whose flaws are known."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import gaugeblock as gb
from gaugeblock.perturb.errors import UsageError


@gb.metric(construct="factual-consistency", bounds=(0, 1))
def constant(context: str, response: str) -> float:
    return 0.7


@gb.metric(construct="factual-consistency", bounds=(0, 1))
def oracle(response: str, context: str, label: float | None) -> float:
    """Knows the label; a text without one is worth nothing."""
    return 0.05 if not label else 0.95


@gb.metric(construct="factual-consistency")
def phrase_lover(context: str, response: str) -> float:
    return len(set(context.split()) & set(response.split())) + 50.0 * ("supported" in response)


@pytest.fixture(scope="module")
def examples():
    """Twenty-four examples of the sample: enough for verdicts, few enough to be quick."""
    return gb.load("sample", limit=24, seed=1)


@pytest.fixture(scope="module")
def audit_of_constant(examples):
    return gb.audit(constant, examples)


def test_a_constant_metric_fails_every_stress_test_that_asks_for_a_difference(audit_of_constant):
    """Trial 6. Padding does not raise this score, which says nothing of a score that never moves; nothing is passed."""
    stress = audit_of_constant.results["metrics"]["constant"]["stress"]
    passed = {name for name, outcome in stress.items() if outcome["verdict"] == "pass"}
    assert passed == set()
    assert stress["verbosity"]["verdict"] == "inconclusive"
    assert "never moves cannot rise" in stress["verbosity"]["reason"]
    for name in ("sensitivity", "gaming", "force", "context", "agreement", "laws"):
        assert stress[name]["verdict"] == "fail", name
    assert audit_of_constant.verdict == "fail"
    findings = audit_of_constant.findings.set_index(["name", "group"])["value"]
    assert findings["mvr", "all"] == 1.0
    assert findings["paired-auc-corruption", "all"] == 0.5
    assert findings["auc-fact-against-wording", "all"] == 0.5
    assert findings["force-sensitivity", "all"] == 0.0


def test_citation_presence_has_mvr_one_by_construction(examples):
    audit = gb.audit("citation-presence", examples, stress="force")
    mvr = audit.findings.query("name == 'mvr' and group == 'all'")
    assert mvr["value"].tolist() == [1.0]


def test_an_oracle_passes_sensitivity_and_force():
    audit = gb.audit(oracle, gb.load("sample"), stress=["sensitivity", "force"])
    assert audit.verdict == "pass", audit.findings[["name", "group", "value", "low", "high", "verdict"]].to_string()


def test_a_metric_that_loves_a_phrase_is_caught_by_gaming(examples):
    audit = gb.audit(phrase_lover, examples, stress="gaming")
    assert audit.verdict == "fail"
    worst = audit.results["metrics"]["phrase_lover"]["stress"]["gaming"]["examples"][0]
    assert "supported" in worst["after"]["response"]
    assert "supported" not in worst["before"]["response"]
    assert worst["change"] > 40


def test_the_numbers_can_be_recomputed_from_the_rows(examples):
    """MVR, force sensitivity, AUC and means against plain NumPy and scikit-learn over the Parquet tables."""
    audit = gb.audit(phrase_lover, examples)
    variants = pd.read_parquet(audit.folder / "variants")
    scores = pd.read_parquet(audit.folder / "scores").query("arrangement == 'main'")
    score = scores.set_index("variant_id")["score"]
    made = variants[variants["outcome"] == "variant"]
    found = audit.findings.set_index(["stress", "name", "group"])["value"]

    force = made[made["family"] == "force"]
    margin = score[force["base"]].to_numpy() - score[force["variant_id"]].to_numpy()
    assert found["force", "mvr", "all"] == pytest.approx((margin <= 0).mean(), abs=1e-9)
    assert found["force", "force-sensitivity", "all"] == pytest.approx(margin.mean(), abs=1e-9)

    corrupted = made[made["family"] == "corruption"]
    high, low = score[corrupted["parent"].unique()], score[corrupted["variant_id"]]
    expected = roc_auc_score([1] * len(high) + [0] * len(low), np.concatenate([high, low]))
    assert found["sensitivity", "auc-corruption", "all"] == pytest.approx(expected, abs=1e-9)

    rows = audit.rows("gaming")
    planned = rows[(rows["outcome"] == "variant") & (rows["family"] == "gaming") & rows["metric"].isna()]
    added = planned[planned["details"].map(lambda details: details.get("position") != "alone")]
    assert found["gaming", "mean-gain", "all"] == pytest.approx(added["change"].mean(), abs=1e-9)


def test_an_unscored_variant_violates_with_margin_nought(examples):
    @gb.metric
    def chokes(context: str, response: str, example: gb.Example) -> float:
        if "/force-modality" in example.id:
            raise ValueError("no")
        return 0.0 if "/force-" in example.id else 1.0

    findings = gb.audit(chokes, examples, stress="force").findings.set_index(["name", "group"])
    whole, choked = findings.loc[("mvr", "all")], findings.loc[("mvr", "modality")]
    assert choked["value"] == 1.0
    assert whole["value"] == pytest.approx(choked["n"] / whole["n"])
    assert findings.loc[("force-sensitivity", "all"), "value"] == pytest.approx(1 - choked["n"] / whole["n"])


def test_lower_is_better_turns_every_relation_round(examples):
    @gb.metric(higher_is_better=False, bounds=(0, 1))
    def error_rate(response: str, context: str, label: float | None) -> float:
        return 0.95 if not label else 0.05

    audit = gb.audit(error_rate, examples, stress="force")
    assert audit.findings.query("name == 'mvr' and group == 'all'")["value"].tolist() == [0.0]


def test_every_row_is_its_original_with_its_edits_made(audit_of_constant):
    rows = audit_of_constant.rows("force")
    made = rows[rows["outcome"] == "variant"]
    assert len(made)
    table = pd.read_parquet(audit_of_constant.folder / "variants")
    changed = table[table["outcome"] != "skip"].set_index("variant_id")["response"]
    parents = {example.id: example.response for example in gb.load("sample").examples}
    assert set(made["parent"]) <= set(parents)
    for row in made.to_dict("records"):
        edits = json.loads(row["edits"])
        text = changed[row["base"]]  # the parent's own response, or a sentence of its context
        assert row["base"] != row["parent"] or text == parents[row["parent"]]
        for edit in reversed(edits):
            assert text[edit["start"] : edit["end"]] == edit["before"]
            text = text[: edit["start"]] + edit["after"] + text[edit["end"] :]
        assert text == row["response"]


def test_examples_without_a_question_or_label_are_judged_and_reported(tmp_path):
    """A missing text must stay missing in the tables, and never become a not-a-number in results.json."""
    rows = [gb.Example(response=f"It may rain in May {n}.", context=f"Rain may fall in May {n}.") for n in range(12)]
    audit = gb.audit(constant, rows, out=tmp_path / "run")
    shown = [row for outcome in audit.results["metrics"]["constant"]["stress"].values() for row in outcome["examples"]]
    assert shown
    assert {row["question"] for row in shown} == {None}
    assert {row["label"] for row in shown} == {None}


def test_a_saved_audit_can_be_reported_without_its_metric(audit_of_constant, tmp_path):
    from gaugeblock.reports import load_run, render

    folder = audit_of_constant.save(tmp_path / "kept")
    assert "constant" in render([load_run(folder)], "html")
    with pytest.raises(UsageError, match="kept"):
        audit_of_constant.save(folder)


def test_a_saved_audit_is_replaced_where_that_is_said(audit_of_constant, tmp_path):
    """What somebody has put beside it stays; a folder that is no run is never written over."""
    folder = audit_of_constant.save(tmp_path / "kept")
    (folder / "notes.txt").write_text("mine")
    (folder / "scores" / "part-99999.parquet").write_bytes(b"old")
    assert audit_of_constant.save(folder, overwrite=True) == folder
    assert not (folder / "scores" / "part-99999.parquet").exists()
    assert (folder / "notes.txt").read_text() == "mine"
    assert gb.Audit(folder).results == audit_of_constant.results
    assert audit_of_constant.save(audit_of_constant.folder) == audit_of_constant.folder
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "part-00000.parquet").write_bytes(b"another's")
    shutil.rmtree(folder / "scores")
    (folder / "scores").symlink_to(tmp_path / "elsewhere")
    audit_of_constant.save(folder, overwrite=True)
    assert (tmp_path / "elsewhere" / "part-00000.parquet").read_bytes() == b"another's"
    assert gb.Audit(folder).results == audit_of_constant.results
    assert not (folder / "scores").is_symlink()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="no run folder"):
        audit_of_constant.save(tmp_path / "other", overwrite=True)


def test_nothing_is_lost_where_an_audit_cannot_be_saved(audit_of_constant, tmp_path):
    """The older run was cleared before it was known that there is something to put in its place."""
    older, gone = audit_of_constant.save(tmp_path / "older"), audit_of_constant.save(tmp_path / "gone")
    (older / "notes.txt").write_text("mine")
    (gone / "notes.txt").write_text("another's")
    before = {path: path.read_bytes() for path in older.rglob("*") if path.is_file()}
    lost = gb.Audit(gone)
    inner = gb.Audit(gone).save(older / "explored" / "mine")
    with pytest.raises(UsageError, match="lie in one another"):
        gb.Audit(inner).save(older, overwrite=True)
    with pytest.raises(UsageError, match="lie in one another"):
        gb.Audit(older).save(older / "variants" / "x")
    shutil.rmtree(older / "explored" / "mine")
    (gone / "dangling").symlink_to("nowhere")
    gb.Audit(gone).save(older, overwrite=True)
    assert (older / "notes.txt").read_text() == "mine"
    shutil.rmtree(gone)
    with pytest.raises(UsageError, match="cannot be copied"):
        lost.save(older, overwrite=True)
    (older / "results.json").rename(older / "kept")
    (older / "results.json").mkdir()
    with pytest.raises(UsageError, match="not what a run has of that name"):
        audit_of_constant.save(older, overwrite=True)
    (older / "results.json").rmdir()
    (older / "kept").rename(older / "results.json")
    assert {path: path.read_bytes() for path in older.rglob("*") if path.is_file()} == before
    assert not list(tmp_path.glob(".*"))
    for target in (Path("/dev/null"), tmp_path / ("x" * 300)):
        with pytest.raises(UsageError):
            audit_of_constant.save(target)


def test_a_folder_of_another_audit_is_not_touched(examples, tmp_path):
    gb.audit(constant, examples, stress="force", out=tmp_path / "run")
    before = (tmp_path / "run" / "results.json").read_bytes()
    with pytest.raises(UsageError, match="another audit"):
        gb.audit(constant, examples, stress="force", out=tmp_path / "run", seed=5)
    assert (tmp_path / "run" / "results.json").read_bytes() == before
    gb.audit(constant, examples, stress="force", out=tmp_path / "run", seed=5, overwrite=True)
    assert (tmp_path / "run" / "results.json").read_bytes() != before


def test_a_run_with_a_damaged_table_is_planned_anew(examples, tmp_path):
    gb.audit(constant, examples, stress="force", out=tmp_path / "run")
    before = (tmp_path / "run" / "results.json").read_bytes()
    next((tmp_path / "run" / "variants").glob("*.parquet")).unlink()
    gb.audit(constant, examples, stress="force", out=tmp_path / "run")
    assert (tmp_path / "run" / "results.json").read_bytes() == before


def test_equal_signatures_mean_equal_declarations(examples):
    def signed(**options):
        f = gb.metric(**options)(lambda context, response: 0.5) if options else constant
        return gb.audit(f, examples, stress="force").results["signature"]

    both = {"name": "m", "bounds": (0, 1)}
    assert signed(**both) != signed(**both, construct="conciseness")
    assert signed(**both) != signed(**both, higher_is_better=False)


def test_a_folder_of_something_else_is_not_touched(examples, tmp_path):
    (tmp_path / "thesis.txt").write_text("precious")
    with pytest.raises(UsageError, match="no audit"):
        gb.audit(constant, examples, stress="force", out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


COUNTING = '''
import os
from pathlib import Path
import gaugeblock as gb

LOG = Path(__file__).with_name("calls.log")

@gb.metric(bounds=(0, 1), batch_size=16)
def counting(contexts, responses):
    """Overlap; writes down what it is asked."""
    with LOG.open("a", encoding="utf-8") as log:
        for context, response in zip(contexts, responses):
            log.write(repr((context, response)) + "\\n")
    import time
    time.sleep(0.02)
    return [len(set(c.split()) & set(r.split())) / (1 + len(set(r.split()))) for c, r in zip(contexts, responses)]
'''


def command(folder: Path, out: Path, *options: str) -> list[str]:
    return [
        sys.executable, "-m", "gaugeblock", "audit", f"{folder}/counting.py:counting",
        "--data", "sample", "--limit", "12", "--stress", "gaming,force,laws", "--out", str(out), *options,
    ]  # fmt: skip


@pytest.fixture
def counting(tmp_path):
    (tmp_path / "counting.py").write_text(COUNTING)
    return tmp_path


@pytest.mark.slow
def test_workers_and_shards_change_nothing_in_the_results(counting):
    subprocess.run(command(counting, counting / "a"), check=True, capture_output=True)
    subprocess.run(
        command(counting, counting / "b", "--workers", "2", "--shard-size", "5"), check=True, capture_output=True
    )
    assert (counting / "a" / "results.json").read_bytes() == (counting / "b" / "results.json").read_bytes()
    assert len(list((counting / "b" / "variants").glob("*.parquet"))) == 3


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_was(counting):
    """Five kills at random moments: the same results, and no input scored twice but those of a batch in flight."""
    log = counting / "calls.log"
    subprocess.run(command(counting, counting / "whole"), check=True, capture_output=True)
    whole = log.read_text("utf-8").splitlines()
    log.unlink()
    chance = random.Random(11)
    kills = 0
    while kills < 5:
        process = subprocess.Popen(
            command(counting, counting / "killed"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        deadline = time.monotonic() + chance.uniform(1.0, 8.0)
        while time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.05)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        kills += 1
    subprocess.run(command(counting, counting / "killed"), check=True, capture_output=True)
    assert (counting / "killed" / "results.json").read_bytes() == (counting / "whole" / "results.json").read_bytes()
    pieces = log.read_text("utf-8").splitlines()
    assert len(pieces) <= len(whole) + 5 * 16, "at most one batch of 16 a kill is scored again"
    assert set(pieces) == set(whole)


@pytest.mark.slow
def test_a_repeated_run_scores_nothing(counting):
    subprocess.run(command(counting, counting / "a"), check=True, capture_output=True)
    calls = (counting / "calls.log").read_bytes()
    subprocess.run(command(counting, counting / "a"), check=True, capture_output=True)
    assert (counting / "calls.log").read_bytes() == calls


def test_a_manifest_counts_each_input_once_and_from_the_store_only_what_was_there_before(tmp_path, examples):
    """What a search for phrases had scored stood in it again as if it came from the store."""
    asked = []

    @gb.metric(batch=False)
    def counting(context: str, response: str) -> float:
        asked.append((context, response))
        return float("NaN") if len(response) % 11 == 0 else len(response) % 7 / 7

    def counts():
        run = gb.audit(counting, examples, stress=["gaming"], out=tmp_path / "run", overwrite=True)
        return run.manifest["counts"]

    first, second = counts(), counts()
    assert (first["scored_now"], first["from_store"]) == (len(asked), 0)
    assert len(set(asked)) == len(asked)
    assert (second["scored_now"], second["from_store"]) == (0, len(asked))
    assert first["unscored"] == second["unscored"] == sum(len(response) % 11 == 0 for _, response in asked)
