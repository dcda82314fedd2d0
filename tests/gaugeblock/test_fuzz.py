"""`fuzz`: one budget for all laws, a report, a file that can be replayed, and the command."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

import pytest
from hypothesis.database import InMemoryExampleDatabase

import gaugeblock as gb
from gaugeblock.cli import main
from gaugeblock.fuzz import fuzz, laws_of, replay_file
from gaugeblock.perturb.errors import DataError, UnknownNameError, UsageError

METRICS = """
def length(context, response):
    return len(response) / 100

def constant(context, response):
    return 0.5

def overlap(context, response):
    words = response.lower().split()
    return sum(word in context.lower().split() for word in words) / max(1, len(words))
"""
QUICK = "bounded,deterministic,never-rewards[name=repetition,tolerance=0.01]"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A working folder with metrics of one's own; Hypothesis keeps its examples there."""
    (tmp_path / "mine.py").write_text(METRICS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def command(monkeypatch, capsys):
    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["gaugeblock", "fuzz", *words])
        with pytest.raises(SystemExit) as stop:
            main()
        shown = capsys.readouterr()
        return int(stop.value.code or 0), shown.out, shown.err

    return call


def test_the_budget_is_shared_by_all_laws():
    """So many examples are tried, all laws taken together, and no more."""
    report = fuzz("control-oracle", max_examples=60, database=None)
    assert 40 <= sum(outcome.tried for outcome in report.outcomes) <= 60
    assert all(outcome.tried for outcome in report.outcomes if outcome.status != "not applicable")
    assert not report.counterexamples
    assert "0 of 16 laws broken" in str(report)


def test_a_budget_too_small_for_all_laws_leaves_the_rest_undecided():
    """Not held: they were not tried."""
    report = fuzz("control-oracle", properties="bounded,deterministic,order-independent", max_examples=2, database=None)
    assert [outcome.status for outcome in report.outcomes].count("undecided") == 1


def test_the_same_seed_gives_the_same_counterexample():
    """And another seed draws other examples."""
    runs = [fuzz("mine.py:length", properties=QUICK, seed=seed, database=None).rows() for seed in (3, 3)]
    assert runs[0] == runs[1]


def test_the_time_is_shared_by_all_laws():
    """A slow metric ends about when it was told to."""

    def slow(context, response):
        time.sleep(0.02)
        return len(response)

    report = fuzz(slow, properties=QUICK, max_examples=10_000, max_seconds=2, database=None)
    assert report.scored <= 2 / 0.02 + 20  # no more fit into the time, however quick the machine


def test_a_slow_metric_is_told_of_beforehand():
    """With what it will take, and what can be done."""
    notes: list[str] = []

    def slow(context, response):
        time.sleep(0.2)
        return 0.5

    fuzz(slow, properties="deterministic", max_examples=2, database=None, on_note=notes.append)
    assert not notes
    fuzz(slow, properties="deterministic", max_examples=3, max_seconds=1, database=None, on_note=notes.append)
    assert not notes

    def slower(context, response):
        time.sleep(0.3)
        return 0.5

    with pytest.raises(_EnoughError):
        fuzz(slower, properties="bounded,never-rewards", max_examples=5000, database=None, on_note=_stop)


class _EnoughError(Exception):
    pass


def _stop(note: str) -> None:
    assert re.search(r"one score takes 0\.3\d* s, so 5000 examples take about \d+ minutes; set a limit", note)
    raise _EnoughError


def test_the_next_run_starts_with_what_broke_a_law_last_time():
    """One example for each law is enough then."""
    database = InMemoryExampleDatabase()
    data = [{"response": text, "context": text, "label": 1} for text in ("A cat sat.", "It rose in the deep sea.")]

    def rare(response):
        return len(response) * response.count("deep") ** 2

    law = "never-rewards[name=repetition,tolerance=0]"
    assert fuzz(rare, data=data, properties=law, max_examples=30, database=database).counterexamples
    assert fuzz(rare, data=data, properties=law, max_examples=1, database=database).counterexamples
    assert not fuzz(rare, data=data, properties=law, max_examples=1, database=None).counterexamples
    mended = gb.metric(name="rare")(lambda response: 0.5)
    assert not fuzz(mended, data=data, properties=law, max_examples=1, database=database).counterexamples
    assert not any(database.data.values())


def test_the_report_says_which_families_were_covered():
    """How many of the perturbations of each had a part in it."""
    report = fuzz("control-oracle", properties="never-rewards[family=gaming]", max_examples=60, database=None)
    part, whole = report.coverage["gaming"]
    assert 5 <= part <= whole
    assert f"gaming {part} of {whole}" in str(report)
    assert report.coverage["force"][0] == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"max_examples": 0}, "max_examples takes a whole number"),
        ({"max_seconds": -1.0}, "max_seconds takes a number above 0"),
        ({"properties": ""}, "no property is named"),
        ({"properties": "bounded[lo=1]"}, "did you mean 'low'"),
        ({"properties": "bonded"}, "did you mean bounded"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments, says):
    """Before anything is scored."""
    with pytest.raises((UsageError, UnknownNameError), match=says):
        fuzz("control-oracle", **arguments)


def test_laws_may_be_objects_and_text_in_one_list():
    """As a person has them."""
    (first,) = laws_of("bounded")
    assert [law.name for law in laws_of([first, "deterministic"])] == ["bounded", "deterministic"]


def test_the_command_prints_and_writes_the_counterexamples_and_replays_them(command, here):
    """Exit status 1 where a law is broken; each line of the file has all that is needed."""
    status, out, err = command("mine.py:length", "--property", QUICK, "--max-examples", "60", "--out", "found.jsonl")
    assert status == 1
    assert re.search(r"held +bounded", out)
    assert re.search(r"BROKEN +never-rewards\[name=repetition,tolerance=0.01\]", out)
    assert "replay('mine.py:length', 'never-rewards[name=repetition,tolerance=0.01]', Example(" in out
    assert "counterexamples: found.jsonl" in err
    (row,) = [json.loads(line) for line in (here / "found.jsonl").read_text().splitlines()]
    assert row["law"] == "never-rewards[name=repetition,tolerance=0.01]"
    assert row["scores"][1] > row["scores"][0]
    assert row["edits"]
    assert row["edits"][0]["field"] == "response"
    assert row["code"].startswith("replay('mine.py:length', ")
    status, out, _ = command("mine.py:length", "--replay", "found.jsonl")
    assert status == 1
    assert "never_rewards(name='repetition', tolerance=0.01) does not hold for 'mine.py:length'" in out
    status, out, _ = command("mine.py:constant", "--replay", "found.jsonl")
    assert status == 0
    assert "holds now" in out


def test_the_command_ends_with_0_where_no_law_is_broken(command):
    """And says so."""
    status, out, _ = command("control-oracle", "--property", "bounded,deterministic", "--max-examples", "20")
    assert status == 0
    assert "0 of 2 laws broken" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nosuch",), "no metric is called 'nosuch'"),
        (("mine.py:length", "--property", "kind"), "no property is called 'kind'"),
        (("mine.py:length", "--data", "nosuch.jsonl"), "nosuch.jsonl"),
        (("mine.py:length", "--replay", "nosuch.jsonl"), "nosuch.jsonl cannot be read"),
        (("mine.py:length", "--replay", "mine.py"), "mine.py, line 2: not a counterexample"),
        (("mine.py:length", "--max-examples", "0"), "max-examples"),
    ],
)
def test_wrong_usage_ends_with_2_and_one_line(command, words, says):
    """No trace of the program."""
    status, _, err = command(*words)
    assert status == 2
    assert says in err
    assert "Traceback" not in err


def test_an_empty_file_is_nothing_to_replay(here):
    """A run that wrote nothing cannot be taken for one whose counterexamples all hold."""
    (here / "empty.jsonl").write_text("\n")
    with pytest.raises(DataError, match="holds no counterexample"):
        replay_file("mine.py:length", Path("empty.jsonl"))


def _row(*responses, law="never-rewards[family=gaming]"):
    examples = [gb.Example(response=text, context="The fee is 40 euros.") for text in responses]
    return {
        "law": law,
        "examples": [example.to_json() for example in examples],
        "edits": [],
        "perturbation": None,
        "family": None,
        "severity": None,
    }


def test_a_text_with_other_line_ends_in_it_is_replayed(here):
    """JSON Lines end at a line feed alone; these may stand in a text as they are."""
    row = _row("It is 40.", "It is\u2028 40,\x85 as the source says.")
    Path("found.jsonl").write_text(json.dumps(row, ensure_ascii=False) + "\n", "utf-8")
    (trial,) = replay_file("mine.py:length", Path("found.jsonl"))
    assert trial.counterexample is not None


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (_row("It is 40."), r"line 1: never_rewards.* cannot be tried: two examples are compared, and the case has 1"),
        (_row(), r"line 1: never_rewards.* cannot be tried: two examples are compared, and the case has 0"),
        (_row("a", "b", law=5), "line 1: not a counterexample"),
    ],
)
def test_a_line_that_is_no_counterexample_is_told(here, row, says):
    Path("found.jsonl").write_text(json.dumps(row), "utf-8")
    with pytest.raises(DataError, match=says):
        replay_file("mine.py:length", Path("found.jsonl"))


def test_data_without_a_case_of_a_standard_law_leave_it_undecided_and_the_others_are_tried():
    """What the other laws found was lost; a law that is named must have a case."""
    data = [gb.Example(response=">>>>> >>>", context="The fee is 40 euros.", label=1)]
    report = fuzz(lambda context, response: len(response), data=data, max_examples=32, database=None)
    notes = [outcome.note for outcome in report.outcomes if outcome.law.name == "decreases-under"]
    assert any("no example gives a variant" in note for note in notes)
    assert all(outcome.status == "undecided" for outcome in report.outcomes if "no example gives" in outcome.note)
    assert any(outcome.law.name == "bounded" and outcome.compared for outcome in report.outcomes)
    with pytest.raises(UsageError, match="no example gives a variant"):
        fuzz("token-overlap", data=data, properties="decreases-under[name=number]", database=None)


def test_the_command_tells_what_was_found_where_a_law_has_no_case(command, here):
    """It ended with an error, and nothing of the laws that were tried before."""
    (here / "own.jsonl").write_text('{"response": ">>>>> >>>", "context": "The fee is 40 euros.", "label": 1}\n')
    status, out, err = command("mine.py:length", "--data", "own.jsonl", "--max-examples", "32")
    assert status in (1, 3)
    assert re.search(r"undecided +decreases-under\[family=corruption\] +no example gives a variant", out)
    assert re.search(r"(BROKEN|held|too few) +bounded", out)
    laws = "bounded[low=0],decreases-under[name=number]"
    status, out, err = command("mine.py:length", "--data", "own.jsonl", "--property", laws)
    assert status == 3
    assert "incomplete: undecided: decreases-under" in err
    assert "bounded" in out


def test_how_many_cases_a_law_held_on_is_told(command):
    """Three cases are no ground to say that it holds."""
    status, out, err = command("control-oracle", "--property", "bounded", "--max-examples", "3")
    assert (status, "incomplete: no law was tried on 10 cases" in err) == (3, True)
    assert re.search(r"too few +bounded\S* +held on 3 cases, too few to tell", out)
    assert "0 of 1 laws broken, 1 held on too few cases to tell" in out
    status, out, _ = command("control-oracle", "--property", "bounded", "--max-examples", "12")
    assert status == 0
    assert re.search(r"held +bounded\S* +held on 12 cases\n", out)
    assert "too few" not in out


def test_rows_on_standard_output_stand_alone_there(command):
    """The report for a person goes to standard error, so that a program can read the rows."""
    law = "never-rewards[name=repetition,tolerance=0.01]"
    status, out, err = command("mine.py:length", "--property", law, "--max-examples", "10", "--out", "-")
    assert status == 1
    assert [json.loads(line)["law"] for line in out.splitlines()] == [law]
    assert "1 of 1 laws broken" in err


def test_an_output_that_cannot_be_written_is_told_before_anything_is_scored(command, here):
    """Not after hours of a paid judge."""
    (here / "folder").mkdir()
    (here / "paid.py").write_text("def judge(response):\n    raise SystemExit('this cost money')\n")
    status, out, err = command("paid.py:judge", "--property", "bounded", "--out", "folder")
    assert (status, out) == (2, "")
    assert "folder is a folder" in err
    assert "cost money" not in err


@pytest.mark.parametrize(
    "words", [("--data", "nope.jsonl"), ("--out", "more.jsonl"), ("--seed", "0"), ("--max-examples", "200")]
)
def test_replay_beside_what_it_would_ignore_is_refused(command, here, words):
    """In silence they were dropped."""
    Path("found.jsonl").write_text(json.dumps(_row("It is 40.", "It is 41.")), "utf-8")
    status, _, err = command("mine.py:length", "--replay", "found.jsonl", *words)
    assert status == 2
    assert f"leave out {words[0]}" in err
    assert not (here / "more.jsonl").exists()


def test_data_of_ones_own_are_fuzzed(command, here):
    """Nothing built comes in between."""
    (here / "own.jsonl").write_text(
        json.dumps({"id": "a", "response": "The fee rose.", "context": "The fee rose.", "label": 1}) + "\n"
    )
    status, out, _ = command("mine.py:length", "--data", "own.jsonl", "--property", "never-rewards[name=repetition]")
    assert status == 1
    assert 'original  0.13  "The fee rose."' in out


FLAWS = {
    "control-constant": "decreases-under",
    "control-context-blind": "decreases-under[family=context]",
    "control-length-lover": "never-rewards",
    "control-nan-maker": "bounded",
    "control-order-dependent": "order-independent",
    "control-out-of-range": "bounded",
    "control-overlap": "decreases-under",
    "control-phrase-lover": "never-rewards",
    "control-random": "decreases-under",
}


@pytest.mark.slow
@pytest.mark.parametrize(("control", "law"), FLAWS.items())
def test_two_hundred_examples_find_the_planted_flaw_of_a_control(control, law):
    """In each of three seeds; the smallest texts are small."""
    for seed in range(3):
        report = fuzz(control, max_examples=200, seed=seed, database=None)
        found = [each for each in report.counterexamples if each.law.spec.startswith(law)]
        assert found, (control, seed)
        assert min(len(each.case.examples[-1].response.split()) for each in found) <= 16


@pytest.mark.slow
def test_the_oracle_keeps_every_law_on_a_thousand_examples():
    """A law that a metric breaks which knows the labels is no law."""
    report = fuzz("control-oracle", max_examples=1000, seed=1, database=None)
    assert not report.counterexamples
    assert not any(outcome.status == "undecided" for outcome in report.outcomes)


def test_the_command_ends_with_3_where_it_is_not_known_whether_a_law_holds(command, here):
    """A server that is away makes no metric sound."""
    (here / "away.py").write_text(
        "import gaugeblock as gb\n\ndef score(context, response):\n    return gb.Unscored('service', 'down')\n"
    )
    status, out, err = command("away.py:score", "--property", "bounded,deterministic", "--max-examples", "6")
    assert status == 3
    assert "2 undecided" in out
    assert "no example had its scores (service" in out
    assert "incomplete: undecided: bounded, deterministic" in err


def test_the_command_ends_with_3_where_no_law_asks_anything(command):
    """Nothing was compared, so nothing holds."""
    status, _, err = command("mine.py:length", "--property", "decreases-under[family=verbosity]")
    assert status == 3
    assert "incomplete: no law asks anything here" in err


def test_a_replayed_line_without_a_score_is_told_apart_from_one_that_holds(command, here):
    """Exit status 3, and the reason."""
    (here / "away.py").write_text(
        "import gaugeblock as gb\n\ndef score(context, response):\n    return gb.Unscored('service', 'down')\n"
    )
    law = "never-rewards[name=repetition,tolerance=0.01]"
    command("mine.py:length", "--property", law, "--max-examples", "10", "--out", "found.jsonl")
    status, out, _ = command("away.py:score", "--replay", "found.jsonl")
    assert status == 3
    assert out == f"not compared   {law}: a score is missing (service: down)\n"


def test_a_row_says_how_it_was_found_and_names_the_metric_as_it_is_called():
    """Text in quotation marks, a function by its name."""

    def liking(response):
        return len(response)

    law = "never-rewards[name=repetition,tolerance=0]"
    for metric, name, code in (("mine.py:length", "mine.py:length", "'mine.py:length'"), (liking, "liking", "liking")):
        (row,) = fuzz(metric, properties=law, max_examples=5, seed=2, database=None).rows()
        assert (row["seed"], row["max_examples"], row["version"]) == (2, 5, gb.__version__)
        assert row["metric"] == name
        assert row["code"].startswith(f"replay({code}, ")
        json.dumps(row, allow_nan=False)


def test_what_a_metric_prints_is_no_row(command, here):
    """Standard output is the rows' own."""
    (here / "loud.py").write_text("def f(context, response):\n    print('noise')\n    return 0.5\n")
    law = "decreases-under[name=number]"
    _, out, err = command("loud.py:f", "--property", law, "--max-examples", "12", "--out", "-")
    assert [json.loads(line)["law"] for line in out.splitlines()] == ["decreases-under[name=number]"]
    assert "noise" in err


def test_a_law_that_asks_for_a_context_is_undecided_where_there_is_none(command, here):
    """The others are told all the same."""
    (here / "bare.jsonl").write_text('{"response": "Ann Ode sold 12 boats."}\n')
    laws = "bounded[low=0],identity-is-maximal[tolerance=0.1]"
    status, out, err = command("mine.py:length", "--data", "bare.jsonl", "--property", laws)
    assert (status, "incomplete: undecided: identity-is-maximal" in err) == (3, True)
    assert "bounded" in out


def test_nothing_is_taken_as_supported_by_no_context(command, here):
    """A metric that gives such a response 0 would be blamed for the tie with a wrong one."""
    rows = [
        {"response": "Tom Gray bought 30 boats.", "label": 1},
        {"response": "Ann Ode sold 12 boats.", "context": "In May Ann Ode sold 12 boats.", "label": 1},
    ]
    (here / "own.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (here / "strict.py").write_text("def f(context, response):\n    return float(response in context)\n")
    law = "decreases-under[name=number]"
    status, out, _ = command("strict.py:f", "--data", "own.jsonl", "--property", law, "--max-examples", "30")
    assert "BROKEN" not in out
    assert status != 1


@pytest.mark.parametrize("line", ["[" * 200_000, '{"law": "handles-degenerate-input", "examples": [], "edits": []}'])
def test_a_damaged_file_of_counterexamples_is_told(command, here, line):
    """With its line, and no trace of ours."""
    (here / "found.jsonl").write_text(line + "\n")
    status, _, err = command("mine.py:length", "--replay", "found.jsonl")
    assert (status, "error: found.jsonl, line 1: " in err) == (2, True)
