"""Planning batches: each distinct input once, and the same batches in every run."""

from __future__ import annotations

import sys

from hypothesis import given
from hypothesis import strategies as st

from gaugeblock.harness.engines.inline import InlineEngine
from gaugeblock.harness.scoring import input_hash, plan_arrangements, plan_jobs, run_jobs, score_examples, usable
from gaugeblock.harness.store import Key, ScoreStore
from gaugeblock.metrics.base import Metric, Unscored
from gaugeblock.metrics.function import metric
from gaugeblock.perturb.example import Example


class Length(Metric):
    """Length of the response; counts what it is asked."""

    name = "length"
    batch_size = 3

    def __init__(self, by_context=False):
        self.by_context = by_context
        self.batches: list[list[Example]] = []

    def score(self, examples):
        self.batches.append(list(examples))
        return [float(len(example.response)) for example in examples]


some = st.lists(
    st.builds(Example, response=st.sampled_from("abcdef"), context=st.sampled_from(["x", "y"])), max_size=20
)


@given(some)
def test_each_distinct_input_is_scored_exactly_once(examples):
    metric = Length()
    scores = score_examples(metric, examples, InlineEngine(metric))
    asked = [input_hash(metric, example) for batch in metric.batches for example in batch]
    assert sorted(asked) == sorted({input_hash(metric, example) for example in examples})
    assert scores == [1.0] * len(examples)


def test_inputs_that_differ_only_in_what_the_metric_does_not_read_are_one():
    metric = Length()
    pair = [Example(response="a", context="x", id="1", label=1), Example(response="a", context="x", id="2")]
    score_examples(metric, pair, InlineEngine(metric))
    assert len(metric.batches) == 1


@given(some)
def test_a_metric_by_context_never_sees_two_contexts_in_a_batch(examples):
    metric = Length(by_context=True)
    for job in plan_jobs(metric, examples):
        assert len({example.context for example in job.examples}) == 1
        assert len(job.examples) <= metric.batch_size


def test_a_number_too_large_to_calculate_with_is_no_score():
    """The difference of two such scores may be infinite, and ended a run after everything was scored."""
    example = Example(response="a", context="x")

    @metric
    def limit(context, response):
        return -sys.float_info.max

    (score,) = score_examples(limit, [example], InlineEngine(limit))
    assert score == Unscored("not-finite", "the metric returned -1.79769e+308, which is too large to calculate with")
    assert usable(1e300) == 1e300


def test_batches_do_not_depend_on_what_the_store_holds(tmp_path):
    """A metric whose last digits depend on its batch must give the same digits after a kill."""
    metric = Length()
    examples = [Example(response=str(n)) for n in range(7)]
    jobs = plan_jobs(metric, examples)
    with ScoreStore(tmp_path / "s") as store:
        store.save(metric.fingerprint, [(key, 1.0) for key in jobs[0].keys])
        _, tally = run_jobs(metric, jobs, InlineEngine(metric), store)
    assert [[e.response for e in batch] for batch in metric.batches] == [["3", "4", "5"], ["6"]]
    assert (tally.from_store, tally.scored_now) == (3, 4)


def test_scores_are_kept_batch_by_batch(tmp_path):
    """What was scored before an interruption is not scored again."""

    class Interrupted(Length):
        def score(self, examples):
            if len(self.batches) == 2:
                raise KeyboardInterrupt
            return super().score(examples)

    metric = Interrupted()
    jobs = plan_jobs(metric, [Example(response=str(n)) for n in range(9)])
    with ScoreStore(tmp_path / "s") as store:
        try:
            run_jobs(metric, jobs, InlineEngine(metric), store)
        except KeyboardInterrupt:
            pass
        else:
            raise AssertionError("the interruption was swallowed")
        assert len(store.load(metric.fingerprint)) == 6


def test_the_laws_lay_each_batch_out_four_more_ways():
    metric = Length()
    jobs = plan_arrangements(metric, [Example(response=text) for text in "abc"])
    names = [tuple(example.response for example in job.examples) for job in jobs]
    assert [job.keys[0].arrangement for job in jobs] == ["repeat", "alone", "alone", "alone", "reversed", "duplicated"]
    assert names == [("a", "b", "c"), ("a",), ("b",), ("c",), ("c", "b", "a"), ("a", "a", "b", "b", "c", "c")]
    assert [key.repeat for key in jobs[-1].keys] == [0, 1, 0, 1, 0, 1]


def test_an_unscored_item_is_kept_with_its_reason_and_counted(tmp_path):
    class Picky(Length):
        def score(self, examples):
            return [Unscored("declined", "too short") for _ in examples]

    metric = Picky()
    jobs = plan_jobs(metric, [Example(response="a")])
    with ScoreStore(tmp_path / "s") as store:
        scores, tally = run_jobs(metric, jobs, InlineEngine(metric), store)
        assert (
            store.load(metric.fingerprint) == scores == {Key(jobs[0].keys[0].input): Unscored("declined", "too short")}
        )
    assert tally.unscored == 1


def test_an_item_that_ran_out_of_time_is_tried_again_by_the_next_run(tmp_path):
    """A time limit says something of the machine, so it is not kept as if it were a property of the metric."""

    class Slow(Length):
        def score(self, examples):
            super().score(examples)
            return [Unscored("timeout", "took longer than 1 s") for _ in examples]

    metric = Slow()
    jobs = plan_jobs(metric, [Example(response="a")])
    with ScoreStore(tmp_path / "s") as store:
        for _ in range(2):
            scores, tally = run_jobs(metric, jobs, InlineEngine(metric), store)
            assert [score.reason for score in scores.values()] == ["timeout"]
            assert (tally.scored_now, tally.unscored) == (1, 1)


def test_the_scores_of_a_run_have_one_fingerprint_whatever_becomes_of_the_metric_meanwhile(tmp_path):
    """It may take long to make, and a script that is edited during a run would split its scores."""
    asked = []

    class Edited(Length):
        def fingerprint_parts(self):
            asked.append(len(asked))
            return [len(asked)]

    metric = Edited()
    jobs = plan_jobs(metric, [Example(response=str(n)) for n in range(9)])
    with ScoreStore(tmp_path / "s") as store:
        scores, _ = run_jobs(metric, jobs, InlineEngine(metric), store)
        assert len(asked) == 1
        run_jobs(metric, jobs, InlineEngine(metric), store, fingerprint="given")
        assert len(asked) == 1
        assert store.load("given") == scores
