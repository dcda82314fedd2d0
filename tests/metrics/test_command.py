"""`command:...`: a process that dies, hangs, talks or answers in any order costs its own items only."""

from __future__ import annotations

import pickle
import shlex
import shutil
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from gaugeblock.metrics import Metric, Unscored, resolve
from gaugeblock.metrics.batch import score_batch
from gaugeblock.metrics.command import CommandMetric
from gaugeblock.metrics.options import split_options
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

READ = "import json, sys, time\nfor line in sys.stdin:\n    item = json.loads(line)\n"
Make = Callable[..., Metric]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    made: list[CommandMetric] = []

    def metric(body: str, head: str = READ, **options: object) -> Metric:
        script = tmp_path / f"scorer{len(made)}.py"
        script.write_text(head + body, "utf-8")
        made.append(CommandMetric(shlex.join([sys.executable, str(script)]), **{"timeout": 20.0, **options}))
        return made[-1]

    yield metric
    for one in made:
        one.close()


LENGTH = "    print(json.dumps({'id': item['id'], 'score': len(item['response'])}), flush=True)\n"


def texts(*responses: str) -> list[Example]:
    return [Example(response=response, context="the context") for response in responses]


def test_scores_come_back_and_the_process_is_kept(make: Make) -> None:
    count = "    n = globals().get('n', 0) + 1\n    print(json.dumps({'id': item['id'], 'score': n}), flush=True)\n"
    metric = make(count)
    assert score_batch(metric, texts("a", "bb")) == [1.0, 2.0]
    assert score_batch(metric, texts("c")) == [3.0]


def test_the_process_is_given_every_field_that_it_may_read_and_any_text(make: Make) -> None:
    metric = make("    print(json.dumps({'id': item['id'], 'score': len(item['context']) + len(item['question'])}))\n")
    example = Example(response="\u2028 🚀 \x00\n", context=("one", "two"), question="why\r\n?")
    assert score_batch(metric, [example]) == [8.0]


def test_answers_may_come_in_any_order_and_after_the_whole_batch(make: Make) -> None:
    metric = make(
        "    items = globals().setdefault('items', [])\n    items.append(item)\n"
        "    if not item['more']:\n"
        "        for one in reversed(items):\n"
        "            print(json.dumps({'id': one['id'], 'score': len(one['response'])}))\n"
        "        items.clear()\n"
    )
    assert score_batch(metric, texts("a", "bb", "ccc")) == [1.0, 2.0, 3.0]


def test_noise_is_no_answer(make: Make) -> None:
    noise = "    print('loading 100%'); print('{}'); print('[1]'); print('{\"id\": 99, \"score\": 1}'); print(0.5)\n"
    assert score_batch(make(noise + LENGTH), texts("a", "bb")) == [1.0, 2.0]


def test_a_process_that_dies_costs_only_the_item_that_killed_it(make: Make) -> None:
    metric = make("    if 'kill' in item['response']: sys.exit('no room for it')\n" + LENGTH)
    one, killed, three = score_batch(metric, texts("a", "kill me", "ccc"))
    assert (one, three) == (1.0, 3.0)
    assert isinstance(killed, Unscored)
    assert killed.reason == "died"
    assert "status 1: no room for it" in killed.detail


def test_a_process_that_hangs_costs_only_the_item_that_it_hangs_on(make: Make) -> None:
    metric = make("    if 'wait' in item['response']: time.sleep(600)\n" + LENGTH, timeout=2.0)
    one, hung, three = score_batch(metric, texts("a", "wait", "ccc"))
    assert (one, three) == (1.0, 3.0)
    assert isinstance(hung, Unscored)
    assert hung.reason == "timeout"


def test_too_few_answers_are_told(make: Make) -> None:
    metric = make("    if item['response'] == 'a':\n    " + LENGTH, timeout=1.0)
    one, silent = score_batch(metric, texts("a", "bb"))
    assert one == 1.0
    assert isinstance(silent, Unscored)


def test_the_process_may_say_that_it_has_no_score(make: Make) -> None:
    (score,) = score_batch(make("    print(json.dumps({'id': item['id'], 'unscored': 'too short'}))\n"), texts("a"))
    assert score == Unscored("declined", "too short")


@pytest.mark.parametrize(
    ("answer", "reason"), [("'NaN'", "not-finite"), ("'good'", "not-a-number"), ("3", "out-of-bounds")]
)
def test_what_is_no_score_is_told_as_for_any_metric(make: Make, answer: str, reason: str) -> None:
    body = f"    print(json.dumps({{'id': item['id'], 'score': {answer}}}))\n"
    (score,) = score_batch(make(body, low=0, high=1), texts("a"))
    assert isinstance(score, Unscored)
    assert score.reason == reason


def test_a_process_that_never_answers_is_given_up_rather_than_started_for_ever(make: Make) -> None:
    metric = make("", head="import sys\nsys.exit('no module named model')\n")
    scores = score_batch(metric, texts(*"abcdefghijkl"))
    assert all(isinstance(score, Unscored) and score.reason == "died" for score in scores)
    last = scores[-1]
    assert isinstance(last, Unscored)
    assert "given up after 4 tries" in last.detail
    assert "no module named model" in last.detail


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="no program 'nosuchprogram'"):
        resolve("command:nosuchprogram --fast")
    with pytest.raises(UsageError, match="write command:PROGRAM"):
        resolve("command:")
    with pytest.raises(UsageError, match="cannot be read as a command"):
        resolve("command:python 'x")


def test_secrets_of_the_command_are_not_shown() -> None:
    metric = resolve(f"command:{sys.executable} scorer.py --api-key hunter2 api_key=hunter2[low=0,high=1]")
    assert "hunter2" not in metric.spec
    assert "hunter2" not in str(metric.options)


def test_another_text_of_the_script_is_another_metric(make: Make, tmp_path: Path) -> None:
    before = make(LENGTH).fingerprint
    (tmp_path / "scorer0.py").write_text("# other", "utf-8")
    assert CommandMetric(shlex.join([sys.executable, str(tmp_path / "scorer0.py")])).fingerprint != before


def test_it_can_be_sent_to_another_process(make: Make) -> None:
    metric = make(LENGTH)
    score_batch(metric, texts("a"))
    copy = pickle.loads(pickle.dumps(metric))
    assert score_batch(copy, texts("bb")) == [2.0]
    copy.close()


def test_a_line_that_comes_twice_is_no_answer_to_a_later_item(make: Make) -> None:
    twice = "    for _ in range(2):\n    " + LENGTH
    metric = make(twice, batch_size=2)
    assert [score_batch(metric, texts("x" * n, "x" * (n + 1))) for n in (1, 3, 5)] == [
        [1.0, 2.0],
        [3.0, 4.0],
        [5.0, 6.0],
    ]


@pytest.mark.parametrize(
    "noise", ['{"id": [1]}', '{"id": {}}', "[" * 100_000, '{"id": 1e999}', '{"id": true, "score": 9}']
)
def test_odd_json_is_noise(make: Make, noise: str) -> None:
    metric = make(f"    print({noise!r})\n" + LENGTH)
    assert score_batch(metric, texts("a", "bb")) == [1.0, 2.0]


def test_an_id_as_text_and_a_byte_order_mark_are_forgiven(make: Make) -> None:
    body = "    print('\\ufeff' + json.dumps({'id': str(item['id']), 'score': 1}), flush=True)\n"
    assert score_batch(make(body), texts("a")) == [1.0]


def test_an_unpaired_surrogate_in_a_reason_can_be_kept(make: Make) -> None:
    (score,) = score_batch(make("    print(json.dumps({'id': item['id'], 'unscored': '\\ud800 x'}))\n"), texts("a"))
    assert isinstance(score, Unscored)
    score.detail.encode("utf-8")


def test_a_process_that_never_stops_talking_is_ended_in_time() -> None:
    metric = CommandMetric("yes noise", timeout=0.5)
    (score,) = score_batch(metric, texts("a"))
    metric.close()
    assert isinstance(score, Unscored)
    assert score.reason == "timeout"


def test_a_long_argument_is_no_file() -> None:
    assert CommandMetric(shlex.join([sys.executable, "-c", "#" * 5000])).fingerprint


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_line_without_an_end_fills_no_memory(make: Make, monkeypatch: pytest.MonkeyPatch, stream: str) -> None:
    """A process that dumps a model, or prints a bar without line ends, would else take all the memory that there is."""
    monkeypatch.setattr("gaugeblock.metrics.command._LONGEST_LINE", 100_000)
    metric = make(f"    while True: sys.{stream}.write('x' * 65536)\n", timeout=0.5)
    tracemalloc.start()
    try:
        (score,) = score_batch(metric, texts("a"))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert isinstance(score, Unscored)
    assert score.reason == "timeout"
    assert most < 20_000_000


def test_a_line_that_is_too_long_is_noise_and_the_next_is_read(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaugeblock.metrics.command._LONGEST_LINE", 1000)
    metric = make("    print('x' * 12_345)\n" + LENGTH)
    assert score_batch(metric, texts("a", "bb")) == [1.0, 2.0]
    assert isinstance(metric, CommandMetric)
    assert metric.noise == 2


def test_a_process_that_talks_between_the_batches_waits(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaugeblock.metrics.command._MOST_LINES", 10)
    metric = make(LENGTH + "    print('noise\\n' * 1000, flush=True)\n")
    assert score_batch(metric, texts("a")) == [1.0]
    time.sleep(0.2)
    assert score_batch(metric, texts("bb")) == [2.0]
    assert isinstance(metric, CommandMetric)
    readers = metric._process._readers if metric._process is not None else []
    metric.close()
    for reader in readers:
        reader.join(timeout=5)
        assert not reader.is_alive()


def test_the_last_words_of_a_process_are_cut(make: Make) -> None:
    metric = make("    sys.stderr.write('x' * 5_000_000)\n    sys.exit(3)\n")
    (score,) = score_batch(metric, texts("a"))
    assert isinstance(score, Unscored)
    assert score.detail == "the process ended with status 3: " + "x" * 300


def test_an_id_with_a_decimal_point_is_forgiven(make: Make) -> None:
    """A column of ids is one of fractions as soon as pandas has seen a gap in it."""
    metric = make("    print(json.dumps({'id': float(item['id']), 'score': 0.5}), flush=True)\n")
    assert score_batch(metric, texts("a", "b")) == [0.5, 0.5]


@pytest.mark.parametrize("timeout", [float("nan"), float("inf"), 0.0, 1e300])
def test_a_time_that_cannot_be_waited_for_is_refused(timeout: float) -> None:
    with pytest.raises(UsageError, match="timeout takes a number of seconds"):
        CommandMetric("cat", timeout=timeout)


@pytest.mark.parametrize("bounds", [{"low": float("nan")}, {"high": float("inf")}])
def test_a_bound_that_bounds_nothing_is_refused(bounds: dict[str, float]) -> None:
    with pytest.raises(UsageError, match=r"takes a finite number, not (nan|inf)"):
        CommandMetric("cat", **bounds)


@pytest.mark.skipif(shutil.which("setsid") is None, reason="there is no way to leave the group of processes")
def test_what_outlives_the_process_does_not_hold_its_end_up(make: Make) -> None:
    """A server that the process has started, say, which keeps its standard output open."""
    metric = make(LENGTH, head="import subprocess\nsubprocess.Popen(['setsid', 'sleep', '30'])\n" + READ)
    assert score_batch(metric, texts("a")) == [1.0]
    begun = time.monotonic()
    assert isinstance(metric, CommandMetric)
    metric.close()
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("python3 nosuch.py --api-key=S3cret", "python3 nosuch.py --api-key=***"),
        ("env OPENAI_API_KEY=S3cret python3 nosuch.py", "env OPENAI_API_KEY=*** python3 nosuch.py"),
        ("python3 nosuch.py --api-key S3cret 'a b'", "python3 nosuch.py --api-key *** 'a b'"),
        ("python3 nosuch.py --token S3cret -u ann:S3cret", "python3 nosuch.py --token *** -u ann:***"),
        ("python3 nosuch.py 'say api_key=S3cret to it'", "python3 nosuch.py 'say api_key=*** to it'"),
    ],
)
def test_a_command_is_shown_with_its_secrets_hidden_and_its_quotation_marks_closed(command: str, shown: str) -> None:
    metric = resolve(f"command:{command}")
    assert metric.options["command"] == shown
    assert split_options(metric.spec)[1]["command"] == shown


@pytest.mark.parametrize(
    "flag", ["--api-key hunter2SECRETxyz", "--api-key=hunter2SECRETxyz", "-u ann:hunter2SECRETxyz"]
)
@pytest.mark.parametrize(
    "body",
    [
        "sys.exit('x' * 280 + ' cannot log in with ' + sys.argv[-1])\n",
        "sys.exit('cannot log in with ' + sys.argv[-1])\n",
        "print(json.dumps({'id': 0, 'unscored': 'cannot log in with ' + sys.argv[-1]}), flush=True)\n",
        "print(json.dumps({'id': 0, 'score': sys.argv[-1]}), flush=True)\n",
        "print('y' * 75, sys.argv[-1], flush=True); time.sleep(9)\n",
    ],
)
def test_a_process_that_repeats_its_key_does_not_give_it_away(tmp_path: Path, flag: str, body: str) -> None:
    """Not even the half of it that stands before a cut."""
    (tmp_path / "echo.py").write_text(READ + "    " + body)
    metric = CommandMetric(f"{sys.executable} {tmp_path}/echo.py {flag}", timeout=2.0)
    (score,) = score_batch(metric, texts("a"))
    metric.close()
    assert isinstance(score, Unscored)
    assert "hunter" not in score.detail


def test_a_command_that_cannot_be_read_is_shown_without_its_secret() -> None:
    with pytest.raises(UsageError, match="cannot be read as a command") as caught:
        resolve("command:python3 -c 1 --api-key 'S3cret")
    assert "S3cret" not in str(caught.value)
