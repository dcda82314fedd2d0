"""`questeval` against plain recomputation on tiny random checkpoints."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.metrics import Unscored, resolve
from gaugeblock.metrics.batch import score_batch
from gaugeblock.metrics.builtin.questeval import squad_f1
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

EXAMPLE = Example(response="The pier will close in May.", context="The harbour board closes the old ferry pier in May.")


@pytest.fixture(scope="session")
def models(make_encoder: Callable[..., Path]) -> tuple[Path, Path]:
    """The folder of a T5 that asks and answers, and of an encoder that compares."""
    t5 = make_encoder("t5", "AutoModelForSeq2SeqLM", max_length=128, initializer_factor=8.0)
    return t5, make_encoder("bert", "AutoModel")


def plain(folder: Path, text: str) -> tuple[str, Any]:
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
    inputs = tokenizer(text, return_tensors="pt")
    with torch.inference_mode():
        written = model.generate(**inputs, max_new_tokens=64, do_sample=False)
        start = torch.tensor([[model.config.decoder_start_token_id]])
        first = model(**inputs, decoder_input_ids=start).logits[0, 0].softmax(dim=-1)
    return tokenizer.decode(written[0], skip_special_tokens=True).strip(), first


def expected(folder: Path, unanswerable: int) -> float:
    spans = {
        EXAMPLE.response: ["The pier", "May"],
        EXAMPLE.context_text: ["The harbour board", "the old ferry pier", "May"],
    }
    both = []
    for one, other in ((EXAMPLE.response, EXAMPLE.context_text), (EXAMPLE.context_text, EXAMPLE.response)):
        questions: dict[str, str] = {}
        for span in spans[one]:
            question, _ = plain(folder, f"sv1 </s> {span} </s> {one}")
            if question:
                questions.setdefault(question, span)
        values = []
        for question, span in questions.items():
            answer, first = plain(folder, f"{question} </s> {other}")
            values.append(((1 - float(first[unanswerable])) + squad_f1(answer, span)) / 2)
        both.append(sum(values) / len(values))
    return sum(both) / 2


def test_questeval_is_the_mean_over_both_directions(models: tuple[Path, Path]) -> None:
    t5, _ = models
    metric = resolve(f'questeval[qg="{t5}",qa="{t5}",similarity=none]')
    assert score_batch(metric, [EXAMPLE]) == pytest.approx([expected(t5, 73)], abs=1e-5)


def test_bertscore_counts_where_a_model_for_it_is_named(models: tuple[Path, Path]) -> None:
    t5, encoder = models
    without, beside = (
        score_batch(resolve(f'questeval[qg="{t5}",qa="{t5}",similarity={model}]'), [EXAMPLE])[0]
        for model in ("none", f'"{encoder}"')
    )
    assert isinstance(beside, float)
    assert beside != without


@pytest.mark.parametrize(
    ("response", "context"),
    [
        ("", "The pier."),
        ("The pier.", ""),
        ("!!", "??"),
        ("水は百度で沸騰する。", "空は青い。"),
        ("pier " * 3000, "ferry " * 3000),
    ],
)
def test_degenerate_and_long_input_gets_a_score_or_a_reason(
    models: tuple[Path, Path], response: str, context: str
) -> None:
    t5, _ = models
    metric = resolve(f'questeval[qg="{t5}",qa="{t5}",similarity=none]')
    (score,) = score_batch(metric, [Example(response=response, context=context)])
    assert isinstance(score, Unscored) or math.isfinite(score)


def test_texts_without_anything_to_ask_about_have_no_score(models: tuple[Path, Path]) -> None:
    t5, _ = models
    metric = resolve(f'questeval[qg="{t5}",qa="{t5}",similarity=none]')
    (score,) = score_batch(metric, [Example(response="Stop!", context="Go.")])
    assert isinstance(score, Unscored)


def test_options_that_cannot_be_are_refused() -> None:
    with pytest.raises(UsageError, match="sentences takes a whole number"):
        resolve("questeval[sentences=0]")
