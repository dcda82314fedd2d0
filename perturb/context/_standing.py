"""Whether text still reads as one when a sentence is taken from its place: names, things and quotations stay whole."""

from __future__ import annotations

import regex

from gaugeblock.perturb.context._openings import is_scrap, leans_back, points_back_early
from gaugeblock.perturb.evidence import content_stems

_QUOTES = ("“”", "«»", "()", "[]", "{}")
_STRAIGHT = '"'
_SINGLE_OPEN = regex.compile(r"(?<![\p{L}\p{N}])['‘`](?=[\p{L}\p{N}])")
_SINGLE_CLOSE = regex.compile(r"(?<=[.,!?…])['’](?![\p{L}\p{N}])")
_NAME = regex.compile(r"\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’-]\p{L}[\p{L}\p{M}]+)*")
_POSSESSIVE = regex.compile(r"['’]s$")
_DEFINITE = regex.compile(
    r"\b(?:the|these|this|that|those|both|his|her|its|their|said)\s+((?:[\p{L}\d-]+\s+){0,3}[\p{L}\d-]+)",
    regex.IGNORECASE,
)
_YEARS_OLD = regex.compile(r"\b[Tt]he (?:\d+|\p{L}+)-year-old\b")
_END = regex.compile(r"[.!?…][\"”'’)\]]*$")
_ABBREVIATED = regex.compile(
    r"(?:^|[\s.(“\"])(?:\p{Lu}|Mr|Mrs|Ms|Dr|St|Sgt|Lt|Col|Gen|Gov|Sen|Rep|Capt|Rev|Prof|Jr|Sr|No|Nos|vs|v|etc|approx|Fig|"
    r"al|ca|cf|e\.g|i\.e|Inc|Ltd|Co|Corp|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mt|Ft|Ave|Blvd|Rd)\.$"
)
_MIDDLE_CAPITAL = regex.compile(r"(?<=[\p{Ll},] )\p{Lu}\p{Ll}")
_WORDS_PER_CAPITAL = 150
_SOON = 400  # code points
_FULL_SENTENCE = 4  # words; a line of fewer is a heading, a caption or an entry of a menu


def has_lost_capitals(text: str) -> bool:
    """Whether a text has next to no capital within its sentences, so that nothing tells its names.

    >>> has_lost_capitals("Then ann ode left."), has_lost_capitals("Then Ann Ode left.")
    (True, False)
    """
    return "".join(text.split()) != "" and len(_MIDDLE_CAPITAL.findall(text)) * _WORDS_PER_CAPITAL < max(
        1, len(text.split())
    )


def is_balanced(text: str) -> bool:
    """Whether every quotation mark and bracket of a text has its partner.

    >>> is_balanced("“I rest,” she said."), is_balanced("“I rest."), is_balanced("It's 'so,' he said.")
    (True, False, True)
    """
    pairs = all(text.count(one[0]) == text.count(one[1]) for one in _QUOTES)
    singles = len(_SINGLE_OPEN.findall(text)) == len(_SINGLE_CLOSE.findall(text)) or not _SINGLE_CLOSE.search(text)
    return pairs and text.count(_STRAIGHT) % 2 == 0 and singles


def is_whole(sentence: str) -> bool:
    """Whether a sentence begins and ends as one, and is neither a heading nor a piece.

    >>> is_whole("The pool is cold."), is_whole("Opening hours"), is_whole("He lives in St."), is_whole("and left.")
    (True, False, False, False)
    """
    words = sentence.split()
    opens = sentence.lstrip("\"'“‘([")[:1]
    return (
        len(words) >= _FULL_SENTENCE
        and (opens.isupper() or opens.isdecimal())
        and not is_scrap(sentence)
        and _END.search(sentence) is not None
        and not _ABBREVIATED.search(sentence)
    )


def names_of(text: str) -> set[str]:
    """The capitalised words of a text that carry content, without their possessive ending."""
    found = (_POSSESSIVE.sub("", word) for word in _NAME.findall(text))
    return {word for word in found if len(word) > 1 and content_stems(word)}


def is_introduced_in(sentence: str, before: str, after: str) -> bool:
    """Whether a name that later text takes as known is introduced in a sentence and nowhere before it.

    Args:
        sentence: the one that is taken away.
        before: what stands before it.
        after: what stands behind it.

    >>> is_introduced_in("Yes, Bo Lind swam.", "Ann rowed.", "Then Lind slept.")
    True
    >>> is_introduced_in("Yes, Bo Lind swam.", "Bo Lind is here.", "Then Lind slept.")
    False
    """
    if has_lost_capitals(f"{before} {sentence} {after}"):
        # Without capitals nothing tells a name: no word that is new may come again soon.
        new = content_stems(sentence) - content_stems(before)
        return not new.isdisjoint(content_stems(after[:_SOON]))
    earlier = {name.lower() for name in names_of(before)}
    for name in names_of(sentence):
        written = rf"(?<!\w){regex.escape(name)}(?!\w)"
        if (
            name in after
            and name.lower() not in earlier
            and not _only_opens(name, sentence)
            and regex.search(written, after)
        ):
            return True
    return False


def _only_opens(name: str, sentence: str) -> bool:
    """Whether a capitalised word is an ordinary one that begins the sentence."""
    return sentence.lstrip("\"'“‘(").startswith(name) and not regex.match(
        rf"[\"'“‘(]*{regex.escape(name)}(?:['’]s)?\s\p{{Lu}}", sentence
    )


def takes_up(sentence: str, other: str, before: str) -> bool:
    """Whether a sentence speaks of a thing as known ("the boat") that another introduced, and nothing before did.

    >>> takes_up("Then the boat sank.", "Ann built a boat.", ""), takes_up("Ann left.", "Ann built a boat.", "")
    (True, False)
    """
    known = content_stems(other) - content_stems(before)
    if _YEARS_OLD.search(sentence):
        return True
    return any(not known.isdisjoint(content_stems(match[1])) for match in _DEFINITE.finditer(sentence))


def hangs(sentence: str, before: str) -> bool:
    """Whether a sentence cannot follow what stands before it: it refers to something that is not there.

    >>> hangs("The club met.", ""), hangs("The club met.", "A club was founded."), hangs("They met.", "A club.")
    (True, False, True)
    """
    if leans_back(sentence) or points_back_early(sentence) or is_scrap(sentence) or _YEARS_OLD.match(sentence):
        return True
    if sentence.startswith("The "):
        first = _DEFINITE.match(sentence)
        return first is None or content_stems(first[1]).isdisjoint(content_stems(before))
    return False
