"""AlignScore's own checkpoint over plain transformers: a RoBERTa with a pooler and three small heads."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from gaugeblock.metrics.builtin._backbone import backbone_identity, load_backbone
from gaugeblock.metrics.checkpoints import Checkpoint
from gaugeblock.metrics.devices import resolved_device
from gaugeblock.metrics.packaged import file_sha256
from gaugeblock.metrics.pair_classifier import PairClassifier
from gaugeblock.metrics.quiet import quiet
from gaugeblock.perturb.errors import UsageError, require

HUB = "yzha/AlignScore"
SIZES = {"base": ("AlignScore-base.ckpt", "roberta-base"), "large": ("AlignScore-large.ckpt", "roberta-large")}
_HEAD = "tri_layer"


class AlignScoreModel(PairClassifier):
    """The three-way head of an AlignScore checkpoint: aligned, contradicting, neutral.

    Only ``base_model.*`` and ``tri_layer.*`` are used, as in the default mode ``nli_sp``. Weights are read with
    ``weights_only=True``.

    Args:
        checkpoint: ``base`` or ``large`` (from the hub), or the path of a ``.ckpt`` file.
        backbone: folder or hub name of the RoBERTa whose config and tokenizer belong to it; None = ``roberta-base`` or
            ``roberta-large``.
        device: ``auto`` or a torch device.
    """

    def __init__(self, checkpoint: str, backbone: str | None, device: str) -> None:
        if checkpoint not in SIZES and not checkpoint.endswith((".ckpt", ".pt")):
            raise UsageError(
                f"alignscore: model takes base, large or the path of a .ckpt file, not {checkpoint!r}; "
                "for an NLI model write alignscore[nli=MODEL]"
            )
        super().__init__(checkpoint, None, device, max_tokens=512)
        self._backbone = backbone or SIZES.get(checkpoint, SIZES["base"])[1]

    def forward(self, features: Mapping[str, Any]) -> Any:
        """The logits of the three-way head."""
        return self.model["head"](self.model["encoder"](**features).pooler_output)

    @cached_property
    def _file(self) -> Path:
        if self._name not in SIZES:
            path = Path(self._name).expanduser()
            if not path.is_file():
                raise UsageError(f"alignscore: there is no checkpoint file {self._name!r}")
            return path
        hub = require("huggingface_hub", "models", "a checkpoint from the hub")
        name = SIZES[self._name][0]
        with quiet():
            try:
                return Path(hub.hf_hub_download(HUB, name))
            except (OSError, ValueError) as error:
                raise UsageError(
                    f"alignscore: {name} could not be fetched from the hub ({type(error).__name__}); no package holds "
                    "it: give the path of a copy with model=FILE.ckpt, and backbone=FOLDER"
                ) from error

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint on this machine."""
        return Checkpoint(self._file.parent, f"file:{file_sha256(self._file)}:{backbone_identity(self._backbone)}")

    @property
    def classes(self) -> int:
        """Three."""
        return 3

    def class_of(self, meaning: str) -> int:
        """The number of a class of the head: the first means aligned, the second contradicting."""
        return 0 if meaning == "entailment" else 1

    @cached_property
    def _loaded(self) -> tuple[Any, Any, str]:
        torch = require("torch", "models", "alignscore")
        transformers = require("transformers", "models", "alignscore")
        state = self._state()
        config, tokenizer = load_backbone("alignscore", self._backbone, "backbone")
        encoder = transformers.RobertaModel(config, add_pooling_layer=True)
        weights = {
            name.removeprefix("base_model."): value for name, value in state.items() if name.startswith("base_model.")
        }
        # position_ids is a buffer that newer versions no longer keep
        missing, unexpected = encoder.load_state_dict(weights, strict=False)
        foreign = [name for name in unexpected if not name.endswith("position_ids")]
        if missing or foreign or f"{_HEAD}.weight" not in state:
            named = [*missing[:2], *foreign[:2]] or [_HEAD]
            raise UsageError(
                f"alignscore: the weights in {self._file.name} do not fit {self._backbone!r} ({', '.join(named)})"
            )
        head = torch.nn.Linear(config.hidden_size, 3)
        head.load_state_dict({"weight": state[f"{_HEAD}.weight"], "bias": state[f"{_HEAD}.bias"]})
        place = resolved_device(self.device)
        model = torch.nn.ModuleDict({"encoder": encoder, "head": head}).float().eval().to(place)
        model.config = config
        return model, tokenizer, place

    def _state(self) -> Any:
        import torch

        try:
            loaded = torch.load(self._file, map_location="cpu", weights_only=True)
        except (pickle.UnpicklingError, RuntimeError, EOFError) as error:
            raise UsageError(
                f"alignscore: {self._file.name} cannot be read as weights alone ({type(error).__name__}); files that "
                "hold other objects could run code and are not loaded"
            ) from error
        return loaded.get("state_dict", loaded)
