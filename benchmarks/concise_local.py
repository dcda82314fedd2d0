"""How far `concise[backend=local]` agrees with people who shortened sentences of Wikipedia.

The slice of wiki-conciseness (it stays outside the repository) has sentences with rewrites by hand, 2 (lite: as few
changes as possible) or 5 (full: freer) of each. Two figures are printed for each file: Spearman's correlation, over the
sentences, of the score with the mean share of the length that people left; and the share of pairs in which the rewrite
scores higher than its sentence, ties counted as half. Rewrites that change nothing are left out of the latter.

    python benchmarks/concise_local.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import fmean

from scipy.stats import spearmanr

from gaugeblock.metrics.builtin.concise import ConCISE, pieces
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import parse

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "wiki_conciseness"


def main(folder: Path) -> None:
    """Print the figures of both files."""
    metric = ConCISE(backend="local")
    for name in ("lite", "full"):
        lines = (folder / f"concise_{name}.tsv").read_text(encoding="utf-8").splitlines()
        rows = [line.split("\t")[:-1] for line in lines]
        texts = list(dict.fromkeys(text for row in rows for text in row))
        parse.together(texts)
        scored = metric.score([Example(response=text) for text in texts])
        scores = {text: score for text, score in zip(texts, scored, strict=True) if isinstance(score, float)}
        left = [fmean(min(1.0, len(pieces(text)) / len(pieces(row[0]))) for text in row[1:]) for row in rows]
        correlation = spearmanr([scores[row[0]] for row in rows], left).statistic
        pairs = [(scores[row[0]], scores[text]) for row in rows for text in row[1:] if text != row[0]]
        wins = fmean(1.0 if after > before else 0.5 if after == before else 0.0 for before, after in pairs)
        print(f"{name}: {len(rows)} sentences, Spearman {correlation:.3f}; {len(pairs)} pairs, accuracy {wins:.3f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
