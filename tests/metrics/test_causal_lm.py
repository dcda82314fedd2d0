"""A causal language model's log-probabilities, with and without sharing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gaugeblock.metrics.causal_lm import CausalLM
from gaugeblock.metrics.model_source import ModelSource, find_model
from gaugeblock.perturb.errors import MissingExtraError, UsageError

pytest.importorskip("transformers")

RESPONSES = [
    " The pier closes on 14 May.",
    " The pier closes on 14 June.",
    " The pier closes on 14 May. This is true.",
    " In fact, the pier closes on 14 May.",
    " Yes",
]


def load(folder: Path, **options: Any) -> CausalLM:
    return CausalLM.load(find_model(str(folder)), device="cpu", **options)


@pytest.fixture(scope="module")
def model(tiny_llama: Path) -> CausalLM:
    return load(tiny_llama)


def tokens(model: CausalLM, texts: list[str]) -> list[tuple[int, ...]]:
    return [model.encode(text).tokens for text in texts]


def apart(one: list[tuple[float, ...]], other: list[tuple[float, ...]]) -> float:
    return max(abs(a - b) for x, y in zip(one, other, strict=True) for a, b in zip(x, y, strict=True))


def test_log_probabilities_are_those_of_the_model(model: CausalLM) -> None:
    import torch

    prompt, answer = model.encode("When?").tokens, model.encode(" On 14 May.").tokens
    with torch.inference_mode():
        logits = model.model(input_ids=torch.tensor([prompt + answer])).logits[0]
    expected = torch.log_softmax(logits, -1)[range(len(prompt) - 1, len(prompt + answer) - 1), list(answer)]
    assert model.log_probs(prompt, [answer])[0] == pytest.approx(expected.tolist(), abs=1e-4)


@pytest.mark.parametrize("batch_tokens", [1, 15, 512])
def test_sharing_agrees_with_one_pass_a_response(tiny_llama: Path, batch_tokens: int) -> None:
    """Groups of any size are computed from the same cached prompt, which each of them must leave as it was."""
    model = load(tiny_llama, batch_tokens=batch_tokens)
    prompt = model.encode("Context: the pier closes on 14 May. Question: when?").tokens
    answers = tokens(model, RESPONSES)
    assert model.shares
    assert apart(model.log_probs(prompt, answers), model.log_probs(prompt, answers, shared=False)) < 1e-4


@given(st.lists(st.lists(st.integers(0, 9), max_size=12).map(tuple), min_size=2, max_size=8))
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_sharing_agrees_for_any_continuations(model: CausalLM, answers: list[tuple[int, ...]]) -> None:
    together, alone = (model.log_probs([3, 4, 5], answers, shared=shared) for shared in (True, False))
    assert [len(scores) for scores in together] == [len(answer) for answer in answers]
    for one, other in zip(together, alone, strict=True):
        assert one == pytest.approx(other, abs=1e-4)


@pytest.mark.parametrize(
    ("kind", "changes", "shares"),
    [
        ("gpt2", {}, True),  # learned absolute positions
        ("mistral", {"sliding_window": 8}, False),  # a mask of our own would undo the window
        ("bloom", {}, False),  # takes no positions
    ],
)
def test_a_model_of_another_build_is_scored_as_one_pass_would(
    make_checkpoint: Callable[..., Path], kind: str, changes: dict[str, Any], shares: bool
) -> None:
    model = load(make_checkpoint(kind, **changes))
    prompt = model.encode("Context: the old pier closes on 14 May after cracks were found. Question: when?").tokens
    answers = tokens(model, RESPONSES)
    assert model.shares is shares
    assert apart(model.log_probs(prompt, answers), model.log_probs(prompt, answers, shared=False)) < 1e-4


def test_order_and_repetition_change_nothing(model: CausalLM) -> None:
    prompt, answers = model.encode("When?").tokens, tokens(model, RESPONSES)
    forward = model.log_probs(prompt, answers)
    assert model.log_probs(prompt, answers[::-1])[::-1] == forward
    assert model.log_probs(prompt, answers + answers) == forward + forward


def test_nothing_to_score_is_no_scores(model: CausalLM) -> None:
    assert model.log_probs([3], []) == []
    assert model.log_probs([3], [()]) == [()]


def test_an_empty_prompt_is_refused(model: CausalLM) -> None:
    with pytest.raises(ValueError, match="prompt"):
        model.log_probs([], [(1,)])


@pytest.mark.parametrize("text", ["</s>", "Pay <s>4.2</s> million", "e\u0301 🚀 𝒂𝒏𝒅", "水は百度で沸騰する。", " \n\t "])
def test_text_is_text_and_offsets_are_code_points(model: CausalLM, text: str) -> None:
    """Special tokens that a person wrote are plain characters, and every code point lies in some token."""
    encoded = model.encode(text)
    assert not {0, 1} & set(encoded.tokens)
    covered = {at for start, end in encoded.offsets for at in range(start, end)}
    assert covered == set(range(len(text)))


def test_markup_of_a_template_is_special(model: CausalLM) -> None:
    opening, closing = model.chat_frame()
    assert opening[0] == 0
    assert closing[0] == 1


def test_a_model_without_chat_template_says_so(tiny_llama: Path) -> None:
    model = load(tiny_llama)
    model.tokenizer.chat_template = None
    with pytest.raises(UsageError, match="template=plain"):
        model.chat_frame()


def test_loading_is_silent(tiny_llama: Path, capfd: pytest.CaptureFixture[str]) -> None:
    load(tiny_llama)
    assert capfd.readouterr() == ("", "")


def test_a_folder_that_holds_another_model_is_a_usage_error(tiny_llama: Path, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "no-such-model"}')
    (tmp_path / "model.safetensors").write_bytes(b"")
    with pytest.raises(UsageError, match="holds no causal language model"):
        CausalLM.load(ModelSource(tmp_path, "x"))


def test_weights_that_are_cut_off_are_a_usage_error(tiny_llama: Path, tmp_path: Path) -> None:
    """As an interrupted download leaves them."""
    shutil.copytree(tiny_llama, tmp_path / "model")
    (weights,) = (tmp_path / "model").glob("*.safetensors")
    weights.write_bytes(weights.read_bytes()[:1000])
    with pytest.raises(UsageError, match="holds no causal language model that can be loaded"):
        CausalLM.load(find_model(str(tmp_path / "model")))


def test_an_unknown_device_is_a_usage_error(tiny_llama: Path) -> None:
    with pytest.raises(UsageError, match="device 'abacus'"):
        CausalLM.load(find_model(str(tiny_llama)), device="abacus")


def test_a_missing_library_names_the_extra(tiny_llama: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "transformers", None)
    with pytest.raises(MissingExtraError, match=r"gaugeblock\[models\]"):
        CausalLM.load(find_model(str(tiny_llama)))


@pytest.mark.slow
def test_sharing_agrees_on_the_packaged_model() -> None:
    try:
        source = find_model("packaged")
    except MissingExtraError as error:
        pytest.skip(str(error))
    model = CausalLM.load(source, device="cpu", batch_tokens=30)
    prompt = model.encode("Context: the pier closes on 14 May. Question: when?\nAnswer:").tokens
    answers = tokens(model, RESPONSES)
    assert model.shares
    assert apart(model.log_probs(prompt, answers), model.log_probs(prompt, answers, shared=False)) < 1e-4
