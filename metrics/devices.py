"""What a torch device is: which one ``auto`` stands for, and of which kind it is."""

from __future__ import annotations

from gaugeblock.perturb.errors import require


def resolved_device(device: str) -> str:
    """The device that is meant: for ``auto`` a CUDA device where there is one, else the processor.

    Raises:
        MissingExtraError: ``auto`` is meant, and torch is not installed.
    """
    if device != "auto":
        return device
    torch = require("torch", "models", "a language model")
    return "cuda" if torch.cuda.is_available() else "cpu"


def device_kind(device: str) -> str:
    """The kind of a device, whose arithmetic may differ from another's in the last digits.

    >>> device_kind("cuda:1"), device_kind("cpu")
    ('cuda', 'cpu')
    """
    return resolved_device(device).split(":")[0]
