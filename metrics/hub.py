"""A model's folder from the Hugging Face hub: the local copy where it is whole, else fetched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gaugeblock.metrics.quiet import quiet
from gaugeblock.perturb.errors import UsageError, require

_TOKENIZERS = ("tokenizer*", "vocab*", "*.model", "*.tiktoken")


def fetch(
    name: str,
    revision: str | None,
    *,
    wanted: tuple[str, ...],
    unwanted: tuple[str, ...],
    first: str,
    also: str,
    weights: tuple[str, ...] = ("*.safetensors",),
    tokenizer: bool = True,
) -> Path:
    """The folder of a model on the hub.

    The local copy comes first, since a branch on the hub may move between two runs; but a copy of which a file is
    missing, as a broken download leaves it, is completed.

    Args:
        name: ``owner/model``.
        revision: branch, tag or commit; None = the main branch.
        wanted: which files, as patterns.
        unwanted: which of them not.
        first: the file that says what the folder holds, such as ``config.json``.
        also: what a person could have named instead, for the message.
        weights: files of which there must be one, as patterns.
        tokenizer: whether there must be a tokenizer.

    Raises:
        MissingExtraError: the hub client or transformers is not installed.
        UsageError: the model cannot be fetched, or has no safetensors weights.
    """
    hub = require("huggingface_hub", "models", "a model from the hub")
    require("transformers", "models", "a model from the hub")
    options: dict[str, Any] = {
        "allow_patterns": list(wanted),
        "ignore_patterns": list(unwanted),
        "revision": revision,
    }
    missing: str | None = None
    with quiet():
        try:
            folder = Path(hub.snapshot_download(name, local_files_only=True, **options))
            missing = missing_part(folder, first, weights, tokenizer)
            if missing is None:
                return folder
        except (OSError, ValueError):
            pass  # not in the local cache
        try:
            folder = Path(hub.snapshot_download(name, **options))
        except (OSError, ValueError) as error:
            at = f" at revision {revision!r}" if revision else ""
            partly = f" (the local cache has a part of it, without {missing})" if missing else ""
            raise UsageError(
                f"no {also} is called {name!r}{at}{partly}, and it could not be fetched from the hub "
                f"({type(error).__name__})"
            ) from error
    if not any(file for pattern in weights for file in folder.rglob(pattern)):
        kinds = " or ".join(pattern.removeprefix("*") for pattern in weights)
        raise UsageError(f"the hub's model {name!r} has no {kinds} weights, and others are not loaded")
    return folder


def missing_part(
    folder: Path, first: str, weights: tuple[str, ...] = ("*.safetensors",), tokenizer: bool = True
) -> str | None:
    """What a model's folder lacks, as far as its own files tell; None where it is whole.

    It needs its first file, a tokenizer (unless that is said to be elsewhere) and weights: every file that an index of
    weights names, and every folder that a list of sentence-transformers modules names.
    """
    if not (folder / first).is_file():
        return first
    if tokenizer and not any(file.is_file() for pattern in _TOKENIZERS for file in folder.rglob(pattern)):
        return "tokenizer"
    for index in folder.rglob("*.safetensors.index.json"):
        for part in sorted(set(json.loads(index.read_text("utf-8")).get("weight_map", {}).values())):
            if not (index.parent / part).is_file():
                return str(part)
    for path in _module_folders(folder / "modules.json"):
        if not (folder / path).is_dir():
            return path
    if not any(file.is_file() for pattern in weights for file in folder.rglob(pattern)):
        return f"{' or '.join(pattern.removeprefix('*') for pattern in weights)} weights"
    return None


def _module_folders(modules: Path) -> list[str]:
    if not modules.is_file():
        return []
    listed = json.loads(modules.read_text("utf-8"))
    # others, such as one that only normalises, have no file, so a snapshot has no folder for them
    with_files = ("Transformer", "Pooling", "Dense")
    return [module["path"] for module in listed if module.get("path") and module["type"].endswith(with_files)]
