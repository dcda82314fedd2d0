"""The model that a checkpoint was trained from, which lends it its config and its tokenizer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gaugeblock.metrics.packaged import file_sha256
from gaugeblock.metrics.quiet import quiet
from gaugeblock.perturb.errors import UsageError, require
from gaugeblock.perturb.example import content_hash


def load_backbone(owner: str, name: str, option: str) -> tuple[Any, Any]:
    """The config and the tokenizer of a model, without its weights.

    Args:
        owner: the metric, for messages.
        name: a folder, in which ``~`` is the home folder, or a hub name.
        option: the metric's option that names it, for messages.

    Raises:
        MissingExtraError: transformers is not installed.
        UsageError: they cannot be had; the message says how to name another.
    """
    transformers = require("transformers", "models", owner)
    place = _expanded(name)
    with quiet():
        try:
            return transformers.AutoConfig.from_pretrained(place), transformers.AutoTokenizer.from_pretrained(place)
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{owner}: the config and tokenizer of {name!r} could not be loaded ({type(error).__name__}); "
                f"give a folder that has them with {option}=FOLDER"
            ) from error


def backbone_identity(name: str) -> str:
    """Which config and tokenizer they are: by their content in a folder, else by the name on the hub."""
    folder = Path(_expanded(name))
    if not folder.is_dir():
        return name
    files = sorted(file for pattern in ("*.json", "*.txt", "*.model") for file in folder.glob(pattern))
    return content_hash([[file.name, file_sha256(file)] for file in files])


def _expanded(name: str) -> str:
    return str(Path(name).expanduser()) if name.startswith("~") else name
