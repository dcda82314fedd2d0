"""`PairClassifier` and its batches of fixed shapes."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gaugeblock.metrics.fixed_batches import ROWS, FixedBatches, Row
from gaugeblock.metrics.loaded_model import token_limit
from gaugeblock.metrics.pair_classifier import PairClassifier
from gaugeblock.perturb.errors import UsageError

PAIRS = [
    ("The ferry was late.", "It was late."),
    ("The pier will close.", "The pier stays open until spring, says the board of the harbour."),
    ("", "A cat."),
    ("A 🚀 \u202e x", "?"),
]
Make = Callable[..., Path]


def plain(folder: Path, pairs: list[tuple[str, str]]) -> Any:
    """The class probabilities as transformers alone gives them, one pair at a time."""
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    with torch.inference_mode():
        logits = [model(**tokenizer(*pair, return_tensors="pt")).logits[0] for pair in pairs]
    return torch.stack(logits).softmax(dim=-1).numpy()


@pytest.mark.parametrize("kind", ["roberta", "bert", "deberta-v2"])
def test_probabilities_are_those_of_transformers_alone(make_encoder: Make, kind: str) -> None:
    folder = make_encoder(kind, "AutoModelForSequenceClassification", ("entailment", "neutral", "contradiction"))
    found = np.stack(PairClassifier(str(folder)).probabilities(PAIRS))
    np.testing.assert_allclose(found, plain(folder, PAIRS), atol=1e-5)


def test_a_pair_has_the_same_bits_beside_any_others(tiny_nli: Path) -> None:
    together = PairClassifier(str(tiny_nli)).probabilities(PAIRS * 5)
    for at, pair in enumerate(PAIRS):
        (alone,) = PairClassifier(str(tiny_nli)).probabilities([pair])
        assert np.array_equal(alone, together[at])


def test_a_single_logit_is_a_sigmoid(make_encoder: Make) -> None:
    folder = make_encoder("bert", "AutoModelForSequenceClassification", ("LABEL_0",))
    (found,) = PairClassifier(str(folder)).probabilities(PAIRS[:1])
    assert found.shape == (2,)
    assert found.sum() == pytest.approx(1.0)


def test_a_long_pair_is_cut_in_its_first_text_and_counted(tiny_nli: Path) -> None:
    classifier = PairClassifier(str(tiny_nli))
    long = "The ferry was late. " * 60
    one, other = classifier.probabilities([(long, "It was late."), (long + "It sank.", "It was late.")])
    assert np.array_equal(one, other)  # what differs lies behind the cut
    assert len(classifier.truncated) == 2
    (claim_too_long,) = classifier.probabilities([("The ferry.", long)])
    assert np.isfinite(claim_too_long).all()


def test_two_very_long_texts_are_cut_as_the_tokenizer_cuts_them_in_little_memory(tiny_nli: Path) -> None:
    """A fast tokenizer lays out every piece of one with every piece of the other: 14 GB for 10,000 words each."""
    import resource

    import transformers

    classifier = PairClassifier(str(tiny_nli))
    first, second = (
        "The ferry to the old pier was late again. " * 40,
        "It was late, says the board of the harbour. " * 40,
    )
    tokenizer = transformers.AutoTokenizer.from_pretrained(tiny_nli)
    expected = tokenizer(first, second, truncation="longest_first", max_length=classifier.limit)["input_ids"]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    row = classifier.row(first * 28, second * 28)
    assert list(row.ids) == expected
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1_000_000  # kilobytes


def test_labels_tell_which_class_is_meant(make_encoder: Make, tiny_nli: Path) -> None:
    assert PairClassifier(str(tiny_nli)).class_of("contradiction") == 2
    mute = make_encoder("bert", "AutoModelForSequenceClassification", ("LABEL_0", "LABEL_1", "LABEL_2"))
    with pytest.raises(UsageError, match="do not say which means entailment"):
        PairClassifier(str(mute)).class_of("entailment")


def test_what_is_no_checkpoint_is_refused_with_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no config\.json"):
        PairClassifier(str(tmp_path)).load()
    (tmp_path / "config.json").write_text("{}", "utf-8")
    with pytest.raises(UsageError, match="no weights"):
        PairClassifier(str(tmp_path)).load()
    with pytest.raises(UsageError, match="no folder with a config"):
        PairClassifier(str(tmp_path / "nowhere")).load()


def test_weights_that_are_cut_off_are_refused(tiny_nli: Path, tmp_path: Path) -> None:
    """As an interrupted download leaves them."""
    shutil.copytree(tiny_nli, tmp_path / "model")
    (weights,) = (tmp_path / "model").glob("*.safetensors")
    weights.write_bytes(weights.read_bytes()[:1000])
    with pytest.raises(UsageError, match="that can be loaded"):
        PairClassifier(str(tmp_path / "model")).load()


def test_pickled_weights_that_would_run_code_are_not_loaded(tiny_nli: Path, tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.write_text, (tmp_path / "ran", "code")

    import torch

    for file in tiny_nli.iterdir():
        if file.suffix != ".safetensors":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    torch.save({"classifier.weight": Evil()}, tmp_path / "pytorch_model.bin")
    with pytest.raises(UsageError):
        PairClassifier(str(tmp_path)).load()
    assert not (tmp_path / "ran").exists()


def test_pickled_weights_that_are_tensors_are_loaded(tiny_nli: Path, tmp_path: Path) -> None:
    import torch
    from safetensors.torch import load_file

    for file in tiny_nli.iterdir():
        if file.suffix != ".safetensors":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    torch.save(load_file(tiny_nli / "model.safetensors"), tmp_path / "pytorch_model.bin")
    (one,), (other,) = (PairClassifier(str(folder)).probabilities(PAIRS[:1]) for folder in (tiny_nli, tmp_path))
    assert np.array_equal(one, other)


def test_it_can_be_sent_to_another_process_before_and_after_it_was_used(tiny_nli: Path) -> None:
    classifier = PairClassifier(str(tiny_nli))
    (before,) = classifier.probabilities(PAIRS[:1])
    (after,) = pickle.loads(pickle.dumps(classifier)).probabilities(PAIRS[:1])
    assert np.array_equal(before, after)


def test_each_distinct_row_is_run_once() -> None:
    import torch

    shapes = []
    torch.set_num_threads(2)

    def forward(features: Any) -> Any:
        assert torch.get_num_threads() == 1
        shapes.append(tuple(features["input_ids"].shape))
        return features["input_ids"].sum(dim=1, keepdim=True).float()

    batches = FixedBatches(forward, pad=0, limit=40)
    rows = [Row((1, 2)), Row((3,)), Row((1, 2)), Row(tuple(range(1, 34)))]
    assert [float(value[0]) for value in batches.run(rows)] == [3.0, 3.0, 3.0, 561.0]
    assert shapes == [(1, 16), (1, 16), (1, 40)]
    batches.run(rows)
    assert len(shapes) == 3
    with pytest.raises(ValueError, match="41 tokens is longer than the model's limit of 40"):
        batches.run([Row((1,) * 41)])
    assert torch.get_num_threads() == 2


@pytest.mark.parametrize(("device", "rows"), [("cpu", 1), ("cpu:0", 1), ("cuda:1", ROWS)])
def test_a_processor_runs_row_by_row_however_it_is_written(device: str, rows: int) -> None:
    """Larger batches do not give the same bits there."""
    assert FixedBatches(lambda features: None, pad=0, limit=40, device=device)._rows == rows


def test_a_row_that_fills_its_batch_never_stands_beside_one_that_does_not() -> None:
    """Transformers drops a mask that masks nothing, and then takes another way to the same sum."""

    def forward(features: Any) -> Any:
        masked = not bool(features["attention_mask"].all())
        return features["input_ids"].sum(dim=1, keepdim=True).float() + masked

    full, short = Row((1,) * 16), Row((1,) * 9)
    alone, beside = FixedBatches(forward, pad=0, limit=40), FixedBatches(forward, pad=0, limit=40)
    assert [float(value[0]) for value in alone.run([full])] == [16.0]
    assert [float(value[0]) for value in beside.run([short, full])] == [10.0, 16.0]


def test_the_limit_of_a_roberta_leaves_out_its_unused_positions() -> None:
    class Config:
        model_type, max_position_embeddings = "roberta", 514

    class Model:
        config = Config

    class Tokenizer:
        model_max_length = 10**30

    assert token_limit(Model, Tokenizer) == 512
    assert token_limit(Model, Tokenizer, 100) == 100


def test_a_t5_takes_what_is_wanted_whatever_its_tokenizer_states() -> None:
    class Config:
        model_type, max_position_embeddings = "t5", None

    class Model:
        config = Config

    class Tokenizer:
        model_max_length = 512

    assert token_limit(Model, Tokenizer, 2048) == 2048


def test_labels_that_say_something_else_are_not_guessed(make_encoder: Make) -> None:
    folder = make_encoder("bert", "AutoModelForSequenceClassification", ("faithful", "hallucinated"))
    with pytest.raises(UsageError, match="do not say which means entailment"):
        PairClassifier(str(folder)).class_of("entailment")
