"""ConSens: its arithmetic, its edges, and what the packaged model makes of a few examples."""

from __future__ import annotations

import logging
import math
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.metrics import check_metric, resolve
from gaugeblock.metrics.base import Unscored, coerce_score
from gaugeblock.metrics.builtin.consens import METRIC, ConSens, Measurement, consens, log_perplexity
from gaugeblock.perturb.errors import MissingExtraError, UsageError
from gaugeblock.perturb.example import Example

pytest.importorskip("transformers")

CONTEXT = (
    "The Northwick ferry pier closes on 14 May. The harbour board voted for it after cracks were found in two beams. "
    "A new pier will cost 4.2 million euros."
)
QUESTION = "When does the pier close?"
LOG_PROBS = st.lists(st.floats(-60, 0), min_size=1, max_size=20)


def example(response: str, context: Any = CONTEXT, question: str | None = QUESTION) -> Example:
    return Example(response=response, context=context, question=question)


def variants() -> list[Example]:
    return [
        example(response)
        for response in (
            "It closes on 14 May.",
            "It closes on 14 June.",
            "It closes on 14 May. This is true.",
            "Experts agree: it closes on 14 May.",
            "Cracks were found in two beams.",
        )
    ]


@pytest.fixture
def tiny(tiny_llama: Path) -> Callable[..., ConSens]:
    return lambda **options: ConSens(model=str(tiny_llama), device="cpu", **options)


class TestArithmetic:
    def test_both_perplexities_of_a_rare_token(self) -> None:
        """One rare token dominates the printed form: 334.1 against 11.2."""
        log_probs = [math.log(p) for p in (0.9, 0.8, 0.001)]
        assert math.exp(log_perplexity(log_probs, "arithmetic")) == pytest.approx(
            (1 / 0.9 + 1 / 0.8 + 1 / 0.001) / 3, rel=1e-12
        )
        assert math.exp(log_perplexity(log_probs, "geometric")) == pytest.approx(
            (0.9 * 0.8 * 0.001) ** (-1 / 3), rel=1e-12
        )

    @given(st.floats(-8, 8), st.floats(-8, 8))
    @settings(deadline=None)
    def test_closed_forms_agree(self, log_p_c: float, log_p_e: float) -> None:
        p_c, p_e, r = math.exp(log_p_c), math.exp(log_p_e), log_p_e - log_p_c
        score = consens(log_p_c, log_p_e)
        assert score == pytest.approx(2 / (1 + math.exp(-r)) - 1, abs=1e-12)
        assert score == pytest.approx((p_e - p_c) / (p_e + p_c), abs=1e-12)

    @given(LOG_PROBS, LOG_PROBS)
    @settings(deadline=None)
    def test_the_score_is_antisymmetric_and_bounded(self, one: list[float], other: list[float]) -> None:
        left, right = log_perplexity(one, "arithmetic"), log_perplexity(other, "arithmetic")
        assert consens(left, right) == -consens(right, left)
        assert -1 <= consens(left, right) <= 1

    @given(LOG_PROBS)
    @settings(deadline=None)
    def test_the_arithmetic_mean_is_the_larger(self, log_probs: list[float]) -> None:
        assert log_perplexity(log_probs, "arithmetic") >= log_perplexity(log_probs, "geometric") - 1e-9

    def test_an_improbable_token_does_not_overflow(self) -> None:
        assert log_perplexity([-5000.0], "arithmetic") == 5000.0


class TestScoring:
    def test_the_score_is_worked_out_from_the_kept_tokens(self, tiny: Callable[..., ConSens]) -> None:
        found = tiny().measure(variants())[0]
        assert isinstance(found, Measurement)
        kept = [value for value, keep in zip(found.log_probs_with, found.kept, strict=True) if keep]
        assert 0 < len(kept) < len(found.tokens)
        assert "".join(found.tokens) == " It closes on 14 May."
        assert found.log_perplexity_with == log_perplexity(kept, "arithmetic")
        assert found.score == consens(found.log_perplexity_with, found.log_perplexity_without)

    @pytest.mark.parametrize("options", [{}, {"template": "chat"}, {"filter": "none", "perplexity": "geometric"}])
    def test_sharing_agrees_with_one_pass_a_response(
        self, tiny: Callable[..., ConSens], options: dict[str, Any]
    ) -> None:
        together, alone = tiny(**options).score(variants()), tiny(**options, shared=False).score(variants())
        assert together == pytest.approx(alone, abs=1e-4)
        assert len(set(together)) == len(variants())

    def test_order_and_duplicates_change_nothing(self, tiny: Callable[..., ConSens]) -> None:
        metric, examples = tiny(), variants()
        scores = list(metric.score(examples))
        assert list(metric.score(examples[::-1])) == scores[::-1]
        assert list(metric.score([*examples, *examples])) == scores + scores

    def test_contexts_and_questions_do_not_mix(self, tiny: Callable[..., ConSens]) -> None:
        """A batch may hold any examples; each is scored as in a batch of its own."""
        mixed = [
            example("It closes on 14 May."),
            example("It closes on 14 May.", context="Bread is baked from flour."),
            example("It closes on 14 May.", question=None),
        ]
        metric = tiny()
        assert list(metric.score(mixed)) == [metric.score([item])[0] for item in mixed]

    def test_an_empty_batch_has_no_scores(self, tiny: Callable[..., ConSens]) -> None:
        assert list(tiny().score([])) == []

    @pytest.mark.parametrize("context", [(), "", [""], "   ", ["", " \n"]])
    def test_an_empty_context_scores_zero(self, tiny: Callable[..., ConSens], context: Any) -> None:
        """Both prompts are the same, so that P_E = P_C by definition."""
        assert tiny().score([example("The fee is 40 euros.", context)]) == [0.0]

    @pytest.mark.parametrize("response", ["", "   ", "\n", "of the", "..."])
    def test_a_response_without_a_content_word_is_declined(self, tiny: Callable[..., ConSens], response: str) -> None:
        (score,) = tiny().score([example(response)])
        assert isinstance(score, Unscored)
        assert score.reason == "declined"

    @pytest.mark.parametrize(
        "response",
        [
            "? I had none since 2007.",
            "Yes.",
            "GDP: 3.1%",
            "पूर्व प्रधानमन्त्री",
            "สวัสดี",
            "水は百度で沸騰する。空は青い。",
            "Some text yeah 🚀 rocket",
            "𝒂𝒏𝒅",
            "e\u0301",
            ">>>>> >>>",
            "שלום עולם",
            "zero\u200bwidth",
            "The population is **67** million",
            "a {context} and {question} in it",
            "</s>",
            "<script>alert(1)</script>",
        ],
    )
    @pytest.mark.parametrize("template", ["plain", "chat"])
    def test_any_text_gets_a_score_or_a_reason(
        self, tiny: Callable[..., ConSens], response: str, template: str
    ) -> None:
        """Inputs that broke other tools: scripts, symbols, markup, template fields, short responses."""
        metric = tiny(template=template)
        items = [example(response), example(response, context=response, question=response), example(response, "", None)]
        for score in metric.score(items):
            assert isinstance(score, Unscored) or coerce_score(score, metric.bounds) == score

    def test_braces_are_not_template_fields(self, tiny: Callable[..., ConSens]) -> None:
        """A question that names a field is asked as it is written."""
        metric = tiny()
        before, after = metric._frame("What is {question} in {context}?")
        assert metric.model.tokenizer.decode(before + after).count("{question} in {context}") == 1


class TestLongInput:
    LONG = "The weather in the valley was mild and the fields were dry. " * 100

    def test_the_end_of_a_long_context_is_cut_and_counted(
        self, tiny: Callable[..., ConSens], caplog: pytest.LogCaptureFixture
    ) -> None:
        metric = tiny()
        with caplog.at_level(logging.WARNING):
            found, short = metric.measure([example("It closes on 14 May.", self.LONG), example("It closes.")])
        assert isinstance(found, Measurement)
        assert isinstance(short, Measurement)
        assert found.cut_tokens > 0
        assert found.context_tokens + len(found.tokens) < metric.model.limit
        assert short.cut_tokens == 0
        assert metric.truncated == 1
        assert "1 of 2 examples was cut" in caplog.text

    def test_evidence_that_is_cut_off_cannot_matter(self, tiny: Callable[..., ConSens]) -> None:
        metric = tiny()
        first, last, neither = metric.score(
            [
                example("It closes on 14 May.", CONTEXT + self.LONG),
                example("It closes on 14 May.", self.LONG + CONTEXT),
                example("It closes on 14 May.", self.LONG),
            ]
        )
        assert last == neither != first

    def test_variants_see_the_same_part_of_the_context(self, tiny: Callable[..., ConSens]) -> None:
        """Padding a response must not push context out of view, unless it is padded past the next step."""
        shown = {
            found.context_tokens
            for found in tiny().measure([example("It shuts.", self.LONG), example("It shuts in May.", self.LONG)])
            if isinstance(found, Measurement)
        }
        assert len(shown) == 1

    def test_a_response_too_long_for_the_model_is_declined(self, tiny: Callable[..., ConSens]) -> None:
        """The response is never cut: half a response would get the score of another one."""
        (score,) = tiny().score([example(self.LONG)])
        assert isinstance(score, Unscored)
        assert score.reason == "declined"
        assert "no room for the context" in score.detail

    def test_the_window_can_be_set_smaller(self, tiny: Callable[..., ConSens]) -> None:
        (found,) = tiny(max_tokens=120).measure([example("It closes on 14 May.", self.LONG)])
        assert isinstance(found, Measurement)
        assert found.context_tokens < 120


class TestContract:
    def test_the_declarations_make_sense(self) -> None:
        metric = METRIC()
        check_metric(metric)
        assert metric.by_context
        assert metric.spec == "consens"

    def test_it_is_found_by_name_with_typed_options(self) -> None:
        metric = resolve("consens[filter=none,max_tokens=64,shared=false]")
        assert isinstance(metric, ConSens)
        assert metric.options == {"filter": "none", "max_tokens": 64, "shared": False}

    @pytest.mark.parametrize(
        "options",
        [{"perplexity": "harmonic"}, {"filter": "all"}, {"template": "xml"}, {"max_tokens": 0}, {"batch_tokens": 1.5}],
    )
    def test_a_wrong_option_shows_what_there_is(self, options: dict[str, Any]) -> None:
        with pytest.raises(UsageError, match=f"{next(iter(options))} takes .*{next(iter(options.values()))!r}"):
            ConSens(**options)

    def test_nothing_is_loaded_before_the_first_score(self) -> None:
        assert ConSens(model="no/such-model")._model is None

    def test_pickling_leaves_the_weights_behind(self, tiny: Callable[..., ConSens]) -> None:
        metric = tiny()
        scores = metric.score(variants())
        written = pickle.dumps(metric)
        assert len(written) < 5000
        assert pickle.loads(written).score(variants()) == scores

    def test_the_fingerprint_covers_model_and_settings(
        self, tiny: Callable[..., ConSens], make_checkpoint: Callable[..., Path]
    ) -> None:
        metrics = [
            tiny(),
            tiny(perplexity="geometric"),
            tiny(filter="none"),
            tiny(template="chat"),
            tiny(max_tokens=64),
            ConSens(model=str(make_checkpoint("gpt2")), device="cpu"),
        ]
        assert len({metric.fingerprint for metric in metrics}) == len(metrics)
        assert tiny().fingerprint == tiny().fingerprint

    def test_the_fingerprint_names_the_device_that_auto_stands_for(
        self, tiny_llama: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def made(device: str) -> str:
            return ConSens(model=str(tiny_llama), device=device).fingerprint

        monkeypatch.setattr("torch.cuda.is_available", lambda: False)
        assert made("auto") == made("cpu") != made("cuda")
        monkeypatch.setattr("torch.cuda.is_available", lambda: True)
        assert made("auto") == made("cuda") == made("cuda:1")

    def test_the_parser_counts_only_where_words_are_filtered(self) -> None:
        assert "parser" in ConSens().depends_on
        assert "parser" not in ConSens(filter="none").depends_on


@pytest.fixture(scope="module")
def packaged_metric() -> ConSens:
    metric = ConSens(device="cpu")
    try:
        assert metric.model
    except MissingExtraError as error:
        pytest.skip(str(error))
    return metric


@pytest.mark.slow
class TestPackagedModel:
    def test_grounded_responses_beat_ungrounded_ones(self, packaged_metric: ConSens) -> None:
        pairs = [
            ("It closes on 14 May.", "It closes on 3 August."),
            ("Cracks were found in two beams.", "Passengers were lacking for years."),
            ("A new pier costs 4.2 million euros.", "A hospital opens beside the station."),
        ]
        scores = packaged_metric.score([example(response, question=None) for pair in pairs for response in pair])
        for grounded, ungrounded in zip(scores[::2], scores[1::2], strict=True):
            assert isinstance(grounded, float)
            assert isinstance(ungrounded, float)
            assert grounded > ungrounded

    def test_the_right_context_beats_another_one(self, packaged_metric: ConSens) -> None:
        response = "A new pier will cost 4.2 million euros."
        right, other, none = packaged_metric.score(
            [example(response, context, None) for context in (CONTEXT, "Bread is baked from flour.", "")]
        )
        assert isinstance(right, float)
        assert isinstance(other, float)
        assert right > max(other, 0.5)
        assert none == 0.0

    def test_sharing_agrees_with_one_pass_a_response(self, packaged_metric: ConSens) -> None:
        alone = ConSens(device="cpu", shared=False)
        alone._model = packaged_metric.model
        assert packaged_metric.score(variants()) == pytest.approx(alone.score(variants()), abs=1e-4)
