"""`Generator`: an encoder-decoder that writes, greedily, one text at a time."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from gaugeblock.metrics.fixed_batches import one_thread
from gaugeblock.metrics.loaded_model import LoadedModel

_KEPT = 20_000


class Generator(LoadedModel):
    """Writes the likeliest continuation, token by token; a text gets the same whatever it is asked beside.

    Args:
        model: a folder, or the name of an encoder-decoder on the Hugging Face hub.
        revision: branch, tag or commit of a model on the hub.
        device: ``auto`` or a torch device.
        max_tokens: how many tokens of an input are read.
        max_new_tokens: how many tokens are written at most.
    """

    auto = "AutoModelForSeq2SeqLM"

    def __init__(
        self,
        model: str,
        *,
        revision: str | None = None,
        device: str = "auto",
        max_tokens: int = 512,
        max_new_tokens: int = 64,
    ) -> None:
        super().__init__(model, revision, device, max_tokens)
        self._max_new_tokens = max_new_tokens
        self._kept: OrderedDict[str, tuple[str, Any]] = OrderedDict()

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_kept": OrderedDict()}

    def write(self, text: str) -> tuple[str, Any]:
        """What the model writes for an input, and the probabilities of its first token, shape (vocabulary,)."""
        if text not in self._kept:
            self._kept[text] = self._write(text)
        self._kept.move_to_end(text)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return self._kept[text]

    def _write(self, text: str) -> tuple[str, Any]:
        import torch

        ids, place = self.ids(text), self.place
        with one_thread(), torch.inference_mode():
            found = self.model.generate(
                input_ids=torch.tensor([ids], device=place),
                attention_mask=torch.ones((1, len(ids)), dtype=torch.long, device=place),
                max_new_tokens=self._max_new_tokens,
                num_beams=1,
                do_sample=False,
                output_logits=True,
                return_dict_in_generate=True,
            )
        first = found.logits[0][0].double().softmax(dim=-1).float().cpu().numpy()
        return str(self.tokenizer.decode(found.sequences[0], skip_special_tokens=True)).strip(), first
