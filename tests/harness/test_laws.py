"""The stress test `laws`: each law is broken by a metric with that very flaw, and by no other."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pandas as pd
import pytest
from trials import original, trial, variant

import gaugeblock as gb
from gaugeblock.harness.stress.laws import LAW_EXAMPLES, TEST


class Overlap(gb.Metric):
    """A sound metric: share of the response's words that the context has."""

    name = "overlap"
    bounds = (0.0, 1.0)

    def score(self, examples):
        return [self.one(example) for example in examples]

    def one(self, example):
        words = example.response.lower().split()
        return sum(word in example.context_text.lower().split() for word in words) / max(1, len(words))


class OrderDependent(Overlap):
    name = "order"

    def score(self, examples):
        return [self.one(example) * (0.9 if place == 0 else 1.0) for place, example in enumerate(examples)]


class BatchNormalised(Overlap):
    name = "batch"

    def score(self, examples):
        scores = [self.one(example) for example in examples]
        return [score / max(1e-9, *scores) for score in scores]


class Flaky(Overlap):
    name = "flaky"
    deterministic = True

    def __init__(self):
        self._ticks = itertools.count()

    def one(self, example):
        return super().one(example) * (0.9 + 0.01 * (next(self._ticks) % 10))


class NanMaker(Overlap):
    name = "nan"

    def one(self, example):
        return float("nan") if "e" in example.response[:3] else super().one(example)


class ContextBlind(Overlap):
    name = "blind"

    def one(self, example):
        return len(example.response) / (1 + len(example.response))


class LovesSilence(Overlap):
    name = "silence"

    def one(self, example):
        return super().one(example) if example.response.strip(" ?") else 1.0


class SkipsShortSentences(Overlap):
    """Drops sentences of up to ten characters, as SummaC does (trial 8)."""

    name = "skips"

    def one(self, example):
        kept = [s for s in re.split(r"(?<=[.!?])\s+", example.response) if len(s) > 10]
        return super().one(replace(example, response=" ".join(kept)))


class ReadsTheBeginning(Overlap):
    name = "beginning"

    def one(self, example):
        return super().one(replace(example, response=" ".join(example.response.split()[:9])))


class CutsLongContexts(Overlap):
    """Reads three hundred words, as a model with a window of 512 tokens does."""

    name = "cuts"

    def one(self, example):
        kept = " ".join(example.context_text.split()[:300])
        return super().one(replace(example, context=(kept,)))


class Minimum(Overlap):
    """The lowest overlap of any sentence, which a further sentence need not change."""

    name = "minimum"

    def one(self, example):
        sentences = re.split(r"(?<=[.!?])\s+", example.response)
        return min(super(Minimum, self).one(replace(example, response=sentence)) for sentence in sentences)


class YesOrNo(Overlap):
    """Two scores: one more sentence need not turn a yes into a no."""

    name = "yes-or-no"

    def one(self, example):
        return float(super().one(example) > 0.6)


class NotDeterministic(Flaky):
    name = "changing"
    deterministic = False


@pytest.fixture(scope="module")
def data():
    return gb.load("sample")


def broken_of(audit):
    return set(audit.findings.query("verdict == 'fail'")["name"])


def broken(metric, data):
    return broken_of(gb.audit(metric, data, stress="laws"))


def test_a_sound_metric_breaks_no_law(data):
    audit = gb.audit(Overlap(), data, stress="laws")
    assert audit.verdict == "pass", audit.findings[["name", "value", "high", "verdict"]].to_string()


@pytest.mark.parametrize(
    ("metric", "laws"),
    [
        (OrderDependent, {"order-violations", "batch-violations", "duplicate-violations"}),
        (BatchNormalised, {"batch-violations"}),
        (Flaky, {"repeat-violations"}),
        (NanMaker, {"bounds-violations"}),
        (ContextBlind, {"identity-violations"}),
        (LovesSilence, {"degenerate-violations"}),
        (SkipsShortSentences, {"ignored-violations"}),
        (ReadsTheBeginning, {"ignored-violations"}),
        (CutsLongContexts, {"truncation-violations"}),
    ],
)
def test_a_metric_with_a_flaw_breaks_the_law_against_it(metric, laws, data):
    assert laws <= broken(metric(), data)


def test_a_flaw_of_one_kind_is_not_taken_for_another(data):
    assert broken(ContextBlind(), data) == {"identity-violations"}
    assert broken(LovesSilence(), data) == {"degenerate-violations"}


def test_what_becomes_of_degenerate_input_is_a_table(data):
    findings = gb.audit(LovesSilence(), data, stress="laws").findings.set_index(["name", "group"])["value"]
    assert findings["degenerate-score", "empty-response"] == 1.0
    assert findings["degenerate-score", "no-context"] == 0.0
    assert findings["degenerate-unscored", "blank-context"] == 0.0


def test_a_metric_that_declines_degenerate_input_is_not_blamed_for_it(data):
    class Declines(Overlap):
        name = "declines"

        def one(self, example):
            if not example.response.strip(" ?"):
                return gb.Unscored("declined", "no words")
            return super().one(example)

    audit = gb.audit(Declines(), data, stress="laws")
    assert audit.verdict == "pass"
    assert "degenerate-violations" not in set(audit.findings["name"])


def test_a_metric_that_gives_no_number_for_some_input_breaks_no_bounds(data):
    """None is no score and no number out of bounds: it is counted as unscored, with its reason."""

    class Reticent(Overlap):
        name = "reticent"

        def one(self, example):
            return None if len(example.response) < 100 else super().one(example)

    audit = gb.audit(Reticent(), data, stress="laws")
    assert "bounds-violations" not in broken_of(audit)
    rows = audit.rows("laws")
    assert set(rows.query("perturbation == 'empty-response'")["unscored"]) == {"not-a-number"}


def test_a_score_that_turns_up_only_in_some_arrangement_breaks_a_law(data):
    class Shy(Overlap):
        name = "shy"

        def score(self, examples):
            return super().score(examples) if len(examples) > 1 else [gb.Unscored("declined", "alone")]

    assert "batch-violations" in broken(Shy(), data)


def test_the_laws_are_tried_on_a_bounded_number_of_examples():
    rows = [gb.Example(response=f"Claim {n}.", context=f"Source {n}. Claim {n}.") for n in range(LAW_EXAMPLES + 20)]
    audit = gb.audit(Overlap(), rows, stress="laws")
    probes = audit.rows("laws")
    assert probes.query("perturbation == 'empty-response'")["parent"].nunique() == LAW_EXAMPLES
    assert probes.query("perturbation == 'identity-own'")["parent"].nunique() == LAW_EXAMPLES


def test_which_sentences_are_not_read_is_told_apart(data):
    """Trial 8: a sentence of up to ten characters vanishes in some metrics, a longer one does not."""
    findings = gb.audit(SkipsShortSentences(), data, stress="laws").findings.set_index(["name", "group"])["value"]
    assert findings["ignored-violations", "short-sentence"] == 1.0
    assert findings["ignored-violations", "foreign-sentence"] < 0.1


def test_a_metric_of_two_scores_is_told_what_it_ignores_and_not_judged_for_it(data):
    """It has read the sentence, and says no as it did before."""
    findings = gb.audit(YesOrNo(), data, stress="laws").findings.query("name == 'ignored-violations'")
    assert set(findings["group"]) == {"short-sentence", "foreign-sentence"}
    assert (findings["value"] > 0.5).all()
    assert findings["verdict"].isna().all()


def test_a_minimum_over_sentences_that_cannot_fall_is_not_taken_for_one_that_is_not_read(data):
    """Of the responses that already score lowest nothing is said; the others fall."""
    findings = gb.audit(Minimum(), data, stress="laws").findings.query("name == 'ignored-violations'")
    assert "fail" not in set(findings["verdict"])
    assert (findings["value"] < 0.1).all()


def test_responses_at_the_lowest_score_do_not_count_as_ignored():
    """Twelve responses at the floor stay there with one more sentence; the twenty others fall."""
    rows = [original(f"x{at}", max(0.0, (at - 12) / 20)) for at in range(32)]
    rows += [
        variant(f"x{at}", "short-sentence", "probe", max(0.0, (at - 12) / 40), relation="none") for at in range(32)
    ]
    outcome = TEST.judge(trial(rows))
    (ignored,) = [s for s in outcome.statistics if s.name == "ignored-violations"]
    assert (ignored.estimate.value, ignored.estimate.n, ignored.rule) == (0.0, 19, "at most 0.1")


@pytest.mark.parametrize("response", ["? I had none since 2007.", "Yes.", "GDP: 3.1%"])
def test_short_responses_are_audited_like_any_other(response):
    """Trial 8: no index errors, nothing vanishes."""
    rows = [gb.Example(response=response, context=f"Source {n}. {response} I had one in 2006.") for n in range(3)]
    audit = gb.audit(Overlap(), rows)
    assert audit.results["metrics"]["overlap"]["unscored"]["count"] == 0


def test_a_metric_that_says_it_is_not_deterministic_is_told_its_flakiness_and_not_failed_for_it(data):
    audit = gb.audit(NotDeterministic(), data, stress="laws")
    findings = audit.findings.set_index(["name", "group"])
    assert not {"repeat-violations", "order-violations", "batch-violations"} & broken_of(audit)
    flakiness = findings.loc[("flakiness", "all")]
    assert flakiness["value"] > 0.5
    assert flakiness["low"] < flakiness["value"] <= flakiness["high"]
    assert pd.isna(flakiness["verdict"])


def test_a_context_is_cut_only_where_two_contexts_could_be_told_apart(data):
    """A metric that never looks at the context breaks the identity law, not the law against cutting."""
    assert "truncation-violations" not in set(gb.audit(ContextBlind(), data, stress="laws").findings["name"])


def test_scores_that_differ_by_rounding_alone_are_constant():
    rows = [original(f"x{at}", 0.3 if at % 2 else 0.1 + 0.2) for at in range(12)]
    (constant,) = [s for s in TEST.judge(trial(rows)).statistics if s.name == "constant"]
    assert (constant.estimate.value, constant.verdict) == (1.0, "fail")


def shown_of(metric, data):
    return gb.audit(metric, data, stress="laws").results["metrics"][metric.name]["stress"]["laws"]["examples"]


def test_the_pairs_shown_are_of_the_laws_that_fail(data):
    """A law of the context had a pair of two responses beneath it."""
    shown = shown_of(ContextBlind(), data)
    assert shown
    for row in shown:
        assert row["perturbation"] == "identity-foreign"
        assert list(row["before"]) == list(row["after"]) == ["context[0]"]
        assert row["before"]["context[0]"] != row["after"]["context[0]"]
        assert row["change"] >= 0
    assert {row["perturbation"] for row in shown_of(SkipsShortSentences(), data)} == {"short-sentence"}
    assert all(row["score_after"] is None for row in shown_of(NanMaker(), data))


def test_a_law_that_has_no_pairs_shows_none_of_another():
    """That all scores are the same is seen in no two texts."""
    rows = [original(f"e{at}", 0.5, response=f"It rose {at} times.") for at in range(30)]
    rows += [variant(f"e{at}", "short-sentence", "probe", 0.5) for at in range(30)]
    outcome = TEST.judge(trial(rows))
    failing = {found.name for found in outcome.statistics if found.verdict == "fail"}
    assert (failing, outcome.worst) == ({"constant"}, ())
