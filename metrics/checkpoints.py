"""Checkpoints of encoders and encoder-decoders: found by hub name or folder, loaded over plain transformers."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gaugeblock.metrics.devices import resolved_device
from gaugeblock.metrics.hub import fetch
from gaugeblock.metrics.packaged import file_sha256
from gaugeblock.metrics.quiet import quiet
from gaugeblock.perturb.errors import UsageError, require
from gaugeblock.perturb.example import content_hash

_WANTED = ("*.json", "*.safetensors", "*.bin", "*.model", "*.txt")
_UNWANTED = ("*/*", "training_args.bin", "optimizer*", "consolidated*")
_WEIGHTS = ("*.safetensors", "pytorch_model*.bin")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A model that was found on this machine.

    Args:
        folder: config, tokenizer and weights.
        identity: says which weights, tokenizer and settings it is, the same on every machine.
    """

    folder: Path
    identity: str


def find_checkpoint(model: str, revision: str | None = None, *, tokenizer: bool = True) -> Checkpoint:
    """Find a checkpoint by what a person calls it.

    Args:
        model: a folder, or the name of a model on the Hugging Face hub (fetched if it is not in the local cache).
        revision: branch, tag or commit of a model on the hub.
        tokenizer: whether the model must come with a tokenizer of its own.

    Raises:
        UsageError: there is no such model, or it cannot be fetched; the message says that no weights come as a package.
        MissingExtraError: the hub client is not installed.
    """
    if not model:
        raise UsageError("say which model: [model=FOLDER] or [model=owner/name]")
    path = Path(model).expanduser()
    if not path.is_dir():
        if path.is_absolute() or path.exists():
            raise UsageError(f"{model!r} is no folder with a config, a tokenizer and weights, and no hub name")
        folder = fetch(
            model,
            revision,
            wanted=_WANTED,
            unwanted=_UNWANTED,
            first="config.json",
            also="folder and no locally cached model",
            weights=_WEIGHTS,
            tokenizer=tokenizer,
        )
        return Checkpoint(folder, f"hub:{model}@{folder.name}")
    if revision is not None:
        raise UsageError(f"a revision ({revision!r}) is for a model on the hub; {model!r} is a folder")
    if not (path / "config.json").is_file():
        raise UsageError(f"the folder {str(path)!r} holds no model: it has no config.json")
    if not any(file for pattern in _WEIGHTS for file in path.glob(pattern)):
        raise UsageError(f"the folder {str(path)!r} has no weights: neither .safetensors nor pytorch_model.bin")
    files = sorted({file for pattern in _WANTED for file in path.glob(pattern) if file.name != "training_args.bin"})
    return Checkpoint(path, f"folder:{content_hash([[file.name, file_sha256(file)] for file in files])}")


def read_weights(folder: Path) -> dict[str, Any]:
    """All tensors in a folder, by name: of its safetensors files, else of its pickled ones, read as weights alone.

    Raises:
        MissingExtraError: torch is not installed.
        UsageError: a file is no file of tensors.
    """
    torch = require("torch", "models", "a transformer model")
    found: dict[str, Any] = {}
    for pattern, read in (("*.safetensors", _safetensors), ("pytorch_model*.bin", _pickled)):
        for file in sorted(folder.glob(pattern)):
            try:
                found |= read(torch, file)
            except Exception as error:  # each reader has its own for broken bytes
                raise UsageError(
                    f"{file.name} cannot be read as weights alone ({type(error).__name__}); files that hold other "
                    "objects could run code and are not loaded"
                ) from error
        if found:
            break
    return found


def _safetensors(torch: Any, file: Path) -> dict[str, Any]:
    from safetensors.torch import load_file

    return load_file(file)


def _pickled(torch: Any, file: Path) -> dict[str, Any]:
    tensors: dict[str, Any] = torch.load(file, map_location="cpu", weights_only=True)
    return tensors


def load_checkpoint(checkpoint: Checkpoint, auto: str, device: str) -> tuple[Any, Any, str]:
    """The model, in float32 and evaluation mode, its tokenizer, and the torch device that it is on.

    Pickled weights are read with ``weights_only=True``, so that they can run no code.

    Args:
        checkpoint: see `find_checkpoint`.
        auto: the transformers class to load it with, such as ``AutoModelForSequenceClassification``.
        device: ``auto`` or a torch device.

    Raises:
        MissingExtraError: torch or transformers is not installed.
        UsageError: the folder holds no such model, or the device cannot be used.
    """
    torch = require("torch", "models", "a transformer model")
    transformers = require("transformers", "models", "a transformer model")
    place = resolved_device(device)
    with quiet():
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(str(checkpoint.folder))
            model = getattr(transformers, auto).from_pretrained(
                str(checkpoint.folder), dtype=torch.float32, weights_only=True
            )
        except pickle.UnpicklingError as error:
            raise UsageError(
                f"the weights in {checkpoint.folder} are pickled code, not tensors alone, and are not loaded"
            ) from error
        except Exception as error:  # of a broken file each library has an exception of its own
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            raise UsageError(f"{checkpoint.folder} holds no {auto} model that can be loaded: {reason}") from error
    try:
        model = model.to(place)
    except (RuntimeError, AssertionError) as error:
        raise UsageError(f"the device {device!r} cannot be used: {str(error).splitlines()[0]}") from error
    return model.eval(), tokenizer, place
