"""HHEM's checkpoint over plain transformers: a T5 encoder that classifies the first token of a prompt.

The published repository brings code of its own, which is not run. Two things are read of it: the weights, whose names
begin with ``t5.``, and ``config.json``, which names the T5 that it was trained from (``foundation``) and the prompt.
A folder that `T5ForTokenClassification` has written, with its tokenizer, is taken as well.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import regex

from gaugeblock.metrics.builtin._backbone import backbone_identity, load_backbone
from gaugeblock.metrics.checkpoints import Checkpoint, find_checkpoint, read_weights
from gaugeblock.metrics.devices import resolved_device
from gaugeblock.metrics.fixed_batches import Row
from gaugeblock.metrics.pair_classifier import PairClassifier
from gaugeblock.perturb.errors import UsageError, require

# our choice where a checkpoint's config has none: the wording that HHEM-2.1-Open is known for, not checked against it
PROMPT = "<pad> Determine if the hypothesis is true given the premise?\n\nPremise: {text1}\n\nHypothesis: {text2}"
FOUNDATION = "google/flan-t5-base"

_PREFIX = "t5."
_TIED = "transformer.encoder.embed_tokens.weight"  # the same tensor as transformer.shared.weight
_LIMIT = 2048


class HHEMModel(PairClassifier):
    """Two classes, the second of which means consistent, told from the first token of a prompt with both texts.

    The hypothesis comes last in the prompt. A prompt that is too long is cut in the premise, never in the hypothesis; a
    hypothesis that leaves the premise no room at all is not for this model (see `too_long`).

    Args:
        model: a folder or a hub name.
        foundation: folder or hub name of the T5 whose config and tokenizer belong to it; None = as its config says.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.
    """

    def __init__(self, model: str, foundation: str | None, revision: str | None, device: str) -> None:
        super().__init__(model, revision, device, max_tokens=_LIMIT)
        self._given = foundation

    @cached_property
    def _found(self) -> Checkpoint:
        return find_checkpoint(self._name, self._revision, tokenizer=False)

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint on this machine, and the T5 that belongs to it."""
        return Checkpoint(self._found.folder, f"{self._found.identity}:{backbone_identity(self._foundation)}")

    def prompt(self, premise: str, hypothesis: str) -> str:
        """The model's input: the prompt of its config, filled in one pass, so that braces in a text are plain text."""
        texts = {"text1": premise, "text2": hypothesis}
        template = str(self._config.get("prompt") or PROMPT)
        return str(regex.sub(r"\{(text[12])\}", lambda match: texts[match[1]], template))

    def too_long(self, hypothesis: str) -> str:
        """Why a hypothesis cannot be judged: it leaves the premise no token; empty where it can."""
        taken = len(self._prompt_ids("", hypothesis))
        if taken < self.limit:
            return ""
        return f"the response takes {taken} tokens in the prompt, which leave the context none of the {self.limit} read"

    def row(self, first: str, second: str) -> Row:
        """The tokens of the prompt.

        Raises:
            ValueError: the second text leaves the first no room; see `too_long`.
        """
        if why := self.too_long(second):
            raise ValueError(why)
        room = self.limit - len(self._prompt_ids("", second))
        ids = self._prompt_ids(self.beginning(first, room, second), second)
        while len(ids) > self.limit and room > 0:  # the cut end of a text may take more tokens within the prompt
            room -= len(ids) - self.limit
            ids = self._prompt_ids(self.beginning(first, room, second), second)
        return Row(tuple(ids))

    def _prompt_ids(self, premise: str, hypothesis: str) -> list[int]:
        ids: list[int] = self.tokenizer(self.prompt(premise, hypothesis), verbose=False)["input_ids"]
        return ids

    def forward(self, features: Mapping[str, Any]) -> Any:
        """The logits of the first token, shape (rows, 2)."""
        return self.model(**features).logits[:, 0].clone()  # a view would keep the logits of all tokens

    @cached_property
    def _config(self) -> Mapping[str, Any]:
        config: dict[str, Any] = json.loads((self._found.folder / "config.json").read_text("utf-8"))
        return config

    @property
    def _foundation(self) -> str:
        if self._given is not None:
            return self._given
        if self._config.get("model_type") == "t5":
            return str(self._found.folder)
        return str(self._config.get("foundation") or FOUNDATION)

    @cached_property
    def _loaded(self) -> tuple[Any, Any, str]:
        torch = require("torch", "models", "hhem")
        transformers = require("transformers", "models", "hhem")
        config, tokenizer = load_backbone("hhem", self._foundation, "foundation")
        config.num_labels = 2
        model = transformers.T5ForTokenClassification(config)
        weights = {
            name.removeprefix(_PREFIX): value.to(torch.float32)
            for name, value in read_weights(self._found.folder).items()
        }
        try:
            missing, unexpected = model.load_state_dict(weights, strict=False)
        except RuntimeError as error:  # a tensor of another shape
            raise UsageError(f"hhem: the weights do not fit {self._foundation!r}: {str(error)[:200]}") from error
        missing = [name for name in missing if name != _TIED]
        if missing or unexpected:
            named = ", ".join([*missing[:2], *unexpected[:2]])
            raise UsageError(f"hhem: the weights in {self._name!r} do not fit {self._foundation!r} ({named})")
        model.tie_weights()
        place = resolved_device(self.device)
        return model.eval().to(place), tokenizer, place
