"""The shallow classifier of "Do Automatic Factuality Metrics Measure Factuality?": surface features and a small MLP."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.metrics.builtin.entity_overlap import entities_in, share_found
from gaugeblock.metrics.builtin.rouge2 import Rouge2
from gaugeblock.metrics.builtin.token_overlap import TokenOverlap
from gaugeblock.metrics.embeddings import PACKAGED, Embedder
from gaugeblock.metrics.words import words
from gaugeblock.perturb.errors import MissingExtraError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import PARSE_AT_ONCE, pipeline

_LOG = logging.getLogger(__name__)

FOLDS = 5
"""Parts of the documents, each judged by a classifier that has seen the others."""

FEWEST_DOCUMENTS = 2 * FOLDS
"""Documents with a supported response, and with an unsupported one, that the folds need."""

_REPEATS, _ENOUGH_ROWS = 5, 2000  # assignments to folds that are averaged, fewer of many rows, which need it less
_LEAD = 64  # words that are embedded: it takes most of the time, and texts say at once what they are about
_DIGITS = 5  # of a feature; what changes behind them on another machine must not change a prediction
_MISSING_ENTITIES = 1.0  # of a response that names nothing, nothing is missing


def features(examples: Sequence[Example]) -> pd.DataFrame:
    """The five features, a row an example; what cannot be computed is missing (NaN).

    ``rouge2``: F1 of word pairs with the source. ``entity_overlap``: share of the response's entities that the source
    holds, 1 for a response without any. ``similarity``: cosine of the sentence embeddings (all-MiniLM-L6-v2) of the
    first 64 words of the response and of the source. ``novelty``: share of the response's words that the source does
    not hold. ``length_ratio``: words of the source a word of the response.

    A feature whose model is not installed is missing throughout, which the log says.
    """
    columns: dict[str, NDArray[np.float64]] = {}
    for name, compute in _COMPUTED.items():
        try:
            columns[name] = _numbers(compute(examples))
        except MissingExtraError as error:
            _LOG.warning("the shallow classifier goes without %s: %s", name, error)
            columns[name] = np.full(len(examples), np.nan)
    return pd.DataFrame(columns)


def why_not(supported: NDArray[np.bool_], documents: Sequence[str]) -> str | None:
    """Why no classifier can be trained on rows of these labels and documents; None where one can."""
    if not len(supported):
        return "The data has no labels."
    for kind, rows in (("a supported", supported), ("an unsupported", ~supported)):
        count = len(set(np.asarray(documents)[rows]))
        if count < FEWEST_DOCUMENTS:
            return (
                f"Too little evidence: {count} source documents have {kind} response, and the shallow classifier needs "
                f"{FEWEST_DOCUMENTS} to judge each by what it learns from the others."
            )
    return None


def probabilities(table: pd.DataFrame, supported: NDArray[np.bool_], documents: Sequence[str]) -> NDArray[np.float64]:
    """The chance that each row is supported, by a classifier that has seen no row of the same document.

    A scikit-learn pipeline: the median for a missing feature, standardised features, and a multi-layer perceptron with
    hidden layers of 100 and 50 units and a learning rate of 0.001. The mean over five assignments of the documents to
    folds (fewer for more than 400 rows), so that which examples are hard does not hang on one of them; what it is
    trained from is fixed, so that the same rows always give the same numbers.

    Args:
        table: the features; columns that are missing throughout are left out.
        supported: label of each row, shape ``(n,)``.
        documents: source document of each row; there must be enough of them, see `why_not`.

    Returns:
        shape ``(n,)``.
    """
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.impute import SimpleImputer
    from sklearn.model_selection import StratifiedGroupKFold
    from sklearn.neural_network import MLPClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from threadpoolctl import threadpool_limits

    groups = np.asarray(documents)
    data = table.dropna(axis="columns", how="all").to_numpy(dtype=np.float64)
    repeats = min(_REPEATS, max(1, _ENOUGH_ROWS // len(data)))
    found = np.zeros(len(data))
    # on layers this small, threads cost more than they save, and their number must not change a digit; where the
    # classifier stops, the paper's stops by default: it is to be a shallow judge, not the best one
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for repeat in range(repeats):
            folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=repeat)
            for train, test in folds.split(data, supported, groups):
                classifier = make_pipeline(
                    SimpleImputer(strategy="median", keep_empty_features=True),
                    StandardScaler(),
                    MLPClassifier((100, 50), learning_rate_init=0.001, random_state=repeat),
                )
                classifier.fit(data[train], supported[train])
                found[test] += classifier.predict_proba(data[test])[:, 1] / repeats
    return found


def _numbers(scores: Sequence[Score]) -> NDArray[np.float64]:
    return np.array([np.nan if isinstance(score, Unscored) else score for score in scores]).round(_DIGITS)


def _rouge2(examples: Sequence[Example]) -> list[Score]:
    return Rouge2().score(examples)


def _entity_overlap(examples: Sequence[Example]) -> list[Score]:
    """As `entity-overlap` counts, from a parse that looks for names only, which takes a fourth of the time."""
    found: dict[str, Any] = {example.response: None for example in examples if len(example.response) <= PARSE_AT_ONCE}
    parser = pipeline()
    others = [name for name in parser.pipe_names if name != "ner"]
    for doc, text in parser.pipe(((text, text) for text in found), as_tuples=True, disable=others):
        found[text] = entities_in(doc)
    return [
        Unscored("declined", "the response is too long to be parsed at once")
        if example.response not in found
        else share_found(found[example.response], example)
        if found[example.response]
        else _MISSING_ENTITIES
        for example in examples
    ]


def _similarity(examples: Sequence[Example]) -> list[Score]:
    leads = [(_lead(example.response), _lead(example.context_text)) for example in examples]
    embedder = Embedder(PACKAGED, None, "cpu", batches=os.cpu_count() or 1)
    vectors = embedder.vectors(text for pair in leads for text in pair if text)
    return [
        float(vectors[response] @ vectors[source]) if response and source else Unscored("declined", "a text is blank")
        for response, source in leads
    ]


def _lead(text: str) -> str:
    return " ".join(text.split()[:_LEAD])


def _novelty(examples: Sequence[Example]) -> list[Score]:
    shares = TokenOverlap(stopwords="none").score(examples)
    return [share if isinstance(share, Unscored) else 1.0 - share for share in shares]


def _length_ratio(examples: Sequence[Example]) -> list[Score]:
    return [
        sum(len(words(document)) for document in example.context) / len(own)
        if (own := words(example.response))
        else Unscored("declined", "the response has no word")
        for example in examples
    ]


_COMPUTED: Mapping[str, Callable[[Sequence[Example]], Sequence[Score]]] = {
    "rouge2": _rouge2,
    "entity_overlap": _entity_overlap,
    "similarity": _similarity,
    "novelty": _novelty,
    "length_ratio": _length_ratio,
}

FEATURES = tuple(_COMPUTED)
"""Names of the features, in the order of the table."""
