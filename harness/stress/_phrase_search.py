"""Phrases that one metric rewards: mined from its scores, or searched for, and measured where neither looked.

The source documents are halved. Phrases are mined from the scores of one half ("Do Automatic Factuality Metrics Measure
Factuality?", section 5), and a greedy search puts phrases one behind the other there; both are tried on the other half.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from gaugeblock.harness.rows import cluster_key
from gaugeblock.harness.statistics import seeded
from gaugeblock.metrics.base import Score, Unscored
from gaugeblock.perturb.base import RuleBased, perturbation_rng
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.gaming import assertion, known_phrases
from gaugeblock.perturb.mining import MinedPhrase, mine, phrase_perturbation
from gaugeblock.perturb.phrases import PhraseList
from gaugeblock.perturb.search import Search, worst_phrase
from gaugeblock.perturb.variant import Skip, Variant

MINED, WORST = "mined-phrases", "worst-phrase"
"""The perturbations of the explored variants."""

Ask = Callable[[Sequence[Example]], Sequence[Score]]
"""Scores further examples; see `stress_test.Explores`."""

_MINED = 3  # phrases that are tried on the other half, the heaviest
_CANDIDATES = 5  # mined phrases that the search may use, beside the known ones
_SEARCHED = 30  # examples that the search may use, so that its calls reach a second phrase
_CALLS_AN_EXAMPLE = 4  # with and without one phrase, and as many for further phrases, of each example it looks at
_CALLS_EACH = 8  # the most calls of a search for each example of the data
_MEASURED = 150  # examples that a phrase is tried on


def explored(
    examples: Sequence[Example], scores: Mapping[str, float], ask: Ask, seed: int, calls: int
) -> Iterator[Variant | Skip]:
    """The variants of the held-out half with the phrases that the other half gave, or skips that say why not.

    Args:
        examples: those of the data.
        scores: of those that have one, by id, higher being better.
        ask: scores further examples likewise.
        seed: of the run.
        calls: how many examples the search may ask for at most; with none there is no search, but mined phrases.
    """
    scored = [example for example in examples if example.id in scores]
    if not scored:
        for name in (MINED, WORST):
            yield from _skips(name, examples, "the metric scored none of the responses")
        return
    searched, held_out = halves(scored, seed)
    held_out = held_out[:_MEASURED]
    phrases: list[MinedPhrase] = []
    try:
        phrases = _mined(searched, scores)
        reason = "no phrase goes with high scores across documents"
    except UsageError as error:
        reason = str(error)
    if phrases:
        yield from _tried(phrase_perturbation(phrases[:_MINED], MINED), held_out, seed)
    else:
        yield from _skips(MINED, held_out, reason)
    candidates = [*_known(), *(phrase.sentence for phrase in phrases[:_CANDIDATES])]
    yield from _worst(searched, held_out, candidates, min(calls, _CALLS_EACH * len(examples)), ask, seed)


def halves(examples: Sequence[Example], seed: int) -> tuple[list[Example], list[Example]]:
    """The examples in two parts of about the same size, those of one source document in the same part."""
    documents: dict[str, list[Example]] = {}
    for example in examples:
        documents.setdefault(cluster_key(example), []).append(example)
    groups = list(documents.values())
    parts: tuple[list[Example], list[Example]] = ([], [])
    for at in seeded(seed, "gaming", "halves").permutation(len(groups)):
        min(parts, key=len).extend(groups[at])
    return parts


def _mined(examples: Sequence[Example], scores: Mapping[str, float]) -> list[MinedPhrase]:
    responses = [example.response for example in examples]
    clusters = [cluster_key(example) for example in examples]
    return mine(responses, [scores[example.id] for example in examples], clusters=clusters)


def _known() -> Iterator[str]:
    for module in (known_phrases, assertion):
        yield from (phrase.text for phrase in PhraseList.read(str(module.__file__)).phrases)


def _worst(
    searched: Sequence[Example], held_out: Sequence[Example], candidates: Sequence[str], calls: int, ask: Ask, seed: int
) -> Iterator[Variant | Skip]:
    """The sequence of phrases that a greedy search found, behind the responses of the other half."""
    if calls < _CALLS_AN_EXAMPLE * 2:
        yield from _skips(WORST, held_out, f"the search was given {calls} calls, and needs {_CALLS_AN_EXAMPLE * 2}")
        return
    searched = searched[: min(_SEARCHED, calls // _CALLS_AN_EXAMPLE)]
    # asked beforehand, since an error that comes out of the search may be the metric's own
    if len({example.context for example in searched}) < 2:
        yield from _skips(WORST, held_out, "the search needs examples of at least two different contexts")
        return
    found = worst_phrase(_numbers(ask), searched, candidates, calls, seed=seed)
    if not found.steps:
        yield from _skips(WORST, held_out, "no phrase raised the mean score where the search looked")
        return
    for made in _tried(phrase_perturbation([found.text], WORST, positions=[found.position]), held_out, seed):
        yield made if isinstance(made, Skip) else replace(made, details={**made.details, **_history(found)})


def _history(found: Search) -> dict[str, float | int]:
    return {"searched_gain": round(found.gain, 10), "phrases": len(found.steps), "calls": found.calls}


def _numbers(ask: Ask) -> Callable[[list[Example]], list[float | None]]:
    return lambda examples: [None if isinstance(score, Unscored) else float(score) for score in ask(examples)]


def _tried(perturbation: RuleBased, examples: Iterable[Example], seed: int) -> Iterator[Variant | Skip]:
    for example in examples:
        yield from perturbation.variants(example, perturbation_rng(seed, example.id, perturbation.name))


def _skips(name: str, examples: Sequence[Example], reason: str) -> Iterator[Skip]:
    for example in examples:
        yield Skip(example.id, name, "gaming", "not-applicable", reason)
