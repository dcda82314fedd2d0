"""`CausalLM`: a causal language model that says how probable each token of a continuation is."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gaugeblock.metrics.devices import resolved_device
from gaugeblock.metrics.model_source import ModelSource
from gaugeblock.metrics.quiet import quiet
from gaugeblock.metrics.shared_prefix import Tokens, full_mask, pack, row_targets, split
from gaugeblock.perturb.errors import UsageError, require

PROBE_PROMPT = "The ferry to the island leaves at nine"
PROBE_CONTINUATIONS = (" in the morning.", " in the evening, weather allowing.")
PROBE_TOLERANCE = 1e-3
"""How far, in nats, the shared pass may be from the plain one on the probe for a model that is scored with it."""

_CHAT_MARK = "GAUGEBLOCK-MESSAGE"
_CHAT_DATE = "1 Jan 2025"  # some chat templates print today's date, which would change scores overnight


@dataclass(frozen=True, slots=True)
class Encoded:
    """A tokenized text.

    Args:
        tokens: token numbers.
        offsets: for each token its first code point in the text and one past its last.
    """

    tokens: Tokens
    offsets: tuple[tuple[int, int], ...]


class CausalLM:
    """A causal language model and its tokenizer.

    Args:
        model: a transformers model with a language-modelling head, in evaluation mode.
        tokenizer: its tokenizer, of the kind that reports offsets.
        batch_tokens: how many tokens of continuations are computed at a time, which bounds the memory.

    Raises:
        UsageError: the tokenizer reports no offsets.
    """

    def __init__(self, model: Any, tokenizer: Any, *, batch_tokens: int = 512) -> None:
        if not getattr(tokenizer, "is_fast", False):
            raise UsageError(f"the tokenizer {type(tokenizer).__name__} reports no offsets; a fast tokenizer is needed")
        self.model = model
        self.tokenizer = tokenizer
        self.batch_tokens = batch_tokens

    @classmethod
    def load(cls, source: ModelSource, *, device: str = "auto", batch_tokens: int = 512) -> CausalLM:
        """Load a model in float32, from safetensors, without a word on the terminal.

        Args:
            source: see `model_source.find_model`.
            device: ``auto`` (a CUDA device where there is one, else the processor) or a torch device.
            batch_tokens: see the class.

        Raises:
            MissingExtraError: torch or transformers is not installed.
            UsageError: the folder holds no causal language model, or the device cannot be used.
        """
        torch = require("torch", "models", "a language model")
        transformers = require("transformers", "models", "a language model")
        folder = str(source.folder())
        device = resolved_device(device)
        with quiet():
            try:
                tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
                model = transformers.AutoModelForCausalLM.from_pretrained(
                    folder, dtype=torch.float32, use_safetensors=True
                )
            except Exception as error:  # of a broken file each library has an exception of its own
                raise UsageError(f"{folder} holds no causal language model that can be loaded: {error}") from error
        try:
            model = model.to(device)
        except (RuntimeError, AssertionError) as error:
            raise UsageError(f"the device {device!r} cannot be used: {str(error).splitlines()[0]}") from error
        return cls(model.eval(), tokenizer, batch_tokens=batch_tokens)

    @cached_property
    def limit(self) -> int:
        """How many tokens the model takes at most."""
        stated = getattr(self.model.config, "max_position_embeddings", None) or self.tokenizer.model_max_length
        return int(stated) if stated and stated < 10**7 else 2048  # tokenizers state "no limit" as 10**30

    @cached_property
    def start(self) -> Tokens:
        """The tokens that the tokenizer puts before every text: the start token, or nothing."""
        first = self.tokenizer.encode("a")[:1]
        return tuple(first) if first and first[0] == self.tokenizer.bos_token_id else ()

    def encode(self, text: str, *, markup: bool = False) -> Encoded:
        """Tokenize a text without a start or end token.

        Args:
            text: any text.
            markup: whether special tokens written in the text (``<|im_end|>``, ``</s>``) are taken as such. They are
                in a chat template; in a person's text they are plain characters.
        """
        if not text:
            return Encoded((), ())
        found = self.tokenizer(
            text,
            add_special_tokens=False,
            split_special_tokens=not markup,
            return_offsets_mapping=True,
            return_attention_mask=False,
            verbose=False,  # texts over the limit are the caller's to cut
        )
        return Encoded(tuple(found["input_ids"]), tuple((start, end) for start, end in found["offset_mapping"]))

    def chat_frame(self) -> tuple[Tokens, Tokens]:
        """The tokens of the model's chat format before a user's message, and from its end to the assistant's turn.

        Raises:
            UsageError: the tokenizer has no chat template, or one that leaves the message out.
        """
        if not self.tokenizer.chat_template:
            raise UsageError(f"the model {self.model.config._name_or_path!r} has no chat template; use template=plain")
        text = self.tokenizer.apply_chat_template(
            [{"role": "user", "content": _CHAT_MARK}],
            tokenize=False,
            add_generation_prompt=True,
            date_string=_CHAT_DATE,
        )
        opening, mark, closing = text.partition(_CHAT_MARK)
        if not mark:
            raise UsageError("the model's chat template leaves out what the user says; use template=plain")
        return self.encode(opening, markup=True).tokens, self.encode(closing, markup=True).tokens

    def log_probs(
        self, prompt: Sequence[int], continuations: Sequence[Sequence[int]], *, shared: bool = True
    ) -> list[tuple[float, ...]]:
        """The log-probability, in nats, of each token of each continuation after the prompt.

        The order and the repetition of continuations do not change a bit of the result. Which other continuations are
        scored along with one can, in the sixth digit: matrix products of another shape round otherwise.

        Args:
            prompt: token numbers, at least one.
            continuations: token numbers.
            shared: whether the prompt, and prefixes of continuations, are computed once for all. Otherwise, and for a
                model that `shares` says no of, each distinct continuation gets a pass of its own.

        Raises:
            ValueError: the prompt is empty.
        """
        if not prompt:
            raise ValueError("a continuation needs a prompt of at least one token")
        distinct = sorted({tuple(continuation) for continuation in continuations} - {()})
        score = self._shared if shared and len(distinct) > 1 and self.shares else self._plain
        found = {(): ()} | dict(zip(distinct, score(list(prompt), distinct), strict=True))
        return [found[tuple(continuation)] for continuation in continuations]

    @cached_property
    def shares(self) -> bool:
        """Whether the shared pass gives what the plain one gives with this model.

        It needs a model that is told positions, and that attends to all earlier tokens in every layer. A short text is
        scored both ways to see that it does.
        """
        if "position_ids" not in self._arguments:
            return False
        prompt = [*self.start, *self.encode(PROBE_PROMPT).tokens]
        continuations = [self.encode(text).tokens for text in PROBE_CONTINUATIONS]
        layers = {type(layer).__name__ for layer in self._encode_prompt(prompt)[0].layers}
        if layers != {"DynamicLayer"}:
            return False
        try:
            together = self._shared(prompt, sorted(continuations))
        except (RuntimeError, ValueError, TypeError):  # a model that takes no mask of our own
            return False
        alone = self._plain(prompt, sorted(continuations))
        pairs = [pair for one, other in zip(together, alone, strict=True) for pair in zip(one, other, strict=True)]
        return all(abs(left - right) <= PROBE_TOLERANCE for left, right in pairs)

    @cached_property
    def _arguments(self) -> frozenset[str]:
        return frozenset(inspect.signature(self.model.forward).parameters)

    def _plain(self, prompt: list[int], continuations: Sequence[Tokens]) -> list[tuple[float, ...]]:
        import torch

        scores: list[tuple[float, ...]] = []
        with torch.inference_mode():
            for continuation in continuations:
                tokens = self._tensor([[*prompt, *continuation]])
                output = self.model(input_ids=tokens, logits_to_keep=len(continuation) + 1, use_cache=False)
                logits = output.logits[0, :-1].float()
                picked = logits.gather(1, tokens[0, len(prompt) :, None])[:, 0]
                scores.append(tuple((picked - logits.logsumexp(1)).tolist()))
        return scores

    def _shared(self, prompt: list[int], continuations: Sequence[Tokens]) -> list[tuple[float, ...]]:
        import torch

        scores: list[tuple[float, ...]] = []
        with torch.inference_mode():
            cache, after_prompt = self._encode_prompt(prompt)
            for group in split(continuations, self.batch_tokens):
                packed = pack(group)
                output = self.model(
                    input_ids=self._tensor([packed.tokens]),
                    attention_mask=self._tensor(full_mask(packed, len(prompt)))[None, None],
                    position_ids=self._tensor([packed.depths]) + len(prompt),
                    use_cache=True,
                    **{self._cache_argument: cache},
                )
                cache.crop(-len(packed))
                logits = output.logits[0].float()
                rows, targets = (self._tensor(values) for values in row_targets(packed))
                first = rows == 0  # predicted by the prompt's last token
                picked = torch.where(first, after_prompt[0, targets], logits[(rows - 1).clamp(min=0), targets])
                norms = torch.cat([after_prompt.logsumexp(1), logits.logsumexp(1)])[rows]
                found = (picked - norms).tolist()
                scores += [tuple(found[place] for place in path) for path in packed.paths]
        return scores

    def _encode_prompt(self, prompt: list[int]) -> tuple[Any, Any]:
        import torch
        from transformers import DynamicCache

        cache = DynamicCache(config=self.model.config)
        with torch.inference_mode():
            output = self.model(
                input_ids=self._tensor([prompt]), use_cache=True, logits_to_keep=1, **{self._cache_argument: cache}
            )
        return cache, output.logits[0].float()

    @property
    def _cache_argument(self) -> str:
        return "cache" if "cache" in self._arguments else "past_key_values"  # renamed within transformers 5

    def _tensor(self, values: Any) -> Any:
        import torch

        return torch.as_tensor(values, device=self.model.device)
