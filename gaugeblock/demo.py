"""``make demo``: audits of five metrics on the shipped sample, with models that come as packages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import typer

RUNS = Path("runs") / "demo"

_AUDITS: tuple[tuple[str, list[str], list[str]], ...] = (
    # half of the sample, so that the first look takes minutes
    ("overlaps", ["citation-presence", "rouge2", "entity-overlap", "embedding-similarity"], ["--limit", "36"]),
    # a language model on a processor: a few examples and two tests show how it is done, too few for a verdict
    ("consens", ["consens"], ["--limit", "4", "--stress", "context,agreement"]),
)


def main() -> None:
    """Run the audits, print their tables and write one report of both; stops at an audit that goes wrong."""
    from gaugeblock.reports import load_run, render

    folders = []
    for name, metrics, options in _AUDITS:
        folder = RUNS / name
        words = ["audit", *metrics, "--data", "sample", "--out", str(folder), "--overwrite", *options]
        typer.echo(f"$ gaugeblock {' '.join(words)}")
        offline = os.environ | {"HF_HUB_OFFLINE": "1"}
        status = subprocess.run([sys.executable, "-m", "gaugeblock", *words], env=offline, check=False).returncode
        if status:
            sys.exit(status)
        folders.append(folder)
    page = RUNS / "report.html"
    page.write_text(render([load_run(folder) for folder in folders], "html"), "utf-8")
    typer.echo(f"both audits on one page: {page.resolve()}")


if __name__ == "__main__":
    main()
