"""Engines: whatever a metric does, it costs its own item only."""

from __future__ import annotations

import time

import pytest

from gaugeblock.harness.engines.base import score_batch
from gaugeblock.harness.engines.inline import InlineEngine
from gaugeblock.harness.engines.local import LocalEngine
from gaugeblock.harness.engines.pool import Worker, WorkerFailedError
from gaugeblock.metrics.base import Metric, Unscored
from gaugeblock.metrics.resolve import resolve
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

WILD = '''
import os, sys, time

def wild(context, response):
    """A metric that does what its response says."""
    if response == "raise":
        raise ValueError("no thanks")
    if response == "sleep":
        time.sleep(60)
    if response == "exit":
        sys.exit(0)
    if response == "fork":
        os.fork()
    if response == "die":
        os._exit(3)
    if response == "print":
        print("x" * 100_000)
        os.write(1, b"raw bytes")
    return {"nan": float("nan"), "huge": 98989.0, "none": None, "word": "0.8"}.get(response, 0.5)

def wild_batch(contexts, responses):
    return [wild(c, r) for c, r in zip(contexts, responses)]
'''

EXPECTED = {
    "fine": 0.5,
    "raise": "raised",
    "nan": "not-finite",
    "huge": "out-of-bounds",
    "none": "not-a-number",
    "word": 0.8,
    "print": 0.5,
    "exit": "raised",
    "last": 0.5,
}


@pytest.fixture
def wild(tmp_path):
    path = tmp_path / "wild.py"
    path.write_text(WILD.replace("import os", "import gaugeblock as gb\nimport os")
                    .replace("def wild(", "@gb.metric(bounds=(0, 1))\ndef wild(")
                    .replace("def wild_batch(", "@gb.metric(bounds=(0, 1))\ndef wild_batch("))  # fmt: skip
    return path


def outcomes(engine, responses, size=100):
    examples = [Example(response=response, context="c") for response in responses]
    batches = [(i, tuple(examples[i : i + size])) for i in range(0, len(examples), size)]
    scores = dict(engine.run(batches))
    flat = [score for number, _ in batches for score in scores[number]]
    assert len(flat) == len(examples)
    return {
        response: score.reason if isinstance(score, Unscored) else score
        for response, score in zip(responses, flat, strict=True)
    }


@pytest.mark.parametrize("attribute", ["wild", "wild_batch"])
def test_in_this_process_each_item_gets_what_it_deserves(wild, attribute):
    assert outcomes(InlineEngine(resolve(f"{wild}:{attribute}")), list(EXPECTED)) == EXPECTED


@pytest.mark.parametrize("attribute", ["wild", "wild_batch"])
def test_in_worker_processes_an_item_that_hangs_or_dies_costs_itself_only(wild, attribute, capfd):
    expected = EXPECTED | {"fork": 0.5, "sleep": "timeout", "die": "died", "after": 0.5}
    found = outcomes(LocalEngine(f"{wild}:{attribute}", workers=2, timeout=2.0), list(expected), size=4)
    assert found == expected
    assert capfd.readouterr().out == "", "what the metric prints stays out of standard output"


def test_in_this_process_an_item_that_hangs_is_left_behind(wild):
    expected = {"fine": 0.5, "sleep": "timeout", "last": 0.5}
    assert outcomes(InlineEngine(resolve(f"{wild}:wild"), timeout=0.5), list(expected)) == expected


def test_a_time_limit_of_ages_is_held_by_every_engine(wild):
    """More seconds than can be waited for ended the run with an error of the clock."""
    expected = {"fine": 0.5, "last": 0.5}
    assert outcomes(InlineEngine(resolve(f"{wild}:wild_batch"), timeout=1e300), list(expected)) == expected
    assert outcomes(LocalEngine(f"{wild}:wild_batch", timeout=1e300), list(expected)) == expected


class Stateful(Metric):
    """Answers what it was asked last, as one process behind several calls does."""

    name = "stateful"

    def __init__(self, seconds):
        self.seconds, self.calls, self.most = seconds, 0, 0

    def score(self, examples):
        self.calls += 1
        self.most = max(self.most, self.calls)
        if any(example.response == "slow" for example in examples):
            time.sleep(self.seconds)
        self.calls -= 1
        return [0.5 for _ in examples]


def test_in_this_process_a_metric_with_a_state_is_not_called_twice_at_a_time():
    """One slow item cost all that came after it."""
    metric = Stateful(seconds=0.8)
    expected = {"slow": "timeout", "a": 0.5, "b": 0.5, "c": 0.5}
    assert outcomes(InlineEngine(metric, timeout=0.2), list(expected), size=2) == expected
    assert metric.most == 1


def test_in_this_process_a_metric_that_never_comes_back_is_given_up_with_the_reason():
    metric = Stateful(seconds=60)
    engine = InlineEngine(metric, timeout=0.02)
    ((_, found),) = engine.run([(0, tuple(Example(response=text) for text in ("slow", "a", "b")))])
    assert [score.reason for score in found] == ["timeout"] * 3
    assert found[-1].detail == "an earlier call has not come back; worker processes could be stopped"
    assert metric.most == 1


def test_in_this_process_what_ends_the_run_is_no_time_out():
    class Interrupted(Metric):
        name = "interrupted"

        def score(self, examples):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(InlineEngine(Interrupted(), timeout=30.0).run([(0, (Example(response="a"),))]))


def test_a_long_run_of_failing_items_is_no_deep_recursion(wild):
    """Each item that dies costs a new process and nothing else, however many stand in a row."""

    class Mortal(Worker):
        def start(self):
            return False

        def send(self, examples):
            self.left = list(examples)

        def reply(self, seconds):
            if self.left.pop(0).response == "die":
                raise WorkerFailedError("died", "gone")
            return [1.0]

        def stop(self):
            pass

    texts = ["die"] * 3000 + ["fine", "die", "fine"]
    scores = Mortal().score(tuple(Example(response=text) for text in texts), timeout=None)
    assert [isinstance(score, Unscored) for score in scores] == [text == "die" for text in texts]


def test_a_metric_that_cannot_be_loaded_says_so_before_anything_is_scored(tmp_path):
    with pytest.raises(UsageError, match=r"nowhere\.py"):
        list(LocalEngine(f"{tmp_path}/nowhere.py:f").run([(0, (Example(response="a"),))]))


def test_no_batches_start_no_process():
    assert list(LocalEngine("no-such-metric").run([])) == []


NUMBERED = '''
import os
import gaugeblock as gb

@gb.metric
def process(context, response):
    """The process that scores."""
    return float(os.getpid())
'''


def _processes(engine, runs=2):
    batches = [[(at, (Example(response=f"text {at}", context="c"),))] for at in range(runs)]
    return [score for batch in batches for _, (score,) in engine.run(batch)]


def test_workers_are_held_between_runs_inside_a_block_only(tmp_path):
    """Each new worker loads its model again."""
    (tmp_path / "numbered.py").write_text(NUMBERED)
    engine = LocalEngine(f"{tmp_path}/numbered.py:process")
    with engine:
        first, second = _processes(engine)
    assert first == second
    third, fourth = _processes(engine)
    assert len({first, third, fourth}) == 3


class Miscount(Metric):
    name = "miscount"

    def score(self, examples):
        return [1.0] * (len(examples) - 1 if len(examples) > 1 or examples[0].response == "bad" else 1)


def test_a_batch_of_the_wrong_length_is_tried_one_by_one():
    examples = [Example(response=text) for text in ("a", "bad", "c")]
    found = score_batch(Miscount(), examples)
    assert [s.reason if isinstance(s, Unscored) else s for s in found] == [1.0, "miscounted", 1.0]


FOREIGN = '''
from gaugeblock.metrics import Metric, Unscored

class Box:
    """A class that only this file has."""

class Refusal(Unscored):
    """A reason of the file's own class."""

class Boxed(Metric):
    name = "boxed"
    batched = False
    usage = {"calls": 2, "seen": Box(), "model": "m"}

    def score(self, examples):
        return [Refusal("declined") if one.response == "foreign" else 0.5 for one in examples]
'''


def test_a_reply_that_this_process_cannot_read_costs_its_item_and_ends(tmp_path):
    """The listener died of it without a word, and the run waited for ever."""
    (tmp_path / "foreign.py").write_text(FOREIGN)
    engine = LocalEngine(f"{tmp_path}/foreign.py:Boxed")
    examples = tuple(Example(response=text) for text in ("fine", "foreign", "last"))
    ((_, (first, lost, last)),) = engine.run([(0, examples)])
    assert (first, last) == (0.5, 0.5)
    assert lost.reason == "died"
    assert "a reply of the worker process cannot be read" in lost.detail
    assert engine.usage == {"calls": 4, "model": "m"}, "values of classes of the file are left in the worker"


MORTAL = '''
import os
from pathlib import Path

starts = Path(__file__).with_name("starts")
starts.write_text(starts.read_text() + "x" if starts.exists() else "x")
if len(starts.read_text()) > int(os.environ["STARTS"]):
    raise RuntimeError("no more")

def mortal(context, response, *, api_key=""):
    """Takes its process down."""
    os._exit(3)
'''


def test_a_worker_that_cannot_be_started_again_tells_neither_the_key_nor_the_folder(tmp_path, monkeypatch):
    """Its message is stored and reported."""
    path = tmp_path / "deep" / "mortal.py"
    path.parent.mkdir()
    path.write_text(MORTAL)
    spec = f"{path}:mortal[api_key=hunter2hunter2]"
    monkeypatch.setenv("STARTS", "1")
    ((_, scores),) = LocalEngine(spec).run([(0, tuple(Example(response=text) for text in "abc"))])
    assert [score.reason for score in scores] == ["died"] * 3
    assert "the metric 'deep/mortal.py:mortal[api_key=***]' cannot be used in a worker process" in scores[-1].detail
    with pytest.raises(UsageError, match="no more") as caught:
        list(LocalEngine(spec).run([(0, (Example(response="a"),))]))
    told = " ".join([str(caught.value), *(score.detail for score in scores)])
    assert "hunter2" not in told
    assert str(tmp_path) not in told


@pytest.mark.slow
def test_ray_gives_the_same_scores_as_this_process_and_holds_its_actors(wild, tmp_path):
    pytest.importorskip("ray", reason="the engine 'ray' needs the extra gaugeblock[ray]")
    import ray

    from gaugeblock.harness.engines.ray import RayEngine

    try:
        engine = RayEngine(f"{wild}:wild", workers=2, timeout=5.0)
        expected = {k: v for k, v in EXPECTED.items() if k != "exit"} | {
            "sleep": "timeout",
            "die": "died",
            "after": 0.5,
        }
        assert outcomes(engine, list(expected), size=4) == expected
        (tmp_path / "numbered.py").write_text(NUMBERED)
        with RayEngine(f"{tmp_path}/numbered.py:process") as held:
            first, second = _processes(held)
        assert first == second
    finally:
        ray.shutdown()
