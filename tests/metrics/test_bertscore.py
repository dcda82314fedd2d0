"""`bertscore` and `bartscore` against plain recomputation on tiny random checkpoints."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.metrics import Unscored, resolve
from gaugeblock.metrics.batch import score_batch
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

EXAMPLES = [
    Example(response="The old pier will close.", context="The harbour board voted to close the old ferry pier."),
    Example(response="It opens in spring.", context=("A new pier will open next spring.", "Cracks were found.")),
]
BLANK = [Example(response="", context="a"), Example(response="a", context=()), Example(response="!?", context="…")]
Make = Callable[..., Path]


@pytest.fixture(scope="session")
def encoder(make_encoder: Make) -> Path:
    """The folder of a RoBERTa without a head."""
    return make_encoder("roberta", "AutoModel")


@pytest.fixture(scope="session")
def seq2seq(make_encoder: Make) -> Path:
    """The folder of a T5."""
    return make_encoder("t5", "AutoModelForSeq2SeqLM", max_length=128)


def plain_bertscore(folder: Path, response: str, context: str, layer: int) -> tuple[float, float, float]:
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModel.from_pretrained(folder).eval()

    def states(text: str) -> Any:
        with torch.inference_mode():
            found = model(**tokenizer(text, return_tensors="pt"), output_hidden_states=True).hidden_states[layer][0]
        return torch.nn.functional.normalize(found.double(), dim=1)

    cosines = states(response) @ states(context).T
    # the first and the last token are special
    precision = float(cosines.max(dim=1).values[1:-1].mean())
    recall = float(cosines.max(dim=0).values[1:-1].mean())
    return precision, recall, 2 * precision * recall / (precision + recall)


@pytest.mark.parametrize("layer", [1, 2])
def test_bertscore_is_the_greedy_match_of_one_layers_states(encoder: Path, layer: int) -> None:
    for number, use in enumerate("prf"):
        metric = resolve(f'bertscore[model="{encoder}",layer={layer},use={use}]')
        expected = [plain_bertscore(encoder, one.response, one.context_text, layer)[number] for one in EXAMPLES]
        assert score_batch(metric, EXAMPLES) == pytest.approx(expected, abs=1e-5)


def test_a_text_matches_itself_fully(encoder: Path) -> None:
    (score,) = score_batch(resolve(f'bertscore[model="{encoder}"]'), [Example(response="It rose.", context="It rose.")])
    assert score == pytest.approx(1.0, abs=1e-6)


def plain_bartscore(folder: Path, source: str, target: str) -> float:
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
    with torch.inference_mode():
        labels = tokenizer(target, return_tensors="pt")["input_ids"]
        return -float(model(**tokenizer(source, return_tensors="pt"), labels=labels).loss)


def test_bartscore_is_the_mean_log_probability_of_the_response(seq2seq: Path) -> None:
    metric = resolve(f'bartscore[model="{seq2seq}"]')
    expected = [plain_bartscore(seq2seq, one.context_text, one.response) for one in EXAMPLES]
    assert score_batch(metric, EXAMPLES) == pytest.approx(expected, abs=1e-5)
    turned = resolve(f'bartscore[model="{seq2seq}",direction=response-to-context]')
    expected = [plain_bartscore(seq2seq, one.response, one.context_text) for one in EXAMPLES]
    assert score_batch(turned, EXAMPLES) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("name", ["bertscore", "bartscore"])
def test_degenerate_and_long_input_gets_a_score_or_a_reason(name: str, encoder: Path, seq2seq: Path) -> None:
    metric: Any = resolve(f'{name}[model="{encoder if name == "bertscore" else seq2seq}"]')
    scores = score_batch(metric, [*BLANK, Example(response="word " * 10_000, context="水は百度で沸騰する。" * 1000)])
    for score in scores:
        assert isinstance(score, Unscored) or math.isfinite(score)
    assert metric.truncated == 2
    assert score_batch(metric, EXAMPLES) == score_batch(metric, EXAMPLES[::-1])[::-1]


def test_an_option_that_cannot_be_is_refused(encoder: Path) -> None:
    with pytest.raises(UsageError, match="use takes f, p or r"):
        resolve("bertscore[use=x]")
    with pytest.raises(UsageError, match="layer takes a number from 0 to 2"):
        resolve(f'bertscore[model="{encoder}",layer=9]').warm_up()
    with pytest.raises(UsageError, match="direction takes"):
        resolve("bartscore[direction=back]")
