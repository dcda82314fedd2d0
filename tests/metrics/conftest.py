"""Fixtures for the tests of metrics: tiny models with random weights, made on the spot."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

TRAINING_TEXT = [
    "The harbour board voted to close the old ferry pier after cracks were found in two of its beams.",
    "A new pier will open in spring and cost 4.2 million euros, says the report of the board.",
    "Context: Question: Answer: When does the pier close? It closes on 14 May.",
]


@pytest.fixture(scope="session")
def make_checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Writes a causal model with random weights and a small tokenizer to a folder."""

    def make(kind: str = "llama", **changes: Any) -> Path:
        torch = pytest.importorskip("torch")
        transformers = pytest.importorskip("transformers")
        from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

        folder = tmp_path_factory.mktemp(kind)
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        trainer = trainers.BpeTrainer(
            vocab_size=400,
            special_tokens=["<s>", "</s>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        )
        tokenizer.train_from_iterator(TRAINING_TEXT, trainer)
        fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>")
        fast.chat_template = (
            "{% for message in messages %}<s>{{ message['role'] }}\n{{ message['content'] }}</s>\n{% endfor %}"
            "{% if add_generation_prompt %}<s>assistant\n{% endif %}"
        )
        settings: dict[str, Any] = {
            "vocab_size": len(fast),
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "max_position_embeddings": 512,
            "initializer_range": 0.3,
            "bos_token_id": 0,
            "eos_token_id": 1,
            "pad_token_id": None,
        }
        if kind in ("gpt2", "bloom"):
            del settings["num_key_value_heads"], settings["intermediate_size"]
        torch.manual_seed(0)
        config = transformers.AutoConfig.for_model(kind, **settings | changes)
        model = transformers.AutoModelForCausalLM.from_config(config)
        model.save_pretrained(folder)
        fast.save_pretrained(folder)
        return folder

    return make


@pytest.fixture(scope="session")
def tiny_llama(make_checkpoint: Callable[..., Path]) -> Path:
    """The folder of a Llama with two layers and random weights."""
    return make_checkpoint("llama")


@pytest.fixture(scope="session")
def make_encoder(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Writes a small encoder, or a T5, with random weights and a small tokenizer to a folder.

    ``kind`` is roberta, bert, deberta-v2 or t5; ``head`` a transformers class name; ``labels`` the classes.
    """

    def make(kind: str, head: str, labels: tuple[str, ...] = (), **changes: Any) -> Path:
        torch = pytest.importorskip("torch")
        transformers = pytest.importorskip("transformers")
        from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

        folder = tmp_path_factory.mktemp(kind)
        special = ["<pad>", "</s>", "<unk>"] if kind == "t5" else ["<s>", "<pad>", "</s>", "<unk>"]
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        trainer = trainers.BpeTrainer(
            vocab_size=400,
            special_tokens=special,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        )
        tokenizer.train_from_iterator(TRAINING_TEXT, trainer)
        end = ("</s>", tokenizer.token_to_id("</s>"))
        start = ("<s>", tokenizer.token_to_id("<s>"))
        if kind == "t5":
            template = processors.TemplateProcessing(single="$A </s>", pair="$A </s> $B </s>", special_tokens=[end])
        else:
            template = processors.TemplateProcessing(
                single="<s> $A </s>", pair="<s> $A </s> </s> $B:1 </s>:1", special_tokens=[start, end]
            )
        tokenizer.post_processor = template
        fast = transformers.PreTrainedTokenizerFast(
            tokenizer_object=tokenizer,
            eos_token="</s>",
            pad_token="<pad>",
            unk_token="<unk>",
            **({} if kind == "t5" else {"bos_token": "<s>", "cls_token": "<s>", "sep_token": "</s>"}),
        )
        fast.model_max_length = changes.pop("max_length", 128)
        pad = fast.pad_token_id
        settings: dict[str, Any] = {"vocab_size": len(fast), "pad_token_id": pad, "initializer_range": 0.3}
        if kind == "t5":
            settings |= {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4}
            settings |= {"decoder_start_token_id": pad, "eos_token_id": fast.eos_token_id}
            del settings["initializer_range"]
        else:
            settings |= {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
            settings |= {"max_position_embeddings": fast.model_max_length + 2, "type_vocab_size": 2}
        if labels:
            settings["id2label"] = dict(enumerate(labels))
            settings["label2id"] = {label: number for number, label in enumerate(labels)}
        torch.manual_seed(0)
        config = transformers.AutoConfig.for_model(kind, **settings | changes)
        model = getattr(transformers, head).from_config(config)
        model.eval().save_pretrained(folder)
        fast.save_pretrained(folder)
        return folder

    return make


NLI_LABELS = ("entailment", "neutral", "contradiction")


@pytest.fixture(scope="session")
def tiny_nli(make_encoder: Callable[..., Path]) -> Path:
    """The folder of an NLI cross-encoder with random weights."""
    return make_encoder("roberta", "AutoModelForSequenceClassification", NLI_LABELS)
