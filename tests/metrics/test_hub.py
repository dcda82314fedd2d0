"""A model from the hub: the whole local copy, else a fresh one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.metrics.hub import fetch, missing_part
from gaugeblock.perturb.errors import MissingExtraError, UsageError

pytest.importorskip("transformers")

SHARDS = ("model-1-of-2.safetensors", "model-2-of-2.safetensors")


def get() -> Path:
    return fetch("somebody/model", None, wanted=("*",), unwanted=(), first="config.json", also="folder")


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    """A model in two shards."""
    folder = tmp_path / "0a1b2c"
    folder.mkdir()
    for name in ("config.json", "tokenizer.json", *SHARDS):
        (folder / name).write_text("{}")
    index = {"weight_map": {"first": SHARDS[0], "second": SHARDS[1]}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    return folder


@pytest.fixture
def calls(snapshot: Path, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each call of the hub client kept to the local cache; a fetch brings what is missing."""
    made: list[bool] = []

    def download(name: str, *, local_files_only: bool = False, **options: Any) -> str:
        made.append(local_files_only)
        if not local_files_only:
            for missing in ("config.json", "tokenizer.json", *SHARDS):
                (snapshot / missing).write_text("{}")
        return str(snapshot)

    monkeypatch.setattr("huggingface_hub.snapshot_download", download)
    return made


def test_a_whole_local_copy_asks_nobody(snapshot: Path, calls: list[bool]) -> None:
    assert get() == snapshot
    assert calls == [True]


@pytest.mark.parametrize("lost", ["config.json", "tokenizer.json", *SHARDS])
def test_a_local_copy_with_a_part_missing_is_completed(lost: str, snapshot: Path, calls: list[bool]) -> None:
    (snapshot / lost).unlink()
    assert missing_part(snapshot, "config.json") is not None
    assert get() == snapshot
    assert calls == [True, False]
    assert missing_part(snapshot, "config.json") is None


def test_a_part_that_cannot_be_completed_is_told(snapshot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (snapshot / SHARDS[1]).unlink()

    def offline(name: str, *, local_files_only: bool = False, **options: Any) -> str:
        if local_files_only:
            return str(snapshot)
        raise ConnectionError

    monkeypatch.setattr("huggingface_hub.snapshot_download", offline)
    with pytest.raises(UsageError, match=rf"has a part of it, without {SHARDS[1]}\), and it could not be fetched"):
        get()


def test_a_folder_that_a_list_of_modules_names_is_needed(snapshot: Path) -> None:
    modules = [
        {"path": "", "type": "sentence_transformers.models.Transformer"},
        {"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        {"path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
    ]
    (snapshot / "modules.json").write_text(json.dumps(modules))
    assert missing_part(snapshot, "modules.json") == "1_Pooling"
    (snapshot / "1_Pooling").mkdir()
    assert missing_part(snapshot, "modules.json") is None


@pytest.mark.parametrize("package", ["huggingface_hub", "transformers"])
def test_a_package_that_is_missing_is_told_in_one_sentence(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(MissingExtraError, match=r"gaugeblock\[models\]"):
        get()
