"""The pytest plug-in: law tests without a test file, under xdist too, and no cost for those who do not ask."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

METRIC = """
def score(context, response):
    return len(response) / 100

def mute(context, response):
    import gaugeblock
    return gaugeblock.Unscored("service", "down")

def wild(context, response):
    return 3.0 if "boats" in response else 0.5
"""
QUICK = "bounded[low=0,high=100],bounded[low=0,high=2],deterministic"


@pytest.fixture
def there(pytester):
    """A folder with a metric, and no test file."""
    pytester.makepyfile(mine=METRIC)
    return pytester


def run(there, *words: str):
    return there.runpytest_subprocess("-p", "no:cacheprovider", "--gaugeblock-max-examples", "30", *words)


def test_the_plug_in_imports_nothing_of_ours_until_a_metric_is_named():
    """Whoever merely has Gaugeblock installed waits for none of it."""
    code = "import sys, gaugeblock.pytest_plugin; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {name for name in loaded if name.startswith("gaugeblock")} == {"gaugeblock", "gaugeblock.pytest_plugin"}
    assert not {"hypothesis", "spacy", "torch", "numpy"} & set(loaded)


def test_a_suite_without_the_option_is_left_alone(there):
    """No test more, no section."""
    there.makepyfile(test_own="def test_own(): pass")
    result = run(there)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*= gaugeblock =*")


def test_each_law_is_a_test_of_the_metric(there):
    """What breaks shows its counterexample alone; the section has a line for each."""
    result = run(there, "--gaugeblock-metric", "mine.py:wild", "--gaugeblock-properties", QUICK)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*bounded(low=0.0, high=2.0) does not hold for 'mine.py:wild'*",
            "*it is 3, outside ?0, 2?*",
            "*replay('mine.py:wild', 'bounded?high=2.0,low=0.0?', Example(*",
            "*= gaugeblock =*",
            "held *bounded*held on 30 cases",
            "held *deterministic*",
            "BROKEN *bounded* of 30 cases break it",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    assert result.ret == 1


def test_the_laws_run_under_xdist(there):
    """Each worker finds the same tests; the section is whole."""
    result = run(there, "-n", "2", "--gaugeblock-metric", "mine.py:wild", "--gaugeblock-properties", QUICK)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*does not hold for 'mine.py:wild'*", "*= gaugeblock =*", "BROKEN *bounded*"])


def test_laws_can_be_chosen_as_other_tests_are(there):
    """By a part of their name."""
    result = run(there, "--gaugeblock-metric", "mine.py:score", "--gaugeblock-properties", QUICK, "-k", "deterministic")
    result.assert_outcomes(passed=1, deselected=2)


def test_what_a_law_does_not_ask_of_a_metric_is_skipped_with_the_reason(there):
    """Neither passed nor failed."""
    result = run(
        there,
        *("--gaugeblock-metric", "mine.py:score", "-rs"),
        *("--gaugeblock-properties", "decreases-under[family=verbosity]"),
    )
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*not applicable: nothing of the family verbosity*"])


def test_an_undecided_law_is_skipped_with_the_reason_and_fails_where_that_is_asked(there):
    """The section tells the reason too."""
    words = ("--gaugeblock-metric", "mine.py:mute", "--gaugeblock-properties", "bounded")
    result = run(there, *words)
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["undecided *bounded*no example had its scores (service*"])
    result = run(there, *words, "--gaugeblock-strict")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["bounded() is undecided for 'mine.py:mute': no example had its scores (service*"])


def test_data_without_a_case_of_a_law_leave_it_undecided(there):
    """A metric is not broken for want of data, and the section has a line for every law."""
    there.makefile(".jsonl", one='{"response": "Yes.", "context": "Yes."}')
    words = (
        *("--gaugeblock-metric", "mine.py:score", "--gaugeblock-data", "one.jsonl", "-rs"),
        *("--gaugeblock-properties", "decreases-under[family=corruption],bounded[low=0]"),
    )
    result = run(there, *words)
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(
        ["too few *bounded*held on * cases, too few to tell", "undecided *decreases-under*among holds no example*"],
        consecutive=False,
    )
    result = run(there, *words, "--gaugeblock-strict")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*_supply.py*")


def test_the_fixture_is_the_metric(there):
    """For tests of one's own beside the laws."""
    there.makepyfile(
        test_own="""
        def test_own(gaugeblock_metric):
            assert gaugeblock_metric.name == "score"
        """
    )
    result = run(there, "--gaugeblock-metric", "mine.py:score", "--gaugeblock-properties", "deterministic")
    result.assert_outcomes(passed=2)


def test_the_fixture_without_the_option_says_what_it_needs(there):
    """Rather than skipping in silence."""
    there.makepyfile(test_own="def test_own(gaugeblock_metric): pass")
    result = run(there)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*the fixture gaugeblock_metric needs --gaugeblock-metric METRIC*"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--gaugeblock-metric", "nosuch"), "*no metric is called 'nosuch'*"),
        (("--gaugeblock-metric", "mine.py:nosuch"), "*nosuch*"),
        (("--gaugeblock-metric", "mine.py:score", "--gaugeblock-properties", "kind"), "*no property is called 'kind'*"),
        (("--gaugeblock-properties", "bounded"), "*properties needs --gaugeblock-metric METRIC*"),
        (("--gaugeblock-data", "own.jsonl"), "*data needs --gaugeblock-metric METRIC*"),
        (("--gaugeblock-metric", "mine.py:score", "--gaugeblock-max-examples", "0"), "*max_examples takes*"),
    ],
)
def test_wrong_usage_ends_the_run_with_one_line(there, words, says):
    """Before any test is collected."""
    result = run(there, *words)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([says])


def test_own_data_are_used(there):
    """The option takes what `gaugeblock audit --data` takes."""
    there.makefile(".jsonl", own='{"response": "Only this.", "context": "Only this.", "label": 1}')
    result = run(
        there,
        *("--gaugeblock-metric", "mine.py:score", "--gaugeblock-data", "own.jsonl"),
        *("--gaugeblock-properties", "bounded[low=5,high=6]"),
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*Only this.*"])
