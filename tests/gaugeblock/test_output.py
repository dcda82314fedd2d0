"""Where output goes: whole files, links that stay links, pipes that get what is written, readers that leave early."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gaugeblock.output import files_in, writing, writing_rows
from gaugeblock.perturb.errors import UsageError


def test_a_file_is_whole_or_as_it_was(tmp_path):
    """What fails half way leaves the old text and nothing beside it."""
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError):
        _half_written(path)
    assert path.read_text() == "old"
    with writing_rows(path) as write_row:
        write_row({"a": "é"})
    assert path.read_text("utf-8") == '{"a": "é"}\n'
    assert [found.name for found in tmp_path.iterdir()] == ["out.jsonl"]


def _half_written(path):
    with writing(path) as write:
        write("new")
        raise ZeroDivisionError


def test_a_link_stays_a_link(tmp_path):
    """What it leads to gets the text."""
    (tmp_path / "real").write_text("")
    (tmp_path / "link").symlink_to("real")
    with writing(tmp_path / "link") as write:
        write("text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "text"


def test_a_device_stays_a_device(tmp_path):
    """A link to the null device is written through, and nothing takes its place."""
    (tmp_path / "null").symlink_to(os.devnull)
    with writing(tmp_path / "null") as write:
        write("text")
    assert (tmp_path / "null").is_symlink()
    assert (tmp_path / "null").is_char_device()


def test_a_named_pipe_gets_what_is_written(tmp_path):
    """It was replaced by a file, and its reader waited in vain."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    with writing(pipe) as write:
        assert write("text")
    reader.join(10)
    assert read == ["text"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["folder", "file/below", "ring"])
def test_a_place_that_cannot_be_written_is_told_at_once(tmp_path, name):
    """Before anything is done with what would be written."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "ring").symlink_to("ring")
    with pytest.raises(UsageError, match=name), writing(tmp_path / name):
        pytest.fail("the file was taken for one that can be written")


def test_a_file_of_the_user_is_told_and_any_other_keeps_its_trace(tmp_path):
    """A missing file of ours is a fault of ours, not wrong usage."""
    with pytest.raises(UsageError, match="cannot be read or written"), files_in(tmp_path):
        (tmp_path / "gone").read_text()
    with pytest.raises(UsageError, match="No space left"), files_in(tmp_path):
        raise OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(FileNotFoundError), files_in(tmp_path / "run"):
        Path("lexicon.toml").read_text()


def test_a_reader_that_leaves_early_changes_no_exit_status(tmp_path):
    """It looked like a gate that failed; a command that only prints ends well."""
    (tmp_path / "mine.py").write_text("def constant(context, response):\n    return 0.5\n")
    audit = ["audit", "mine.py:constant", "--limit", "3", "--stress", "laws", "--out", "run"]
    for words in (["list", "perturbations"], audit, ["report", "run", "--format", "md"]):
        reading, written = os.pipe()
        os.close(reading)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "gaugeblock", *words], stdout=written, stderr=subprocess.PIPE, cwd=tmp_path
            )
        finally:
            os.close(written)
        assert done.returncode == 0, done.stderr
        assert b"Traceback" not in done.stderr
