"""Several rewordings of one response at once, each made by another benign perturbation."""

from __future__ import annotations

import pkgutil
import random
from collections.abc import Iterator, Sequence
from functools import cache

from gaugeblock.perturb.base import Chance, Illustration, Proposal, RuleBased, changes_of
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations, same_numbers
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, Variant

# They put one wording in the place of another, and leave the build of the sentence alone.
_LEXICAL = frozenset({"form", "word"})
_NO_PARTS = frozenset({"layout", "several"})
_FEWEST, _MOST = 2, 4


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Two to four rewordings that do not meet; none of fewer than two."""
    parts: list[Variant] = []
    variants = _rewordings(example, rng)
    for variant in variants:
        if all(_apart(text, variant, part) for part in parts):
            parts.append(variant)
        if len(parts) == _MOST:
            break
    for count in range(len(parts), _FEWEST - 1, -1):
        edits = tuple(edit for part in parts[:count] for edit in part.edits)
        yield Proposal(edits, details={"made of": sorted(part.perturbation for part in parts[:count])})


def _rewordings(example: Example, rng: random.Random) -> Sequence[Variant]:
    """The first variant of each benign perturbation that changes words, by chance; none if all are of form."""
    # Imported late: the registry imports this module. Only the library's own are asked: a plug-in changes nothing.
    from gaugeblock.perturb import PERTURBATIONS
    from gaugeblock.perturb.select import made

    seed = rng.run_seed if isinstance(rng, Chance) else 0
    found: list[Variant] = []
    for name in _own_names():
        if name not in PERTURBATIONS or _changes(name) in _NO_PARTS:
            continue
        variant = next((outcome for outcome in made(name, example, seed) if isinstance(outcome, Variant)), None)
        if variant is not None and variant.base is None and all(edit.field == "response" for edit in variant.edits):
            found.append(variant)
    rng.shuffle(found)
    # The same words written another way are no rewording on their own.
    found.sort(key=lambda variant: _changes(variant.perturbation) == "form")
    return [] if not found or _changes(found[0].perturbation) == "form" else found


@cache
def _own_names() -> tuple[str, ...]:
    """The names that the library's own benign perturbations have, and some of their helpers would have."""
    from gaugeblock.perturb import benign

    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(benign.__path__)))


def _changes(name: str) -> str:
    from gaugeblock.perturb import PERTURBATIONS

    return changes_of(PERTURBATIONS.get(name))


def _apart(text: Text, one: Variant, other: Variant) -> bool:
    """Whether two rewordings leave each other's words alone; two that build a sentence anew must not share one."""
    if {_changes(one.perturbation), _changes(other.perturbation)} & _LEXICAL:
        return not any(_near(edit, beside) for edit in one.edits for beside in other.edits)
    return not _sentences(text, one) & _sentences(text, other)


def _near(edit: Edit, other: Edit) -> bool:
    """Whether two edits overlap, or only a blank parts them."""
    return edit.start <= other.end + 1 and other.start <= edit.end + 1


def _sentences(text: Text, variant: Variant) -> set[int]:
    """Which sentences a variant changes, with those right beside an edit at their rim."""
    return {
        at
        for at, span in enumerate(text.sentences)
        for edit in variant.edits
        if edit.start <= span.end + 1 and span.start <= edit.end + 1
    }


PERTURBATION = RuleBased(
    name="paraphrase",
    family="benign",
    changes="several",
    summary="Rewords a response in two to four ways at once.",
    propose=propose,
    # Each part has passed the checks of its own perturbation; these guard what comes of them together.
    checks=(outside_protected, outside_quotations, same_numbers, not_doubled),
    version="4",
    limits=(
        "Is made of the other benign perturbations of words, so that it knows no rewording that they do not; a "
        "response that only one of them can change gets none."
    ),
    illustration=Illustration(
        response="They've seen the pier on TV.",
        after="They have seen the pier on television.",
    ),
)
