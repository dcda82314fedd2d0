"""What ConSens tells apart: the three experiments of its paper, with another evaluator and on other data.

1. Grounded against ungrounded: the right and the hallucinated answer to a question of HaluEval, on the same context.
2. Full against partial context: the right answer, on the whole context and without the sentences that hold it.
3. Three documents: the context of a question among those of two others; each is left out in turn.

With each AUC stands a 95 % interval (bootstrap over the questions) and the paper's figure, which is no target: the
paper's evaluator is Llama 3.2 1B, ours the packaged SmolLM2-135M-Instruct, and the data are not the paper's. Nothing is
chosen by the result. The first experiment is repeated for every word filter and both perplexities.

The slice of HaluEval stays outside the repository. The page is made by

    python benchmarks/consens_studies.py [FOLDER] --out docs/consens_studies.md
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
from scipy.stats import bootstrap
from sklearn.metrics import roc_auc_score

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.builtin.consens import ConSens, Perplexity
from gaugeblock.metrics.word_filter import FILTERS
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import analyse

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "halueval"
FILE = "qa_one-turn_data.json"
PAIRS, PARTIAL, INFLUENCE = 100, 80, 30
"""How many questions each experiment takes, from the beginning of the file: all together some ten minutes."""

RESAMPLES, SEED = 2000, 0


class Remembering:
    """A language model that computes each continuation of a prompt once, whichever metric asks for it."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._known: dict[tuple[Any, Any], tuple[float, ...]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def log_probs(
        self, prompt: Sequence[int], continuations: Sequence[Sequence[int]], *, shared: bool = True
    ) -> list[tuple[float, ...]]:
        """See `CausalLM.log_probs`."""
        keys = [(tuple(prompt), tuple(each)) for each in continuations]
        new = [key for key in dict.fromkeys(keys) if key not in self._known]
        if new:
            found = self._model.log_probs(prompt, [each for _, each in new], shared=shared)
            self._known.update(zip(new, found, strict=True))
        return [self._known[key] for key in keys]


@dataclass(frozen=True)
class Row:
    """One line of the page: a figure with its interval, from `n` questions."""

    what: str
    value: float
    low: float
    high: float
    n: int
    paper: str = ""

    def cells(self) -> str:
        """The line of a table."""
        return f"| {self.what} | {self.value:.3f} | {self.low:.3f} to {self.high:.3f} | {self.n} | {self.paper} |"


def questions(folder: Path) -> list[dict[str, str]]:
    """The rows of HaluEval in the order of the file."""
    return [json.loads(line) for line in (folder / FILE).read_text("utf-8").splitlines()]


def scored(metric: ConSens, *columns: list[Example]) -> np.ndarray:
    """The scores, one column a list of examples; a question of which one has no score is left out."""
    found: list[Sequence[Score]] = [metric.score(column) for column in columns]
    whole = [row for row in zip(*found, strict=True) if not any(isinstance(score, Unscored) for score in row)]
    return np.array(whole, dtype=float).reshape(len(whole), len(columns))


def interval(statistic: Callable[..., float], table: np.ndarray, what: str, paper: str = "") -> Row:
    """A statistic of the table's columns, with the percentile interval over its rows."""
    columns = tuple(table.T)
    drawn = bootstrap(
        columns,
        statistic,
        paired=True,
        vectorized=False,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return Row(what, statistic(*columns), float(drawn.low), float(drawn.high), len(table), paper)


def auc(better: np.ndarray, *worse: np.ndarray) -> float:
    """The share of pairs of a score that should be high and one that should be low that are in order."""
    scores = np.concatenate([better, *worse])
    return float(roc_auc_score([1] * len(better) + [0] * (len(scores) - len(better)), scores))


def won(better: np.ndarray, *worse: np.ndarray) -> float:
    """The share of questions in which the first is larger than all others."""
    return float(np.mean(better > np.max(worse, axis=0)))


def answered(rows: Sequence[dict[str, str]], answer: str = "right_answer") -> list[Example]:
    """The examples of some questions with one of their answers."""
    return [Example(response=row[answer], context=row["knowledge"], question=row["question"]) for row in rows]


def partial(rows: Sequence[dict[str, str]]) -> tuple[list[Example], list[Example]]:
    """Right answers with the whole context, and without its sentences that hold the answer; others must be left."""
    full, cut = [], []
    for example in answered(rows):
        parts = [span.of(example.context_text) for span in analyse(example.context_text).sentences]
        left = [part for part in parts if example.response.casefold() not in part.casefold()]
        if 0 < len(left) < len(parts):
            full.append(example)
            cut.append(replace(example, id="", context=(" ".join(left),)))
    return full[:PARTIAL], cut[:PARTIAL]


def influences(metric: ConSens, rows: Sequence[dict[str, str]]) -> tuple[np.ndarray, np.ndarray]:
    """For each question the influence of its own document and of two others; and the scores with and without its own.

    The documents stand in an order drawn by the question's number.
    """
    drawn, pairs = [], []
    for number, example in enumerate(answered(rows[:INFLUENCE])):
        documents = [rows[(number + step) % len(rows)]["knowledge"] for step in range(3)]
        order = random.Random(number).sample(range(3), 3)
        among = replace(example, id="", context=tuple(documents[at] for at in order))
        (whole,) = metric.score([among])
        if isinstance(whole, Unscored):
            continue
        table = metric.document_influence(among).set_index("document")
        own = order.index(0)
        by_place = [table["influence"][own], *(table["influence"][at] for at in range(3) if at != own)]
        if not np.isnan(np.array(by_place, dtype=float)).any():
            drawn.append(by_place)
            pairs.append([whole, table["score"][own]])
    return np.array(drawn, dtype=float), np.array(pairs, dtype=float)


def page(folder: Path) -> str:
    """All experiments, as a page."""
    rows = questions(folder)
    first = ConSens(filter="none")
    model: Any = Remembering(first.model)

    def evaluator(**options: Any) -> ConSens:
        metric = ConSens(**options)
        metric._model = model
        return metric

    right, wrong = answered(rows[:PAIRS]), answered(rows[:PAIRS], "hallucinated_answer")
    evaluator(filter="none").score([one for pair in zip(right, wrong, strict=True) for one in pair])
    usual = evaluator()
    grounded = scored(usual, right, wrong)
    full, cut = partial(rows)
    whole = scored(usual, full, cut)
    influence, with_and_without = influences(usual, rows)
    main = [
        interval(auc, grounded, "grounded against ungrounded answer, AUC", "0.92"),
        interval(won, grounded, "the grounded answer of a pair scores higher"),
        interval(auc, whole, "full against partial context, AUC", "0.93"),
        interval(won, whole, "the full context of a pair scores higher"),
        interval(auc, influence, "influence of the relevant of three documents against the others, AUC"),
        interval(won, influence, "the relevant document is the most influential (chance 0.333)"),
        interval(auc, with_and_without, "three documents against the two without the relevant one, AUC", "0.88"),
    ]
    table = []
    for words in FILTERS:
        for perplexity in get_args(Perplexity):
            found = scored(evaluator(filter=words, perplexity=perplexity), right, wrong)
            table.append(interval(auc, found, f"{words} | {perplexity}"))
    return PAGE.format(
        main="\n".join(row.cells() for row in main),
        table="\n".join(row.cells().rsplit("|", 2)[0] + "|" for row in table),
    )


PAGE = """# What ConSens tells apart

<!-- written by benchmarks/consens_studies.py; run it again, do not change this page -->

The three experiments of the ConSens paper (arXiv 2505.00065), with another evaluator (the packaged
SmolLM2-135M-Instruct; the paper has Llama 3.2 1B) on other data (HaluEval's question answering pool). The paper's
figures stand beside ours to show the distance; they are no target, and nothing was chosen by the result. Intervals are
95 %, by bootstrap over the questions; n counts those in which every answer has a score. Made by
`python benchmarks/consens_studies.py --out docs/consens_studies.md`.

| default settings | value | 95 % interval | n | paper |
| --- | --- | --- | --- | --- |
{main}

A partial context lacks the sentences in which the right answer stands. The influence of a document is the score with
all three less the score without it; the other two documents are the contexts of the next two questions.

## Word filter and perplexity

Grounded against ungrounded answers of the same questions. `both` with `arithmetic` is the default, as in the paper.

| filter | perplexity | AUC | 95 % interval | n |
| --- | --- | --- | --- | --- |
{table}

An answer of which the filter leaves no word has no score, so n differs by filter.
"""


def main() -> None:
    """Run the experiments; print the page, or write it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    text = page(given.folder)
    if given.out is None:
        print(text)
    else:
        given.out.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
