"""What the page of recipes says is so."""

from __future__ import annotations

from pathlib import Path

import gaugeblock as gb

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "recipes.md").read_text("utf-8")


def test_the_page_names_all_that_a_run_folder_holds(tmp_path):
    """And nothing else."""
    section = PAGE.partition("## What a run folder holds")[2]
    told = {line.split("`")[1].rstrip("/") for line in section.splitlines() if line.startswith("| `")}
    gb.audit("token-overlap", "sample", limit=3, stress="difficulty,gaming,laws", out=tmp_path / "run")
    assert told == {path.name for path in (tmp_path / "run").iterdir()}


def test_a_run_folder_needs_no_score_store_to_be_read(tmp_path):
    """It may be moved, too."""
    gb.audit("token-overlap", "sample", limit=3, stress="force", out=tmp_path / "run")
    (tmp_path / "run" / "scores.sqlite").unlink()
    moved = (tmp_path / "run").rename(tmp_path / "moved")
    audit = gb.Audit(moved)
    assert len(audit.rows("force"))
    assert audit.to_html(tmp_path / "page.html").is_file()
