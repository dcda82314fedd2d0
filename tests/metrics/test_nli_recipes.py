"""The factual-consistency recipes against plain recomputation on tiny random checkpoints of the true layout."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gaugeblock.metrics import METRICS, Metric, Score, Unscored, resolve
from gaugeblock.metrics.batch import score_batch
from gaugeblock.metrics.builtin._nli_recipes import chunks_by_sentences
from gaugeblock.metrics.builtin.minicheck import packed
from gaugeblock.metrics.builtin.summac_conv import summac_conv_score
from gaugeblock.metrics.builtin.summac_zs import SummaCZS
from gaugeblock.metrics.usage import usage_of
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

Make = Callable[..., Path]
SENTENCES = [
    "The harbour board voted to close the old ferry pier.",
    "Cracks were found in two of its beams in March.",
    "A new pier will open next spring.",
]
EXAMPLES = [
    Example(id="a", response="The old pier will close. It has cracks.", context=" ".join(SENTENCES)),
    Example(id="b", response="The pier stays open until the board meets again.", context=(SENTENCES[0], SENTENCES[2])),
]


def torch_and(folder: Path, auto: str) -> tuple[Any, Any, Any]:
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    return torch, tokenizer, getattr(transformers, auto).from_pretrained(folder).eval()


def plain_nli(folder: Path, premise: str, hypothesis: str) -> list[float]:
    torch, tokenizer, model = torch_and(folder, "AutoModelForSequenceClassification")
    with torch.inference_mode():
        logits = model(**tokenizer(premise, hypothesis, return_tensors="pt")).logits[0]
    return [float(value) for value in logits.softmax(dim=-1)]


def numbers(scores: Sequence[Score]) -> list[float]:
    assert all(isinstance(score, float) for score in scores), scores
    return [score for score in scores if isinstance(score, float)]


@pytest.fixture(scope="session")
def alignscore_files(make_encoder: Make, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An AlignScore checkpoint of the published layout with random weights, and its backbone's folder."""
    torch = pytest.importorskip("torch")
    backbone = make_encoder("roberta", "AutoModel", max_length=512)
    _, _, encoder = torch_and(backbone, "AutoModel")
    torch.manual_seed(1)
    state = {f"base_model.{name}": value for name, value in encoder.state_dict().items()}
    state["base_model.embeddings.position_ids"] = torch.arange(514).unsqueeze(0)
    for name, size in (("tri_layer", 3), ("bin_layer", 2), ("reg_layer", 1)):
        state |= {f"{name}.weight": torch.randn(size, 32), f"{name}.bias": torch.randn(size)}
    state["mlm_head.bias"] = torch.zeros(4)
    file = tmp_path_factory.mktemp("alignscore") / "AlignScore-base.ckpt"
    torch.save({"state_dict": state, "epoch": 3}, file)
    return file, backbone


def test_alignscore_reads_its_own_checkpoint_and_follows_the_recipe(alignscore_files: tuple[Path, Path]) -> None:
    file, backbone = alignscore_files
    torch, tokenizer, encoder = torch_and(backbone, "AutoModel")
    head = torch.load(file, weights_only=True)["state_dict"]
    sentences = [["The old pier will close.", "It has cracks."], [EXAMPLES[1].response]]
    # 28 and 15 words with chunks of about ten: three chunks of one sentence, and two
    chunks = [SENTENCES, [SENTENCES[0], SENTENCES[2]]]
    expected = []
    for premises, claims in zip(chunks, sentences, strict=True):
        table = []
        for premise in premises:
            row = []
            for claim in claims:
                with torch.inference_mode():
                    pooled = encoder(**tokenizer(premise, claim, return_tensors="pt")).pooler_output[0]
                    logits = head["tri_layer.weight"] @ pooled + head["tri_layer.bias"]
                row.append(float(logits.softmax(dim=-1)[0]))
            table.append(row)
        expected.append(float(np.array(table).max(axis=0).mean()))
    metric = resolve(f'alignscore[model="{file}",backbone="{backbone}",chunk_words=10]')
    assert numbers(score_batch(metric, EXAMPLES)) == pytest.approx(expected, abs=1e-5)


def test_the_code_of_a_users_subclass_is_part_of_its_fingerprint(tiny_nli: Path) -> None:
    """Scores of one version of it were taken for another's."""

    class Strict(SummaCZS):
        def combine(self, example: Example, probabilities: Sequence[Any]) -> Score:
            return 0.0

    class Lax(SummaCZS):
        def combine(self, example: Example, probabilities: Sequence[Any]) -> Score:
            return 1.0

    strict, again, lax, own = (cls(model=str(tiny_nli)).fingerprint for cls in (Strict, Strict, Lax, SummaCZS))
    assert strict == again
    assert len({strict, lax, own}) == 3


def test_alignscore_refuses_what_is_no_checkpoint(alignscore_files: tuple[Path, Path], tmp_path: Path) -> None:
    _, backbone = alignscore_files
    with pytest.raises(UsageError, match="base, large or the path"):
        resolve("alignscore[model=roberta-base]")
    with pytest.raises(UsageError, match="no checkpoint file"):
        resolve(f'alignscore[model="{tmp_path / "x.ckpt"}"]').warm_up()
    (tmp_path / "bad.ckpt").write_bytes(b"not a checkpoint")
    with pytest.raises(UsageError, match="cannot be read as weights alone"):
        resolve(f'alignscore[model="{tmp_path / "bad.ckpt"}",backbone="{backbone}"]').warm_up()
    import torch

    torch.save({"state_dict": {"tri_layer.weight": torch.zeros(3, 32)}}, tmp_path / "part.ckpt")
    with pytest.raises(UsageError, match="do not fit"):
        resolve(f'alignscore[model="{tmp_path / "part.ckpt"}",backbone="{backbone}"]').warm_up()


def test_alignscores_recipe_runs_over_any_nli_model(tiny_nli: Path) -> None:
    claims = ["The old pier will close.", "It has cracks."]
    whole = " ".join(SENTENCES)
    expected = float(np.mean([plain_nli(tiny_nli, whole, claim)[0] for claim in claims]))
    metric = resolve(f'alignscore[nli="{tiny_nli}"]')
    assert numbers(score_batch(metric, EXAMPLES[:1])) == pytest.approx([expected], abs=1e-5)


def test_chunks_take_as_many_sentences_as_the_package_gives_them() -> None:
    text = " ".join(f"Sentence {number} has five words." for number in range(7))
    assert len(chunks_by_sentences(text, 350)) == 1
    assert [len(chunk.split()) for chunk in chunks_by_sentences(text, 12)] == [10, 10, 10, 5]
    assert [len(chunk.split()) for chunk in chunks_by_sentences(text, 20)] == [15, 15, 5]
    assert chunks_by_sentences("", 350) == [""]


def test_summac_zs_is_best_entailment_less_best_contradiction(tiny_nli: Path) -> None:
    claims = ["The old pier will close.", "It has cracks."]
    tables = np.array([[plain_nli(tiny_nli, one, claim) for claim in claims] for one in SENTENCES])
    expected = float((tables[:, :, 0].max(axis=0) - tables[:, :, 2].max(axis=0)).mean())
    assert numbers(score_batch(resolve(f'summac-zs[model="{tiny_nli}"]'), EXAMPLES[:1])) == pytest.approx(
        [expected], abs=1e-5
    )
    expected = float(tables[:, :, 0].max(axis=0).mean())
    metric = resolve(f'summac-zs[model="{tiny_nli}",use=entailment]')
    assert numbers(score_batch(metric, EXAMPLES[:1])) == pytest.approx([expected], abs=1e-5)


def test_summac_conv_is_its_head_over_the_probabilities_of_entailment(tiny_nli: Path) -> None:
    table = np.array([[plain_nli(tiny_nli, one, EXAMPLES[1].response)[0]] for one in (SENTENCES[0], SENTENCES[2])])
    metric = resolve(f'summac-conv[model="{tiny_nli}"]')
    assert numbers(score_batch(metric, EXAMPLES[1:])) == pytest.approx([summac_conv_score(table)], abs=1e-5)


@pytest.mark.parametrize(("sentences", "score"), [(0, 0.200), (1, 0.200), (10, 0.211), (50, 0.264), (99, 0.339)])
def test_summac_convs_head_gives_the_published_values_where_nothing_entails(sentences: int, score: float) -> None:
    assert summac_conv_score(np.zeros((sentences, min(sentences, 1)))) == pytest.approx(score, abs=5e-4)


def test_summac_convs_head_gives_the_published_values_for_one_sentence_that_entails_fully() -> None:
    alone = summac_conv_score(np.array([[1.0]]))
    among = summac_conv_score(np.array([[1.0], *[[0.0]] * 98]))
    assert alone == pytest.approx(0.919, abs=5e-4)
    assert among == pytest.approx(0.959, abs=2e-3)


def test_summac_leaves_out_short_and_late_sentences_unless_it_is_told_otherwise(tiny_nli: Path) -> None:
    example = EXAMPLES[0]
    long = Example(response=" ".join(["The old pier will close."] * 10), context=example.context)
    longer = Example(response=long.response + " It was built by giants.", context=example.context)
    metric = resolve(f'summac-conv[model="{tiny_nli}"]')
    one, other = numbers(score_batch(metric, [long, longer]))
    assert one == other
    every = resolve(f'summac-conv[model="{tiny_nli}",every_sentence=true]')
    one, other = numbers(score_batch(every, [long, longer]))
    assert one != other
    (score,) = score_batch(metric, [Example(response="It rose.", context=example.context)])
    assert isinstance(score, Unscored)


def test_summac_counts_what_it_leaves_out_for_being_too_much(tiny_nli: Path) -> None:
    """The eleventh sentence of the response, and the hundred and first of the context."""
    eleven = " ".join(f"The pier number {number} will close." for number in range(11))
    long = " ".join(f"The ferry number {number} was late again." for number in range(101))
    conv, zs = (resolve(f'{name}[model="{tiny_nli}"]') for name in ("summac-conv", "summac-zs"))
    many = [Example(response=eleven, context=SENTENCES[0]), Example(response=SENTENCES[0], context=long), EXAMPLES[0]]
    for metric in (conv, zs):
        score_batch(metric, many)
        score_batch(metric, many)
    assert (conv.truncated, zs.truncated) == (2, 1)  # type: ignore[attr-defined]
    assert usage_of(conv) == {"inputs_cut": 2}


def test_the_grounding_classifier_is_the_positive_class_of_the_pair(make_encoder: Make) -> None:
    folder = make_encoder("bert", "AutoModelForSequenceClassification", ("hallucinated", "consistent"))
    expected = [plain_nli(folder, example.context_text, example.response)[1] for example in EXAMPLES]
    metric = resolve(f'grounding-classifier[model="{folder}"]')
    assert numbers(score_batch(metric, EXAMPLES)) == pytest.approx(expected, abs=1e-5)
    with pytest.raises(UsageError, match="say which model"):
        resolve("grounding-classifier").warm_up()


def plain_first_token(folder: Path, text: str, answers: Sequence[int]) -> list[float]:
    torch, tokenizer, model = torch_and(folder, "AutoModelForSeq2SeqLM")
    with torch.inference_mode():
        start = torch.tensor([[model.config.decoder_start_token_id]])
        logits = model(**tokenizer(text, return_tensors="pt"), decoder_input_ids=start).logits[0, 0]
    return [float(value) for value in logits[list(answers)].softmax(dim=-1)]


@pytest.fixture(scope="session")
def tiny_t5(make_encoder: Make) -> Path:
    """The folder of a T5 with random weights and no limit on its input."""
    return make_encoder("t5", "AutoModelForSeq2SeqLM", max_length=10**30)


def test_unieval_is_the_share_of_yes_over_the_sentences(tiny_t5: Path) -> None:
    _, tokenizer, _ = torch_and(tiny_t5, "AutoModelForSeq2SeqLM")
    yes_no = [tokenizer("Yes")["input_ids"][0], tokenizer("No")["input_ids"][0]]
    claims = ["The old pier will close.", "It has cracks."]
    asked = "question: Is this claim consistent with the document? </s> claim: {} </s> document: {}"
    texts = [asked.format(claim, " ".join(SENTENCES)) for claim in claims]
    expected = float(np.mean([plain_first_token(tiny_t5, text, yes_no)[0] for text in texts]))
    metric = resolve(f'unieval[model="{tiny_t5}"]')
    assert numbers(score_batch(metric, EXAMPLES[:1])) == pytest.approx([expected], abs=1e-5)


def test_minicheck_t5_is_the_second_of_its_two_tokens(tiny_t5: Path) -> None:
    texts = [f"predict: {example.context_text.replace(chr(10) * 2, ' ')}</s>{example.response}" for example in EXAMPLES]
    expected = [plain_first_token(tiny_t5, texts[0], (3, 209))[1]]
    chunks = [f"predict: {document}</s>{EXAMPLES[1].response}" for document in EXAMPLES[1].context]
    expected.append(max(plain_first_token(tiny_t5, text, (3, 209))[1] for text in chunks))
    metric = resolve(f'minicheck[model="{tiny_t5}",kind=t5]')
    assert numbers(score_batch(metric, EXAMPLES)) == pytest.approx(expected, abs=1e-5)


def test_minicheck_classifiers_read_chunk_and_claim_as_one_text(make_encoder: Make) -> None:
    folder = make_encoder("roberta", "AutoModelForSequenceClassification", ("LABEL_0", "LABEL_1"), max_length=512)
    torch, tokenizer, model = torch_and(folder, "AutoModelForSequenceClassification")
    with torch.inference_mode():
        text = f"{' '.join(SENTENCES)}</s>{EXAMPLES[0].response}"
        expected = float(model(**tokenizer(text, return_tensors="pt")).logits[0].softmax(dim=-1)[1])
    metric = resolve(f'minicheck[model="{folder}",kind=classifier]')
    assert numbers(score_batch(metric, EXAMPLES[:1])) == pytest.approx([expected], abs=1e-5)
    with pytest.raises(UsageError, match="kind=t5 or kind=classifier"):
        resolve(f'minicheck[model="{folder}"]')


def test_minicheck_never_cuts_the_claim_away(tiny_t5: Path) -> None:
    run_on = "and the ferry went on " * 700
    examples = [Example(response=claim, context=run_on) for claim in ("The ferry went on.", "The ferry sank at once.")]
    metric = resolve(f'minicheck[model="{tiny_t5}",kind=t5]')
    one, other = numbers(score_batch(metric, examples))
    assert one != other
    assert metric.truncated == 2  # type: ignore[attr-defined]


def test_sentences_are_packed_to_chunks_of_at_most_the_wanted_size() -> None:
    assert packed([], [], 5) == []
    assert packed(["a", "b", "c"], [3, 2, 1], 5) == ["a b", "c"]
    assert packed(["long"], [9], 5) == ["long"]


@pytest.fixture(params=["alignscore", "summac-zs", "summac-conv", "grounding-classifier", "minicheck", "unieval"])
def any_recipe(request: pytest.FixtureRequest, tiny_nli: Path, tiny_t5: Path) -> Metric:
    options = {
        "alignscore": f'nli="{tiny_nli}"',
        "grounding-classifier": f'model="{tiny_nli}"',
        "minicheck": f'model="{tiny_t5}",kind=t5',
        "unieval": f'model="{tiny_t5}"',
    }
    return resolve(f"{request.param}[{options.get(request.param, f'model={chr(34)}{tiny_nli}{chr(34)}')}]")


@pytest.mark.parametrize(
    ("response", "context"),
    [
        ("", "The ferry was late."),
        ("   ", "The ferry was late."),
        ("The ferry was late.", ""),
        ("The ferry was late.", ()),
        ("!!! ??? ***", "--- ..."),
        ("水は百度で沸騰する。空は青い。", "水は百度で沸騰する。"),
        ("<script>alert(1)</script> {context} </s>", "**bold** | a | b |"),
        ("A single word " * 700, "The ferry was late. " * 500),
    ],
)
def test_degenerate_input_gets_a_score_or_a_reason(
    any_recipe: Metric, response: str, context: str | tuple[str, ...]
) -> None:
    (score,) = score_batch(any_recipe, [Example(response=response, context=context)])
    if isinstance(score, Unscored):
        assert score.reason == "declined"
    else:
        assert math.isfinite(score)


def test_a_score_does_not_depend_on_the_batch(any_recipe: Metric) -> None:
    together = score_batch(any_recipe, EXAMPLES)
    assert score_batch(any_recipe, EXAMPLES[::-1]) == together[::-1]
    assert [score_batch(any_recipe, [example])[0] for example in EXAMPLES] == together


def test_a_model_that_cannot_be_had_is_told_before_anything_is_scored(any_recipe: Metric) -> None:
    with pytest.raises(UsageError, match="no folder with a config"):
        resolve(f'{any_recipe.name}[{"nli" if any_recipe.name == "alignscore" else "model"}="/nowhere/model"'
                f'{",kind=t5" if any_recipe.name == "minicheck" else ""}]').warm_up()  # fmt: skip


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("alignscore", {"chunk_words": "many"}, "alignscore: chunk_words takes a whole number from 1"),
        ("alignscore", {"nli": "m", "entailment": -1}, "alignscore: entailment takes a whole number from 0"),
        ("summac-zs", {"entailment": -1}, "summac-zs: entailment takes a whole number from 0"),
        ("summac-zs", {"contradiction": 1.5}, "summac-zs: contradiction takes a whole number from 0"),
        ("summac-conv", {"entailment": -1}, "summac-conv: entailment takes a whole number from 0"),
        ("grounding-classifier", {"positive": -1}, "grounding-classifier: positive takes a whole number from 0"),
        ("hhem", {"chunk_words": 0}, "hhem: chunk_words takes a whole number from 1"),
        ("questeval", {"sentences": "five"}, "questeval: sentences takes a whole number from 1"),
        ("bartscore", {"max_tokens": 0}, "bartscore: max_tokens takes a whole number from 3"),
        ("bartscore", {"max_tokens": -5}, "bartscore: max_tokens takes a whole number from 3"),
        ("force-lexicon", {"penalty": "high"}, "force-lexicon: penalty takes a number"),
    ],
)
def test_a_number_that_makes_no_sense_is_refused_at_once(name: str, options: dict[str, Any], message: str) -> None:
    """A length of 0 meant no limit, and a class of -1 the last of the model's."""
    with pytest.raises(UsageError, match=message):
        METRICS.get(name)(**options)


def test_a_class_that_the_model_does_not_have_is_told_with_those_that_it_has(tiny_nli: Path) -> None:
    metric = resolve(f'summac-zs[model="{tiny_nli}",entailment=9]')
    with pytest.raises(UsageError, match="summac-zs: entailment takes a number from 0 to 2 for this model, not 9"):
        metric.warm_up()
    (score,) = score_batch(metric, EXAMPLES[:1])
    assert isinstance(score, Unscored)
    assert "entailment takes a number from 0 to 2" in score.detail
    assert numbers(score_batch(resolve(f'summac-zs[model="{tiny_nli}",entailment=2]'), EXAMPLES[:1]))


def test_a_text_without_any_sentence_is_not_said_to_have_none_long_enough(tiny_nli: Path) -> None:
    """Where short sentences count."""
    (score,) = score_batch(resolve(f'summac-zs[model="{tiny_nli}",short=true]'), [Example(response="", context="It.")])
    assert score == Unscored("declined", "the response has no sentence")
