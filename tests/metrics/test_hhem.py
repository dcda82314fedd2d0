"""`hhem` against plain recomputation on a tiny random checkpoint of the published layout."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.metrics import Unscored, resolve
from gaugeblock.metrics.batch import score_batch
from gaugeblock.metrics.builtin._hhem_model import HHEMModel
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

Make = Callable[..., Path]
PROMPT = "<pad> Determine if the hypothesis is true given the premise?\n\nPremise: {}\n\nHypothesis: {}"
EXAMPLES = [
    Example(id="a", response="The old pier will close. It has cracks.", context="The board voted to close the pier."),
    Example(id="b", response="The {text1} pier stays open.", context=("Cracks {text2} were found.", "It is {0} old.")),
]


@pytest.fixture(scope="module")
def foundation(make_encoder: Make) -> Path:
    """The folder of the T5 that the checkpoint was made from."""
    return make_encoder("t5", "AutoModelForSeq2SeqLM", max_length=10**30)


@pytest.fixture(scope="module")
def checkpoint(foundation: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as it is published: a config of its own kind, weights named ``t5.``, no tokenizer, and code."""
    torch = pytest.importorskip("torch")
    import transformers
    from safetensors.torch import save_file

    torch.manual_seed(3)
    config = transformers.AutoConfig.from_pretrained(foundation)
    config.num_labels = 2
    model = transformers.T5ForTokenClassification(config)
    torch.nn.init.normal_(model.classifier.weight)
    state = {f"t5.{name}": value.contiguous() for name, value in model.state_dict().items()}
    del state["t5.transformer.encoder.embed_tokens.weight"]  # tied, so that it is stored once
    folder = tmp_path_factory.mktemp("hhem")
    save_file(state, folder / "model.safetensors")
    settings = {
        "architectures": ["HHEMv2ForSequenceClassification"],
        "model_type": "HHEMv2Config",
        "auto_map": {"AutoModelForSequenceClassification": "modeling_hhem_v2.HHEMv2ForSequenceClassification"},
        "foundation": str(foundation),
        "prompt": PROMPT.format("{text1}", "{text2}"),
    }
    (folder / "config.json").write_text(json.dumps(settings), "utf-8")
    (folder / "modeling_hhem_v2.py").write_text("raise SystemExit('code of a model was run')\n", "utf-8")
    return folder


def plain(foundation: Path, checkpoint: Path, text: str) -> float:
    """The probability of the second class at the first token, from the encoder's states and the head's weights."""
    import torch
    import transformers
    from safetensors.torch import load_file

    state = {name.removeprefix("t5."): value for name, value in load_file(checkpoint / "model.safetensors").items()}
    encoder = transformers.T5EncoderModel(transformers.AutoConfig.from_pretrained(foundation)).eval()
    weights = {name.removeprefix("transformer."): value for name, value in state.items() if "classifier" not in name}
    weights["encoder.embed_tokens.weight"] = weights["shared.weight"]
    encoder.load_state_dict(weights)
    inputs = transformers.AutoTokenizer.from_pretrained(foundation)(text, return_tensors="pt")
    with torch.inference_mode():
        states = encoder(**inputs).last_hidden_state[0, 0]
        logits = state["classifier.weight"] @ states + state["classifier.bias"]
    return float(logits.softmax(dim=-1)[1])


def test_it_is_the_second_class_of_the_first_token(foundation: Path, checkpoint: Path) -> None:
    """The recipe, computed apart, and without a change to braces that stand in a text."""
    expected = [plain(foundation, checkpoint, PROMPT.format(one.context_text, one.response)) for one in EXAMPLES]
    assert len(set(expected)) == 2
    assert score_batch(resolve(f'hhem[model="{checkpoint}"]'), EXAMPLES) == pytest.approx(expected, abs=1e-5)


def test_sentences_are_judged_one_by_one_where_that_is_asked(foundation: Path, checkpoint: Path) -> None:
    """The mean over the response's sentences."""
    claims = ("The old pier will close.", "It has cracks.")
    expected = sum(plain(foundation, checkpoint, PROMPT.format(EXAMPLES[0].context_text, one)) for one in claims) / 2
    metric = resolve(f'hhem[model="{checkpoint}",unit=sentence]')
    assert score_batch(metric, EXAMPLES[:1]) == pytest.approx([expected], abs=1e-5)


def test_a_folder_that_transformers_has_written_is_read_too(foundation: Path, checkpoint: Path, tmp_path: Path) -> None:
    """Names without the prefix, a T5 config and a tokenizer of its own give the same score."""
    import transformers
    from safetensors.torch import load_file

    config = transformers.AutoConfig.from_pretrained(foundation)
    config.num_labels = 2
    model = transformers.T5ForTokenClassification(config)
    state = {name.removeprefix("t5."): value for name, value in load_file(checkpoint / "model.safetensors").items()}
    model.load_state_dict(state, strict=False)
    model.tie_weights()
    model.save_pretrained(tmp_path)
    transformers.AutoTokenizer.from_pretrained(foundation).save_pretrained(tmp_path)
    one, other = (score_batch(resolve(f'hhem[model="{folder}"]'), EXAMPLES) for folder in (checkpoint, tmp_path))
    assert one == pytest.approx(other, abs=1e-6)


def test_the_hypothesis_is_never_cut_away(checkpoint: Path) -> None:
    """A context without a full stop that fills the prompt is cut itself, and that is counted."""
    run_on = "and the ferry went on " * 1500
    examples = [Example(response=claim, context=run_on) for claim in ("The ferry went on.", "The ferry sank at once.")]
    metric = resolve(f'hhem[model="{checkpoint}"]')
    one, other = score_batch(metric, examples)
    assert isinstance(one, float)
    assert one != other
    assert metric.truncated == 2  # type: ignore[attr-defined]


def test_a_response_that_leaves_the_context_no_room_has_no_score(checkpoint: Path) -> None:
    """It is declined with its reason rather than cut, and nothing is counted as cut."""
    long = Example(response="The ferry went on and on. " * 1500, context="The ferry went on.")
    metric = resolve(f'hhem[model="{checkpoint}"]')
    first, second = score_batch(metric, [long, EXAMPLES[0]])
    assert isinstance(first, Unscored)
    assert first.reason == "declined"
    assert "leave the context none of the 2048" in first.detail
    assert isinstance(second, float)
    assert metric.truncated == 0  # type: ignore[attr-defined]
    by_sentence = resolve(f'hhem[model="{checkpoint}",unit=sentence]')
    assert isinstance(score_batch(by_sentence, [long])[0], float)


@pytest.mark.parametrize("words", [300, 700, 1500])
def test_the_end_of_a_long_prompt_is_the_hypothesis_still(checkpoint: Path, words: int) -> None:
    """However the cut end of the context is read within the prompt, it fits and nothing behind it is lost."""
    model = HHEMModel(str(checkpoint), None, None, "cpu")
    for claim in ("The ferry sank at once.", "It did not."):
        row = model.row("æ€ ferry-going 12,5 " * words, claim)
        assert len(row.ids) <= model.limit
        whole = model.tokenizer(model.prompt("", claim))["input_ids"]
        assert row.ids[-8:] == tuple(whole[-8:])


def test_a_home_folder_is_found(foundation: Path, checkpoint: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``~`` names the same foundation, with the same score and the same fingerprint."""
    monkeypatch.setenv("HOME", str(foundation.parent))
    named = resolve(f'hhem[model="{checkpoint}",foundation="~/{foundation.name}"]')
    given = resolve(f'hhem[model="{checkpoint}",foundation="{foundation}"]')
    assert score_batch(named, EXAMPLES) == score_batch(given, EXAMPLES)
    assert named.fingerprint == given.fingerprint


def test_a_blank_response_has_no_score(checkpoint: Path) -> None:
    """There is nothing to judge."""
    (score,) = score_batch(resolve(f'hhem[model="{checkpoint}"]'), [replace(EXAMPLES[0], response=" ")])
    assert isinstance(score, Unscored)
    assert score.reason == "declined"


def test_weights_of_another_model_are_refused(checkpoint: Path, tmp_path: Path) -> None:
    """So is a T5 that is not there; each message names what to give."""
    with pytest.raises(UsageError, match="do not fit"):
        resolve(f'hhem[model="{_foreign(checkpoint, tmp_path)}"]').warm_up()
    with pytest.raises(UsageError, match="foundation=FOLDER"):
        resolve(f'hhem[model="{checkpoint}",foundation="{tmp_path / "nowhere"}"]').warm_up()
    with pytest.raises(UsageError, match="unit takes response or sentence"):
        resolve("hhem[unit=word]")


def test_pickled_weights_are_read_as_tensors_alone(checkpoint: Path, tmp_path: Path) -> None:
    """Tensors in a pickled file give the same score; a file that would run code is refused, and runs none."""
    import torch
    from safetensors.torch import load_file

    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.write_text, (tmp_path / "ran", "code")

    file = tmp_path / "pytorch_model.bin"
    (tmp_path / "config.json").write_text((checkpoint / "config.json").read_text("utf-8"), "utf-8")
    torch.save(load_file(checkpoint / "model.safetensors"), file)
    one, other = (score_batch(resolve(f'hhem[model="{folder}"]'), EXAMPLES) for folder in (checkpoint, tmp_path))
    assert one == other
    torch.save({"t5.classifier.weight": Evil()}, file)
    with pytest.raises(UsageError, match="cannot be read as weights alone"):
        resolve(f'hhem[model="{tmp_path}"]').warm_up()
    assert not (tmp_path / "ran").exists()


def _foreign(checkpoint: Path, folder: Path) -> Path:
    """The checkpoint's config beside weights with other names."""
    import torch
    from safetensors.torch import save_file

    (folder / "config.json").write_text((checkpoint / "config.json").read_text("utf-8"), "utf-8")
    save_file({"bert.weight": torch.zeros(2)}, folder / "model.safetensors")
    return folder
