"""Phrases without content that go with high scores, mined from scored responses, and a perturbation made of them.

From "Do Automatic Factuality Metrics Measure Factuality?" (section 5): word n-grams by TF-IDF, those of highly scored
responses set against those of responses that score low.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import regex

from gaugeblock.perturb.arguments import finite, owners_of, scores_of, texts_of, whole
from gaugeblock.perturb.base import RuleBased
from gaugeblock.perturb.errors import DataError, UsageError
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import content_hash
from gaugeblock.perturb.phrases import POSITIONS, Phrase, PhraseList
from gaugeblock.perturb.phrases import phrase_perturbation as from_list

FEWEST_ROWS = 20
"""Scored responses that mining needs; with fewer, every phrase that it found would be chance."""

_WORD = regex.compile(r"\w+(?:[-'’]\w+)*")
_BREAK = regex.compile(r"[.!?;:,()\[\]{}\"“”\n\r]+")
_SENTENCE_START = regex.compile(r"(?:\A|[.!?:\n]\s*[\"'“‘(\[]?)\Z")


@dataclass(frozen=True, slots=True)
class MinedPhrase:
    """A candidate phrase.

    Args:
        text: its words in lower case.
        weight: mean TF-IDF weight in the high-scoring responses minus that in the low-scoring ones.
        high: share of the high-scoring responses that have it.
        low: share of the low-scoring ones that do.
        clusters: in how many source documents' responses it occurs.
    """

    text: str
    weight: float
    high: float
    low: float
    clusters: int

    @property
    def sentence(self) -> str:
        """The phrase as it stands in a text, with a capital."""
        return self.text[:1].upper() + self.text[1:]


def mine(
    responses: Sequence[str],
    scores: Sequence[float | None],
    n: int = 20,
    ngram_range: tuple[int, int] = (2, 4),
    *,
    clusters: Sequence[object] | None = None,
    tail: float = 0.25,
    min_clusters: int = 3,
    min_share: float = 0.02,
) -> list[MinedPhrase]:
    """The phrases that tell high-scoring responses from low-scoring ones and belong to no single document.

    A phrase qualifies where each of its words is in use across documents: words that occur in the responses to few
    documents, names (words with a capital within a sentence) and numbers are content, and no phrase may hold one. Of
    phrases that contain each other, only the one that weighs most is kept.

    Args:
        responses: texts.
        scores: one score a text, higher is better; texts that have none are left out.
        n: how many phrases at most.
        ngram_range: fewest and most words of a phrase.
        clusters: for each response, what names its source document; by default each response has its own.
        tail: share of the responses that counts as high, and as low.
        min_clusters: documents, at the least, whose responses have a phrase, and each word of it.
        min_share: share of all documents, at the least, whose responses use each word of a phrase.

    Returns:
        Phrases with a positive weight, heaviest first; none where nothing qualifies.

    Raises:
        UsageError: an argument is of the wrong type, the lengths differ, too few responses have a score, the scores are
            all the same, or an option is out of range.
    """
    responses, scores = texts_of("responses", responses), scores_of("scores", scores)
    owners = list(range(len(responses))) if clusters is None else owners_of("clusters", clusters)
    _check(responses, scores, owners, whole("n", n), ngram_range, finite("tail", tail))
    if whole("min_clusters", min_clusters) < 1:
        raise UsageError(f"min_clusters must be at least 1, got {min_clusters}")
    if not 0 <= finite("min_share", min_share) <= 1:
        raise UsageError(f"min_share must lie in [0, 1], got {min_share:g}")
    rows = [
        (text, float(score), owner)
        for text, score, owner in zip(responses, scores, owners, strict=True)
        if score is not None
    ]
    if len(rows) < FEWEST_ROWS:
        raise UsageError(f"mining needs at least {FEWEST_ROWS} scored responses, got {len(rows)}: score more of them")
    values = sorted(score for _, score, _ in rows)
    if values[0] == values[-1]:
        raise UsageError(f"all {len(rows)} scores are {values[0]:g}, so no phrase can go with high ones")
    size = max(1, round(len(values) * tail))
    floor, ceiling = values[size - 1], values[-size]
    if floor == ceiling:  # most scores are alike; what differs from them is all there is to go by
        floor, ceiling = values[0], values[-1]
    texts = [text for text, _, _ in rows]
    lows = [place for place, row in enumerate(rows) if row[1] <= floor]
    highs = [place for place, row in enumerate(rows) if row[1] >= ceiling]
    groups = [owner for _, _, owner in rows]
    needed = max(min_clusters, math.ceil(min_share * len(set(groups))))
    content = _content_words(texts, groups, needed)
    found = _weighed(texts, groups, (highs, lows), ngram_range, content, min_clusters)
    return _distinct(found, n)


def _check(
    responses: Sequence[str],
    scores: Sequence[float | None],
    clusters: Sequence[object],
    n: int,
    ngram_range: tuple[int, int],
    tail: float,
) -> None:
    if not len(responses) == len(scores) == len(clusters):
        raise UsageError(
            f"{len(responses)} responses, {len(scores)} scores, {len(clusters)} clusters: give one of each"
        )
    if n < 1:
        raise UsageError(f"n must be at least 1, got {n}")
    if not isinstance(ngram_range, Sequence) or len(ngram_range) != 2:
        raise UsageError(f"ngram_range takes two whole numbers, (fewest, most) words, not {ngram_range!r}")
    if not 1 <= whole("ngram_range[0]", ngram_range[0]) <= whole("ngram_range[1]", ngram_range[1]):
        raise UsageError(f"ngram_range must be (fewest, most) words with 1 <= fewest <= most, got {ngram_range}")
    if not 0 < tail <= 0.5:
        raise UsageError(f"tail must lie in (0, 0.5], got {tail:g}")


def _ngrams(text: str, fewest: int, most: int) -> Iterator[str]:
    """The word sequences of a text that no punctuation or line break parts."""
    for piece in _BREAK.split(text.lower()):
        words = _WORD.findall(piece)
        for size in range(fewest, most + 1):
            for start in range(len(words) - size + 1):
                yield " ".join(words[start : start + size])


def _content_words(texts: Sequence[str], groups: Sequence[object], needed: int) -> frozenset[str]:
    """Words that few documents share, names, and words with digits."""
    users: dict[str, set[object]] = {}
    capital: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    for text, group in zip(texts, groups, strict=True):
        for match in _WORD.finditer(text):
            word = match[0].lower()
            users.setdefault(word, set()).add(group)
            if not _SENTENCE_START.search(text, max(0, match.start() - 6), match.start()):
                inside[word] += 1
                capital[word] += match[0][0].isupper() and match[0] != "I"
    return frozenset(
        word
        for word, owners in users.items()
        if len(owners) < needed or capital[word] * 2 > inside[word] > 0 or any(char.isdigit() for char in word)
    )


def _weighed(
    texts: Sequence[str],
    groups: Sequence[object],
    sides: tuple[Sequence[int], Sequence[int]],
    ngram_range: tuple[int, int],
    content: frozenset[str],
    min_clusters: int,
) -> list[MinedPhrase]:
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(analyzer=lambda text: _ngrams(text, *ngram_range))
    try:
        weights = vectorizer.fit_transform(texts).tocsc()
    except ValueError:  # scikit-learn's word for a vocabulary without any entry
        return []
    found = []
    names = vectorizer.get_feature_names_out()
    by_row = weights.tocsr()
    means = (
        np.asarray(by_row[list(sides[0])].mean(axis=0)).ravel()
        - np.asarray(by_row[list(sides[1])].mean(axis=0)).ravel()
    )
    high, low = (frozenset(side) for side in sides)
    for place, name in enumerate(names):
        # A phrase of small words alone ("of the") is no phrase that anybody could put in.
        if means[place] <= 0 or not content.isdisjoint(name.split(" ")) or not content_stems(name):
            continue
        rows = weights.indices[weights.indptr[place] : weights.indptr[place + 1]].tolist()
        owners = len({groups[row] for row in rows})
        if owners < min_clusters:
            continue
        in_high, in_low = (sum(row in side for row in rows) / len(side) for side in (high, low))
        found.append(MinedPhrase(str(name), float(means[place]), in_high, in_low, owners))
    return sorted(found, key=lambda phrase: (-round(phrase.weight, 12), -len(phrase.text.split()), phrase.text))


def _distinct(found: Iterable[MinedPhrase], n: int) -> list[MinedPhrase]:
    """The first phrases of which none contains another."""
    kept: list[MinedPhrase] = []
    for phrase in found:
        padded = f" {phrase.text} "
        if not any(padded in f" {other.text} " or f" {other.text} " in padded for other in kept):
            kept.append(phrase)
        if len(kept) == n:
            break
    return kept


def read_phrases(path: str | Path) -> list[str]:
    """The phrases of a text file, one a line; empty lines and lines that start with "#" are left out.

    Raises:
        DataError: the file cannot be read as UTF-8 text, or holds no phrase.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: no UTF-8 text file of phrases: {error}") from error
    phrases = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not phrases:
        raise DataError(f"{path}: holds no phrase; write one a line")
    return phrases


def phrase_perturbation(
    phrases: Iterable[str | MinedPhrase] | Path,
    name: str = "mined",
    *,
    positions: Sequence[str] = POSITIONS,
) -> RuleBased:
    """The gaming perturbation that puts each phrase of a list alone, after and before the response.

    It is not registered; `PERTURBATIONS.register` does that, so that an audit uses it.

    Args:
        phrases: phrases, mined or your own, or the path of a file of them (see `read_phrases`). They must say nothing
            about the subject of a response: a phrase that does may well be supported, and the relation says nothing.
        name: what to call it.
        positions: any of `phrases.POSITIONS`.

    Raises:
        UsageError: an argument is of the wrong type, there is no phrase, one is blank, or a position does not exist.
        DataError: see `read_phrases`.
    """
    if isinstance(phrases, str):
        raise UsageError(f"phrases takes a list of phrases or a Path, not the string {phrases!r}")
    if not isinstance(phrases, (Iterable, Path)):
        raise UsageError(f"phrases takes a list of phrases or a Path, not {type(phrases).__name__}: {phrases!r}")
    given = read_phrases(phrases) if isinstance(phrases, Path) else phrases
    said = [phrase.sentence if isinstance(phrase, MinedPhrase) else phrase for phrase in given]
    texts = list(dict.fromkeys(texts_of("phrases", said)))
    if not isinstance(name, str) or not name.strip():
        raise UsageError(f"name takes the name of the perturbation, such as 'mined', not {name!r}")
    if not texts or not all(text.strip() for text in texts):
        raise UsageError("phrases must name at least one phrase, and none may be blank")
    positions = texts_of("positions", positions)
    if not positions or not set(positions) <= set(POSITIONS):
        raise UsageError(f"positions must be some of {', '.join(POSITIONS)}, got {list(positions)}")
    each = dict.fromkeys(positions, len(texts))
    phrase_list = PhraseList(tuple(Phrase("mined", text, tuple(positions), always=True) for text in texts), each)
    return from_list(
        name,
        f"Puts in {'a phrase' if len(texts) == 1 else f'each of {len(texts)} phrases'} of a list given by the user.",
        phrase_list,
        version=content_hash([texts, list(positions)])[:8],
        limits="What the phrases claim is not checked.",
    )
