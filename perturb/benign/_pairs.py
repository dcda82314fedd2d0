"""Wordings exchanged by a table of pairs, each with the conditions under which the two mean the same.

A table is a list of rows in a TOML file:

    from, to    the wording as it stands in the text, and its stand-in (same number, tense and person)
    verb        instead of them: the forms of two verbs, "help|helps|helped|helped|helping", whose tags are known
    noun        instead of them: singular and plural of two nouns, "lawyer|lawyers"
    both        whether the pair works in both directions (under the same conditions)
    tags        Penn tags of the first word; without tags any will do
    next        what the word after must be like (a regular expression on "word/TAG")
    previous    what the word before must be like (the same)
    before      what the word before must not be (a regular expression)
    then        what the text right after must be like, and `led_by` the text right before
    object      what the verb is done to, by lemma: its object, passive subject, or the noun that it is attached to
    subject     whose the verb is, by lemma
    governs     what some word that hangs on the first must be like ("lemma/dependency"); `ungoverned`, what none may be
    dep         the first word's own dependency, and `clause` that of the word that it hangs on
    sentence    what the sentence must hold somewhere, and `unless` what it must not

An empty stand-in takes the wording out, with one of the blanks around it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import regex

from gaugeblock.perturb.base import Proposal
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free, is_name
from gaugeblock.perturb.text import Text, starts_of
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import article_clash, like_case

MOST = 3
"""The most wordings that one variant exchanges: each is one more chance that a reader sees a difference."""

_REACH = 8  # words between "has" and its participle
_VERB_TAGS = (("VB", "VBP"), ("VBZ",), ("VBD",), ("VBN",), ("VBG",))
_NOUN_TAGS = (("NN",), ("NNS",))
_CONDITIONS = (
    *("next", "previous", "before", "then", "led_by", "object", "subject", "governs", "ungoverned", "dep", "clause"),
    *("sentence", "unless"),
)
_ARTICLE = regex.compile(r"\b(an?)(\s+)$", regex.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pair:
    """A stand-in for a wording, and where the two mean the same (see the module)."""

    before: str
    after: str
    tags: frozenset[str]
    conditions: dict[str, regex.Pattern[str]]


class Pairs:
    """The table of pairs in the TOML file beside a module.

    Args:
        module_file: the module's ``__file__``.
        names: whether the wordings are names: they are found in the letter case of the table only, or all in lower
            case, and one is left alone where its other form is in the text already.
        most: how many one variant exchanges.
    """

    def __init__(self, module_file: str, *, names: bool = False, most: int = MOST) -> None:
        self._file = module_file
        self._names = names
        self._most = most
        self.table = cache(self._table)
        self._pattern = cache(self._compiled)

    def __repr__(self) -> str:
        return f"<pairs of {self._file.rpartition('/')[2]}>"

    def propose(self, example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
        """Several exchanges at once, else each on its own."""
        found = list(self.replacements(text))
        chosen = sorted(rng.sample(range(len(found)), self._most)) if len(found) > self._most else range(len(found))
        if len(chosen) > 1:
            yield Proposal(tuple(edit for at in chosen for edit in found[at]), details={"words": len(chosen)})
        for edits in found:
            yield Proposal(edits, details={"words": 1})

    def replacements(self, text: Text) -> Iterator[tuple[Edit, ...]]:
        """Every exchange that the text allows: its edit, and that of the article before it where "a" turns "an"."""
        found = list(self._pattern().finditer(text.text))
        if not found:
            return  # spares the parse
        starts = starts_of(text.syntax)
        for match in found:
            first = starts.get(match.start())
            if first is None or not free(text, match.start(), match.end()):
                continue
            words = [starts[at] for at in range(match.start(), match.end()) if at in starts]
            if not self._names and any(is_name(word) for word in words):
                continue
            for pair in self.table()[match[0].lower()]:
                after = _as_name(text, match, pair) if self._names else pair.after
                if after is not None and _fits(text, first, match.end(), pair):
                    yield tuple(exchange(text.text, match.start(), match.end(), after, cased=self._names))
                    break

    def _table(self) -> dict[str, list[Pair]]:
        pairs: dict[str, list[Pair]] = {}
        for row in lexicon(self._file)["pairs"]:
            conditions = {name: regex.compile(row[name], regex.IGNORECASE) for name in _CONDITIONS if name in row}
            for before, after, tags in _rows(row):
                pairs.setdefault(before.lower(), []).append(Pair(before, after, frozenset(tags), conditions))
        return pairs

    def _compiled(self) -> regex.Pattern[str]:
        wordings = "|".join(regex.escape(wording) for wording in sorted(self.table(), key=len, reverse=True))
        return regex.compile(rf"(?<![\w-]|\w['’.])(?:{wordings})(?![\w-]|['’]\w)", regex.IGNORECASE)


def exchange(text: str, start: int, end: int, after: str, *, cased: bool = False) -> Iterator[Edit]:
    """The edits that put a wording in the place of another, with the article that goes before it.

    Args:
        text: the text of the response.
        start: of the wording that goes.
        end: of it.
        after: what comes; nothing where it is only taken out.
        cased: whether `after` has its letter case already.
    """
    if not after:
        # One blank goes too: the one behind, or the one before where a mark follows.
        behind = text[end : end + 1] == " "
        yield replace_span(text, start if behind else max(0, start - 1), end + 1 if behind else end, "")
        return
    if article_clash(text, start, after) and (article := _ARTICLE.search(text, max(0, start - 8), start)):
        other = article[1][0] if len(article[1]) == 2 else article[1] + ("N" if text.isupper() else "n")
        yield replace_span(text, article.start(1), article.end(1), other)
    yield replace_span(text, start, end, after if cased else like_case(text[start:end], after))


def _as_name(text: Text, match: regex.Match[str], pair: Pair) -> str | None:
    """The other form of a name as this text would write it, None where it is there already or the case is another."""
    found = match[0]
    if _is_there(text.text, pair.after.removeprefix("the ")):
        return None
    opens = text.opens_sentence(match.start())
    if pair.before[0].islower() and found[0].isupper() and not opens:
        return None  # "Town Hall Television" is a name, whatever television is
    if found[1:] == pair.before[1:]:
        after = pair.after.lower() if pair.before[0].isupper() and found[0].islower() else pair.after
    elif found[1:] == pair.before[1:].lower() and pair.after != "US":
        after = pair.after.lower()  # a text that writes all names in lower case; "us" would be a pronoun
    else:
        return None
    return after[0].upper() + after[1:] if found[0].isupper() and opens else after


@lru_cache(maxsize=1024)
def _is_there(text: str, name: str) -> bool:
    """Whether a text has a name; kept, since each place of its other form asks."""
    return regex.search(rf"(?<!\w){regex.escape(name)}(?!\w)", text, regex.IGNORECASE) is not None


def _rows(row: dict[str, Any]) -> Iterator[tuple[str, str, Iterable[str]]]:
    """The wordings of a row with their stand-ins and tags, in each direction that it allows."""
    for kind, tags in (("verb", _VERB_TAGS), ("noun", _NOUN_TAGS)):
        if kind in row:
            one, other = (forms.split("|") for forms in row[kind])
            forms = list(zip(one, other, tags, strict=True))
            break
    else:
        forms = [(row["from"], row["to"], row.get("tags", ()))]
    yield from forms
    if row.get("both"):
        yield from ((other, one, tags) for one, other, tags in forms)


def _fits(text: Text, first: Any, end: int, pair: Pair) -> bool:
    """Whether the first word, its neighbours and its sentence are as the pair asks."""
    if pair.tags and (first.tag_ not in pair.tags or (first.tag_ == "VBD" and _is_perfect(first))):
        return False
    return all(_holds(name, condition, text, first, end) for name, condition in pair.conditions.items())


def _is_perfect(verb: Any) -> bool:
    """Whether a verb that the tagger took for a past tense is a participle: "has for the first time demonstrated"."""
    for before in reversed(list(verb.doc[max(verb.sent.start, verb.i - _REACH) : verb.i])):
        if before.lower_ in {"has", "have", "had"}:
            return True
        if before.tag_.startswith("V") or before.tag_ == "MD" or before.text in {",", ";", ":"}:
            return False
    return False


def _holds(name: str, condition: regex.Pattern[str], text: Text, first: Any, end: int) -> bool:
    match name:
        case "next":
            following = next((token for token in first.doc[first.i : first.i + 12] if token.idx >= end), None)
            return _says(condition, "" if following is None else f"{following.lower_}/{following.tag_}")
        case "previous":
            return _says(condition, f"{first.nbor(-1).lower_}/{first.nbor(-1).tag_}" if first.i else "")
        case "before":
            return not _says(condition, first.nbor(-1).lower_ if first.i else "")
        case "then":
            return condition.match(text.text, end) is not None
        case "led_by":
            return _says(condition, text.text[max(0, first.idx - 60) : first.idx])
        case "object":
            return any(_says(condition, noun.lemma_) for noun in _objects(first))
        case "subject":
            subject = subject_of(first)
            return subject is not None and _says(condition, subject.lemma_)
        case "governs" | "ungoverned":
            met = any(_says(condition, f"{child.lemma_}/{child.dep_}") for child in first.children)
            return met == (name == "governs")
        case "dep":
            return _says(condition, first.dep_)
        case "clause":
            return _says(condition, first.head.dep_)
    sentence = text.sentence_at(first.idx)
    held = _says(condition, text.text if sentence is None else sentence.of(text.text))
    return held == (name == "sentence")


def _says(condition: regex.Pattern[str], words: str) -> bool:
    return condition.search(words) is not None


def _objects(verb: Any) -> Iterator[Any]:
    yield from (child for child in verb.children if child.dep_ in {"dobj", "nsubjpass"})
    if verb.dep_ in {"acl", "amod"}:
        yield verb.head
