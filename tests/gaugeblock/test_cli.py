"""The command line, as a user meets it: what it prints, where, and with which exit status."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

import gaugeblock as gb
from gaugeblock import perturb
from gaugeblock.cli import audit, main
from gaugeblock.harness import data
from gaugeblock.metrics.batch import score_batch
from gaugeblock.perturb.errors import UsageError

METRICS = '''
import time

def constant(context, response):
    return 0.7

def overlap(context, response):
    print("chatter", response)
    words = set(response.lower().split())
    return len(words & set(context.lower().split())) / max(1, len(words))

def wild(context, response):
    """Odd on single items: those whose response starts with a certain letter."""
    first = response[:1].lower()
    if first == "t":
        raise RuntimeError("tea break")
    return {"a": float("nan"), "h": 98989.0, "m": None, "c": "0.8"}.get(first, 0.5)
'''


LONG = "n" * 300
"""A name that no file can have."""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working folder with a user's own metrics in it."""
    (tmp_path / "mine.py").write_text(METRICS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["gaugeblock", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(stop.value.code or 0)


@pytest.fixture
def gaugeblock(here, monkeypatch, capsys):
    def call(*words: str) -> tuple[int, str, str]:
        status = run(*words, monkeypatch=monkeypatch)
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return call


def test_an_audit_ends_with_a_verdict_a_table_and_a_report(gaugeblock, here):
    status, out, err = gaugeblock("audit", "mine.py:overlap", "--data", "sample", "--limit", "12", "--out", "run")
    assert status == 0, err
    assert "overlap" in out
    assert "report: run/report.html" in out
    assert "chatter" not in out, "what a metric prints stays out of the table"
    assert {path.name for path in (here / "run").iterdir()} >= {"manifest.json", "results.json", "report.html"}


def test_a_constant_metric_breaks_the_gate(gaugeblock):
    words = ["audit", "mine.py:constant", "--data", "sample", "--out", "run", "--gate", "default"]
    status, _, err = gaugeblock(*words)
    assert status == 1
    for test in ("sensitivity", "gaming", "force", "laws"):
        assert f"gate: constant, {test}" in err


def test_a_gate_that_holds_says_so(gaugeblock, here):
    """A pipeline's log shows that there was one."""
    (here / "lenient.toml").write_text("[gate]\nfail_on = []\n")
    words = ["audit", "mine.py:constant", "--limit", "6", "--stress", "force,laws", "--out", "run"]
    status, _, err = gaugeblock(*words, "--gate", "lenient.toml")
    assert (status, "gate: holds (1 metric, 2 stress tests)" in err) == (0, True)
    assert "gate:" not in gaugeblock(*words)[2]


def test_without_a_gate_a_failing_metric_is_reported_and_the_command_succeeds(gaugeblock):
    status, out, _ = gaugeblock("audit", "mine.py:constant", "--stress", "force", "--out", "run")
    assert status == 0
    assert "FAIL" in out


def test_a_run_with_too_much_unscored_is_incomplete(gaugeblock, here):
    status, out, err = gaugeblock("audit", "mine.py:wild", "--limit", "24", "--stress", "laws", "--out", "run")
    assert status == 3
    assert "incomplete" in err
    entry = json.loads((here / "run" / "results.json").read_text())["metrics"]["wild"]
    assert entry["unscored"]["reasons"].get("raised", 0) > 0
    assert f"{100 * entry['unscored']['share']:.1f}%" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["audit", "roug2"], "did you mean rouge2"),
        (["audit", "mine.py:nothing"], "nothing"),
        (["audit", "gone.py:f"], "gone.py"),
        (["audit", "mine.py:constant", "--data", "gone.jsonl"], "gone.jsonl"),
        (["audit", "mine.py:constant", "--stress", "farce"], "did you mean force"),
        (["audit", "mine.py:constant", "--gate", "gone.toml"], "gone.toml"),
        (["audit", "mine.py:constant", "mine.py:constant"], "two metrics are called constant"),
        (["audit", "mine.py:constant", "--limit", "0"], "--limit"),
        (["audit"], "METRIC..."),
        (["perturb", "sample", "--with", "nonsense", "--out", "x"], "nonsense"),
        (["report", "nowhere"], "nowhere"),
        (["report", ".", "--format", "pdf"], "pdf"),
        (["list", "dragons"], "metrics, perturbations, stress, properties, datasets"),
        (["dance"], "dance"),
        (["perturb", "sample", "--out", LONG], "cannot be written: File name too long"),
        (["perturb", LONG, "--out", "x"], "File name too long"),
        (["perturb", f"qags:{LONG}", "--out", "x"], "File name too long"),
        (["score", "rouge2", "sample", "--out", LONG], "cannot be written: File name too long"),
        (["score", "rouge2", f"{LONG}.jsonl", "--out", "x"], "File name too long"),
        (["audit", f"scores:{LONG}.csv"], "File name too long"),
        (["report", LONG], "there is no folder"),
    ],
)
def test_wrong_usage_is_status_two_and_one_clear_line(gaugeblock, words, message):
    status, _, err = gaugeblock(*words)
    assert status == 2
    assert message in err
    assert "Traceback" not in err


def test_perturb_writes_variants_and_skips_as_json_lines(gaugeblock, here):
    status, _, err = gaugeblock("perturb", "sample", "--with", "force,contractions", "--out", "v.jsonl", "--limit", "8")
    assert status == 0, err
    rows = [json.loads(line) for line in (here / "v.jsonl").read_text("utf-8").splitlines()]
    keys = {"parent", "perturbation", "family", "severity", "outcome", "reason", "example", "edits", "relation"}
    assert all(keys <= set(row) for row in rows)
    assert {row["outcome"] for row in rows} == {"variant", "skip"}
    assert {row["perturbation"] for row in rows if row["family"] == "benign"} == {"contractions"}
    assert all(row["reason"] for row in rows if row["outcome"] == "skip")


def test_perturb_counts_what_it_made_by_family_and_reason(gaugeblock, here):
    _, _, err = gaugeblock("perturb", "sample", "--with", "force,gaming", "--out", "v.jsonl", "--limit", "8")
    rows = [json.loads(line) for line in (here / "v.jsonl").read_text("utf-8").splitlines()]
    heads, *counts = [line.split() for line in err.splitlines() if line.startswith(("family", "gaming", "force"))]
    assert heads == ["family", "variants", "not-applicable", "unchanged", "rejected", "language"]
    told = {family: dict(zip(heads[1:], map(int, numbers), strict=True)) for family, *numbers in counts}
    assert set(told) == {"force", "gaming"}
    for family, by_reason in told.items():
        of_family = [row["reason"] or "variants" for row in rows if row["family"] == family]
        assert by_reason == {reason: of_family.count(reason) for reason in heads[1:]}
    made = sum(row["outcome"] == "variant" for row in rows)
    assert err.splitlines()[-1] == f"{made} variants, {len(rows) - made} skips, 0 bad rows"


def test_perturb_writes_the_derived_example_that_the_edits_are_of(gaugeblock, here):
    gaugeblock("perturb", "sample", "--out", "v.jsonl", "--limit", "20")
    rows = [json.loads(line) for line in (here / "v.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        if "base" in row:
            assert row["outcome"] == "variant"
            assert row["base"]["id"] != row["parent"]
            assert all(edit["before"] in str(row["base"]) for edit in row["edits"] if "\n" not in edit["before"])


def test_perturb_reads_its_data_a_little_ahead_only(here, monkeypatch):
    """Rows come as they are read, so that a file larger than the memory can be perturbed."""
    (here / "d.jsonl").write_text("".join(f'{{"response": "Row {n}.", "context": "Row."}}\n' for n in range(500)))
    seen: list[int] = []
    plain_stream, plain_variants = data.stream, perturb.variants_of

    def stream(*args, **kwargs):
        for number, item in enumerate(plain_stream(*args, **kwargs)):
            seen.append(number)
            yield item

    def variants(example, *args):
        assert len(seen) <= int(example.response[4:-1]) + 64
        return plain_variants(example, *args)

    monkeypatch.setattr(data, "stream", stream)
    monkeypatch.setattr("gaugeblock.perturb.variants_of", variants)
    assert run("perturb", "d.jsonl", "--with", "whitespace", "--out", "v.jsonl", monkeypatch=monkeypatch) == 0
    assert len(seen) == 500


def test_perturb_to_standard_output_prints_nothing_else_there(gaugeblock):
    _, out, err = gaugeblock("perturb", "sample", "--with", "whitespace", "--out", "-", "--limit", "2")
    assert all(json.loads(line) for line in out.splitlines())
    assert "variants" in err


def test_an_output_that_cannot_be_finished_leaves_nothing_behind(gaugeblock, here):
    (here / "d.jsonl").write_text('{"response": "It may rain.", "context": "Rain may fall."}\nnot json\n')
    (here / "folder").mkdir()
    before = {path.name for path in here.iterdir()}
    status, _, err = gaugeblock("perturb", "d.jsonl", "--with", "whitespace", "--out", "v.jsonl")
    assert (status, "line 2" in err) == (2, True)
    status, _, err = gaugeblock("perturb", "sample", "--with", "whitespace", "--out", "folder", "--limit", "2")
    assert (status, "is a folder" in err) == (2, True)
    assert {path.name for path in here.iterdir()} == before


def test_perturb_gives_the_same_file_twice(gaugeblock, here):
    for name in ("a", "b"):
        gaugeblock("perturb", "sample", "--out", name, "--limit", "4", "--seed", "9")
    assert (here / "a").read_bytes() == (here / "b").read_bytes()


def test_score_writes_a_line_an_example(gaugeblock, here):
    status, _, _ = gaugeblock("score", "mine.py:wild", "sample", "--out", "s.jsonl", "--limit", "24")
    rows = [json.loads(line) for line in (here / "s.jsonl").read_text().splitlines()]
    assert status == 3, "too many of these raise"
    assert len(rows) == 24
    assert {"id", "metric", "score", "label"} <= set(rows[0])
    assert all((row["score"] is None) == ("unscored" in row) for row in rows)


@pytest.mark.parametrize(
    ("format", "mark"), [("html", "<!doctype html>"), ("md", "#"), ("json", "{"), ("junit", "<?xml")]
)
def test_a_report_is_written_again_in_any_format(gaugeblock, here, format, mark):
    gaugeblock("audit", "mine.py:constant", "--limit", "6", "--stress", "force", "--out", "run")
    status, out, _ = gaugeblock("report", "run", "--format", format)
    assert status == 0
    assert out.lower().startswith(mark.lower())
    status, out, _ = gaugeblock("report", "run", "--format", format, "--out", "deep/report")
    assert (status, out) == (0, "")
    assert (here / "deep" / "report").read_text("utf-8").lower().startswith(mark.lower())


def test_the_ending_of_the_file_says_the_format_of_a_report(gaugeblock, here):
    """What is said with --format counts more."""
    gaugeblock("audit", "mine.py:constant", "--limit", "6", "--stress", "force", "--out", "run")
    for name, mark in (("a.md", "#"), ("a.JSON", "{"), ("a.xml", "<?xml"), ("a.html", "<!doctype html>"), ("a", "<!d")):
        assert gaugeblock("report", "run", "--out", name)[0] == 0
        assert (here / name).read_text("utf-8").lower().startswith(mark)
    assert gaugeblock("report", "run", "--format", "md", "--out", "a.json")[0] == 0
    assert (here / "a.json").read_text("utf-8").startswith("#")
    status, _, err = gaugeblock("report", "run", "--out", "a.pdf")
    assert (status, "say which is meant with --format" in err, (here / "a.pdf").exists()) == (2, True, False)
    assert gaugeblock("report", "run", "--format", "md", "--out", "a.pdf")[0] == 0


def test_a_report_on_a_terminal_is_the_tables(gaugeblock, here, monkeypatch):
    """Not a page of HTML, which is what a pipe gets."""
    gaugeblock("audit", "mine.py:constant", "--limit", "6", "--stress", "force", "--out", "run")
    piped = gaugeblock("report", "run")[1]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    shown = gaugeblock("report", "run")[1]
    assert piped.lower().startswith("<!doctype html>")
    assert "constant" in shown
    assert "<" not in shown
    assert gaugeblock("report", "run", "--format", "html")[1] == piped


def test_a_report_for_standard_output_ends_in_one_line_end(gaugeblock, here):
    """A dash is no name of a file."""
    gaugeblock("audit", "mine.py:constant", "--limit", "6", "--stress", "force", "--out", "run")
    for words in ([], ["--out", "-"]):
        for format in ("json", "html"):
            status, out, err = gaugeblock("report", "run", "--format", format, *words)
            assert (status, err) == (0, "")
            assert out.rstrip() + "\n" == out
    assert not (here / "-").exists()


def test_a_report_is_written_beside_what_the_run_wrote_and_never_over_it(gaugeblock, here):
    """Over its scores, its mark or its tables, the run could be neither read nor gone on with."""
    gaugeblock("audit", "mine.py:constant", "--limit", "6", "--stress", "force", "--out", "run")
    (here / "linked").symlink_to("run")
    before = {path: path.read_bytes() for path in (here / "run").rglob("*") if path.is_file()}
    written = [path.relative_to(here) for path in before if path.name != "report.html"]
    assert {"signature", "manifest.json", "results.json", "scores.sqlite"} < {path.name for path in written}
    others = [Path("run/variants/part-99999.parquet"), Path("run/scores.sqlite-wal"), Path("linked/signature")]
    for path in [*written, *others]:
        status, _, err = gaugeblock("report", "run", "--format", "json", "--out", str(path))
        assert (status, "is a part of the run itself" in err) == (2, True), path
    with pytest.raises(UsageError, match="is a part of the run itself"):
        gb.Audit(here / "run").to_html(here / "run" / "scores.sqlite")
    assert {path: path.read_bytes() for path in (here / "run").rglob("*") if path.is_file()} == before
    for name in ("report.html", "report.md"):
        assert gaugeblock("report", "run", "--format", "md", "--out", f"run/{name}")[0] == 0


def test_examples_without_a_context_among_others_are_told(gaugeblock, here):
    """A metric scores them against nothing, which looks like any other low score."""
    rows = [{"response": "It rains.", "context": "It rains."}, {"response": "It snows.", "id": "bare"}]
    (here / "d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    told = "1 of 2 examples have no context, the first of them 'bare'"
    assert told in gaugeblock("score", "mine.py:overlap", "d.jsonl", "--out", "-")[2]
    (here / "e.jsonl").write_text(json.dumps(rows[0]) + "\n")
    assert "no context" not in gaugeblock("score", "mine.py:overlap", "e.jsonl", "--out", "-")[2]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["perturb", "sample", "--with", "sensitivity", "--out", "-"], "sensitivity is a stress test: --stress"),
        (["list", "metrics", "force-modality"], "force-modality is a perturbation: --with force-modality"),
        (["list", "perturbations", "force"], "force is a family of perturbations: --with force"),
        (["list", "metrics", "gaming"], "--with gaming and a stress test: --stress gaming"),
        (["list", "perturbations", "rouge2"], "rouge2 is a metric: gaugeblock list metrics rouge2"),
        (["audit", "rouge2", "--stress", "never-rewards"], "never-rewards is a property: gaugeblock fuzz --property"),
        (["audit", "sample"], "sample is a data set: gaugeblock list datasets"),
    ],
)
def test_a_name_of_another_kind_is_told_as_such(gaugeblock, words, says):
    """Beside the names that come close."""
    status, _, err = gaugeblock(*words)
    assert (status, says in err) == (2, True), err


def test_scores_that_cannot_be_written_are_not_made(gaugeblock, here):
    """Not found out after hours of a paid judge."""
    (here / "folder").mkdir()
    (here / "paid.py").write_text("def judge(response):\n    open('asked', 'w')\n    return 0.5\n")
    status, _, err = gaugeblock("score", "paid.py:judge", "sample", "--limit", "3", "--out", "folder")
    assert (status, "folder is a folder" in err) == (2, True)
    assert not (here / "asked").exists()


INTERRUPTED = """
import os, signal

def judge(response):
    os.kill(PARENT, signal.SIGINT)
    signal.pause()
"""


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (["audit", "mine.py:judge", "--limit", "3", "--stress", "laws", "--out", "run"], True),
        (["fuzz", "mine.py:judge", "--property", "bounded"], False),
    ],
)
def test_only_an_audit_that_is_interrupted_says_that_it_goes_on(here, words, kept):
    """The others begin anew."""
    (here / "mine.py").write_text(INTERRUPTED.replace("PARENT", "os.getppid()" if kept else "os.getpid()"))
    done = subprocess.run([sys.executable, "-m", "gaugeblock", *words], capture_output=True, text=True, cwd=here)
    assert done.returncode == 130
    assert done.stderr.splitlines()[-1] == "interrupted"
    assert ("the same command goes on from here" in done.stderr) == kept
    assert "Traceback" not in done.stderr


def test_a_fault_of_ours_keeps_its_trace(here, monkeypatch):
    """A file of the package that is missing read as wrong usage."""

    def broken(*args, **kwargs):
        Path("lexicon.toml").read_text()

    monkeypatch.setattr("gaugeblock.harness.audit.write_variants", broken)
    monkeypatch.setattr(sys, "argv", ["gaugeblock", "audit", "mine.py:constant", "--limit", "3", "--out", "run"])
    with pytest.raises(FileNotFoundError):
        main()


def test_a_run_folder_that_cannot_be_made_is_wrong_usage(gaugeblock, here):
    """In one line that names the file."""
    (here / "file").write_text("")
    status, _, err = gaugeblock("audit", "mine.py:constant", "--limit", "3", "--out", "file/run")
    assert status == 2
    assert "file/run" in err
    assert "Traceback" not in err


def test_the_command_and_python_make_the_same_audit_by_default():
    """Where they differ in what is found, the signature of one audit would depend on who asks for it."""
    python = inspect.signature(gb.audit).parameters
    command = inspect.signature(audit).parameters
    for name in ("data", "stress", "seed", "limit", "variants_of", "search_calls"):
        assert command[name].default == python[name].default, name


@pytest.mark.parametrize("what", ["metrics", "perturbations", "stress", "datasets"])
def test_list_shows_every_name(gaugeblock, what):
    names = {"metrics": "rouge2", "perturbations": "contractions", "stress": "gaming", "datasets": "frank"}
    status, out, _ = gaugeblock("list", what)
    assert status == 0
    assert names[what] in out


def test_list_shows_one_perturbation_whole(gaugeblock):
    status, out, _ = gaugeblock("list", "perturbations", "contractions")
    assert status == 0
    assert "conciseness must stay" in out
    status, _, err = gaugeblock("list", "perturbations", "contraction")
    assert (status, "did you mean contractions" in err) == (2, True)


def test_a_manifest_names_no_folder_of_this_machine(gaugeblock, here):
    gaugeblock("audit", str(here / "mine.py:constant"), "--limit", "6", "--stress", "force", "--out", str(here / "run"))
    for name in ("manifest.json", "results.json", "report.html"):
        assert str(here.parent) not in (here / "run" / name).read_text("utf-8"), name


def test_bad_rows_stop_the_run_or_are_counted(gaugeblock, here):
    good = json.dumps({"response": "The fee is 40 euros.", "context": "A fee of 40 euros is due."})
    (here / "d.jsonl").write_text(f"{good}\nnot json\n")
    status, _, err = gaugeblock("audit", "mine.py:constant", "--data", "d.jsonl", "--stress", "force")
    assert status == 2
    assert "d.jsonl, line 2" in err
    words = [
        "audit",
        "mine.py:constant",
        "--data",
        "d.jsonl",
        "--stress",
        "force",
        "--on-bad-row",
        "skip",
        "--out",
        "r",
    ]
    status, _, err = gaugeblock(*words)
    assert status == 0, err
    assert "skipped d.jsonl, line 2" in err
    skipped = json.loads((here / "r" / "manifest.json").read_text())["dataset"]["skipped_rows"]
    assert [row["line"] for row in skipped] == ["line 2"]


def test_a_metric_that_sleeps_past_the_time_limit_costs_its_item_only(gaugeblock, here):
    (here / "slow.py").write_text(
        "import time\n\ndef slow(context, response):\n    time.sleep(60 * (response[:2] == 'Th'))\n    return 0.5\n"
    )
    status, _, err = gaugeblock(
        "score", "slow.py:slow", "sample", "--out", "s.jsonl", "--limit", "12", "--timeout", "1"
    )
    rows = [json.loads(line) for line in (here / "s.jsonl").read_text().splitlines()]
    assert status == 3, err
    assert {row.get("unscored") for row in rows} == {None, "timeout"}
    assert sum(row["score"] == 0.5 for row in rows) >= 6


def test_unscored_items_are_tried_again_only_when_asked(gaugeblock, here):
    words = ["audit", "mine.py:wild", "--limit", "12", "--stress", "laws", "--out", "run"]
    gaugeblock(*words)
    counts = [json.loads((here / "run" / "manifest.json").read_text())["counts"]]
    for more in ([], ["--retry-unscored"]):
        gaugeblock(*words, *more)
        counts.append(json.loads((here / "run" / "manifest.json").read_text())["counts"])
    assert counts[0]["unscored"] > 0
    assert counts[1]["scored_now"] == 0
    assert 0 < counts[2]["scored_now"] < counts[0]["scored_now"]


def test_a_store_can_be_shared_between_runs(gaugeblock, here):
    for out in ("a", "b"):
        gaugeblock(
            "audit", "mine.py:constant", "--limit", "6", "--stress", "force", "--out", out, "--store", "s.sqlite"
        )
    assert json.loads((here / "b" / "manifest.json").read_text())["counts"]["scored_now"] == 0


def test_importing_the_package_loads_no_model_and_no_pipeline():
    code = (
        "import sys, gaugeblock; print([m for m in ('torch', 'transformers', 'spacy', 'pandas') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_help_loads_no_model_and_no_pipeline():
    code = (
        "import sys; sys.argv = ['gaugeblock', '--help']\n"
        "from gaugeblock.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('torch', 'transformers', 'spacy', 'pandas') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip().endswith("[]")


def test_the_modules_of_every_folder_are_packaged():
    """A new folder that pyproject.toml does not list would be missing from a wheel."""
    import tomllib

    root = Path(__file__).resolve().parents[2]
    listed = set(tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])
    found = set()
    for top in ("gaugeblock", "perturb", "metrics", "harness", "reports"):
        for init in (root / top).rglob("__init__.py"):
            parts = init.parent.relative_to(root).parts
            found.add(".".join(parts if parts[0] == "gaugeblock" else ("gaugeblock", *parts)))
    assert listed == found


@pytest.mark.parametrize("command", [["perturb"], ["score", "rouge2"]])
def test_the_data_is_not_written_over(gaugeblock, tmp_path, command):
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"id": "a", "response": "It rained.", "context": "It rained."}\n')
    status, _, error = gaugeblock(*command, str(rows), "--out", str(rows))
    assert status == 2
    assert "would be" in error
    assert rows.read_text().startswith('{"id": "a"')


def test_scores_of_what_perturb_wrote_are_judged_as_if_they_had_been_made_here(gaugeblock, here):
    """By the recipe for scores that were made elsewhere; `overlap` stands in `mine.py`, and here once more."""
    options = ["--with", "force,benign", "--originals", "--no-skips", "--limit", "25", "--out", "v.jsonl"]
    assert gaugeblock("perturb", "sample", *options)[0] == 0
    rows = [json.loads(line) for line in (here / "v.jsonl").read_text("utf-8").splitlines()]
    assert {row["outcome"] for row in rows} == {"variant", "original"}
    metric = gb.resolve("mine.py:overlap")
    examples = [gb.Example.from_json(row["example"]) for row in rows]
    with (here / "scored.jsonl").open("w", encoding="utf-8") as file:
        for example, score in zip(examples, score_batch(metric, examples), strict=True):
            file.write(json.dumps({"id": example.id, "score": score}) + "\n")
    found = []
    for number, spec in enumerate(("mine.py:overlap", "scores:scored.jsonl")):
        status, _, err = gaugeblock(
            "audit", spec, "--data", "sample", "--limit", "25", "--stress", "force", "--out", f"run{number}"
        )
        assert status == 0, err
        results = json.loads((here / f"run{number}" / "results.json").read_text("utf-8"))
        (entry,) = results["metrics"].values()
        statistics = entry["stress"]["force"]["statistics"]
        found.append({(row["name"], row["group"]): row["value"] for row in statistics})
    assert found[0] == found[1]


def test_scores_that_a_file_lacks_are_told_by_the_exit_status(gaugeblock, here):
    (here / "scored.jsonl").write_text('{"id": "nobody", "score": 1}\n')
    status, _, err = gaugeblock("score", "scores:scored.jsonl", "sample", "--out", "out.jsonl")
    assert (status, "incomplete: none of the 72 items got a score" in err) == (3, True)


def test_a_metric_that_declines_everything_has_scored_nothing(gaugeblock, here):
    """As the gate of an audit says too."""
    (here / "shy.py").write_text(
        "import gaugeblock as gb\n\ndef shy(response):\n    return gb.Unscored('declined', 'no')\n"
    )
    status, _, err = gaugeblock("score", "shy.py:shy", "sample", "--limit", "4", "--out", "out.jsonl")
    assert (status, "incomplete: none of the 4 items got a score" in err) == (3, True)


def test_a_table_without_a_known_context_says_so(gaugeblock, here):
    (here / "answers.jsonl").write_text('{"response": "It rained.", "papers": "It rained in May."}\n')
    _, _, err = gaugeblock("score", "token-overlap", "answers.jsonl", "--out", "out.jsonl")
    assert "every context is empty" in err


@pytest.mark.parametrize("words", [["--version"], ["--version", "list"]])
def test_the_version_is_told_without_a_command(words):
    """The option ends the command line before a command is missed."""
    done = subprocess.run([sys.executable, "-m", "gaugeblock", *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"gaugeblock {gb.__version__}\n")
