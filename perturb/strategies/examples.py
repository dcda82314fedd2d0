"""Examples, and the contexts and responses that they are made of."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from gaugeblock.perturb.arguments import count
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.strategies._checks import check_among, check_flag, check_supported
from gaugeblock.perturb.strategies._supply import UNICODE_SHARE, bases_of, chosen_from
from gaugeblock.perturb.strategies.scenes import degenerate_texts

_LONGEST = 40  # code points of a text of arbitrary characters


def examples(
    *, among: Iterable[Example] | None = None, supported: bool | None = None, unicode: bool = True
) -> SearchStrategy[Example]:
    """Examples of a data set, or built ones: facts with names, numbers, dates and hedges, labelled rightly.

    Args:
        among: examples to draw from, such as a `Dataset`; the shortest come first. None = built ones.
        supported: whether the context supports the response; None = both.
        unicode: whether one built example in eight is in another script, or has emoji, combining marks, characters
            without width, mathematics or mark-up.

    Raises:
        UsageError: an argument makes no sense, or `among` holds no such example.
    """
    check_supported(supported)
    check_flag("unicode", unicode)
    given = check_among(among, supported)
    if given is not None:
        found = sorted(chosen_from(given, supported), key=lambda example: len(example.response.split()))
        return st.sampled_from(found)
    plain, marked = bases_of(None, supported)

    @st.composite
    def built(draw: DrawFn) -> Example:
        strange = unicode and draw(st.sampled_from(range(UNICODE_SHARE))) == UNICODE_SHARE - 1
        return draw(st.sampled_from(marked if strange else plain)).draw(draw)

    return built()


def contexts(
    *, min_documents: int = 1, max_documents: int | None = None, unicode: bool = True
) -> SearchStrategy[tuple[str, ...]]:
    """The documents of a context.

    Args:
        min_documents: how many there are, at least.
        max_documents: how many there are, at most; None = three, or `min_documents` where that is more.
        unicode: see `examples`.

    Raises:
        UsageError: the numbers make no sense.
    """
    least = count("min_documents", min_documents)
    most = max(3, least) if max_documents is None else count("max_documents", max_documents)
    if most < least:
        raise UsageError(f"max_documents takes a number from min_documents ({least}) on, not {most}")
    document = examples(supported=True, unicode=unicode).map(lambda example: example.context[0])
    return st.lists(document, min_size=least, max_size=most, unique=True).map(tuple)


def responses(*, supported: bool | None = None, unicode: bool = True) -> SearchStrategy[str]:
    """Responses as text, such as `examples` have them.

    Args:
        supported: whether the context that it was built with supports it; None = both.
        unicode: see `examples`.

    Raises:
        UsageError: an argument makes no sense.
    """
    return examples(supported=supported, unicode=unicode).map(lambda example: example.response)


def degenerate_responses() -> SearchStrategy[str]:
    """Responses that say nothing: empty, blank, a mark, characters that cannot be seen, or any characters at all."""
    any_text = st.text(st.characters(exclude_categories=["Cs", "L", "N"]), max_size=_LONGEST)
    return st.sampled_from(degenerate_texts()) | any_text
