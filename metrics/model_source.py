"""Where a causal language model comes from, and the name under which its scores can be kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from gaugeblock.metrics.hub import fetch
from gaugeblock.metrics.packaged import converted, file_sha256, packaged_gguf
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import content_hash

PACKAGED = "packaged"
"""The name that stands for the model that comes as a Python package."""

_HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")
_WANTED = ("*.json", "*.safetensors", "*.jinja", "*.model", "*.txt")
_UNWANTED = ("*/*", "consolidated*")  # other frameworks' copies of the same weights


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A model that was found on this machine.

    Args:
        path: its folder, or its GGUF file.
        identity: says which weights, tokenizer and settings it is, the same on every machine: two models with one
            identity give the same scores.
    """

    path: Path
    identity: str

    def folder(self) -> Path:
        """The folder to load from; a GGUF file is converted for it on first use (see `packaged.converted`)."""
        return self.path if self.path.is_dir() else converted(self.path)


def find_model(model: str, revision: str | None = None) -> ModelSource:
    """Find a model by what a person calls it.

    Args:
        model: ``packaged``, a ``.gguf`` file, a folder with a config, a tokenizer and safetensors weights, or the
            name of a model on the Hugging Face hub (fetched if it is not in the local cache).
        revision: branch, tag or commit of a model on the hub.

    Raises:
        UsageError: there is no such model, or it cannot be fetched.
        MissingExtraError: the packaged model or the hub client is not installed.
    """
    if revision is not None and (model == PACKAGED or Path(model).expanduser().exists()):
        raise UsageError(f"a revision ({revision!r}) is for a model on the hub; {model!r} is on this machine")
    if model == PACKAGED:
        gguf = packaged_gguf()
        return ModelSource(gguf, f"gguf:{file_sha256(gguf)}")
    path = Path(model).expanduser()
    if path.is_dir():
        return ModelSource(path, _folder_identity(path))
    if model.endswith(".gguf"):
        if not path.is_file():
            raise UsageError(f"there is no GGUF file {model!r}")
        return ModelSource(path, f"gguf:{file_sha256(path)}")
    if not _HUB_NAME.fullmatch(model):
        raise UsageError(
            f"there is no model folder {model!r}; a model is {PACKAGED!r}, a folder, a .gguf file or a hub name"
        )
    return _from_hub(model, revision)


def _folder_identity(folder: Path) -> str:
    files = sorted({file for pattern in _WANTED for file in folder.glob(pattern)})
    names = [file.name for file in files]
    if "config.json" not in names:
        raise UsageError(f"the folder {str(folder)!r} holds no model: it has no config.json")
    if not any(name.endswith(".safetensors") for name in names):
        raise UsageError(
            f"the folder {str(folder)!r} has no .safetensors weights; pickled weights are not loaded, since they can "
            "run code: convert them with save_pretrained"
        )
    return f"folder:{content_hash([[file.name, file_sha256(file)] for file in files])}"


def _from_hub(name: str, revision: str | None) -> ModelSource:
    named = "folder, .gguf file or locally cached model"
    folder = fetch(name, revision, wanted=_WANTED, unwanted=_UNWANTED, first="config.json", also=named)
    return ModelSource(folder, f"hub:{name}@{folder.name}")
