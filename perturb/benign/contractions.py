"""Contractions written out ("don't" as "do not"), or full forms contracted, where the reading is certain.

"She'd left" is "she had left", "she'd leave" is "she would leave": the tag of the verb decides, and where it cannot
("he's gone", "they'd put") the contraction stays. A possessive is never touched.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, starts_of, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import like_case

_NEGATED = regex.compile(r"\b(\p{L}+)n(['’])t\b", regex.IGNORECASE)
_CLITIC = regex.compile(r"\b(\p{L}+)['’](d|s|ll|re|ve|m)\b(?!['’])", regex.IGNORECASE)


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Expansions if there are any, else contractions."""
    for direction, edits in (("expand", _expansions(text)), ("contract", _contractions(text))):
        if edits:
            yield Proposal(tuple(edits), details={"direction": direction})


def _expansions(text: Text) -> list[Edit]:
    if not _NEGATED.search(text.text) and not _CLITIC.search(text.text):
        return []  # spares the parse
    tokens = starts_of(text.syntax)
    edits = []
    for match in _NEGATED.finditer(text.text):
        # The tokenizer parts "can't" as "ca" + "n't", but leaves "CAN'T" whole.
        mark = tokens.get(match.start(2) - 1) or tokens.get(match.start())
        full = lexicon(__file__)["negated"].get(match[1].lower() + "n't")
        if full and mark is not None and _free(text, match) and not _inverted(mark):
            edits.append(replace_span(text.text, match.start(), match.end(), like_case(match[0], full)))
    for match in _CLITIC.finditer(text.text):
        mark = tokens.get(match.start(2) - 1)
        if mark is None or match[1].lower() not in lexicon(__file__)["subjects"] or not _free(text, match):
            continue
        if full := _full_form(match[2].lower(), match[1].lower(), mark):
            edits.append(
                replace_span(
                    text.text, match.start(2) - 1, match.end(), " " + (full.upper() if match[2].isupper() else full)
                )
            )
    return edits


def _free(text: Text, match: regex.Match[str]) -> bool:
    return free(text, match.start(), match.end()) and text.text[match.end() : match.end() + 1] not in ("'", "’", "-")


def _inverted(mark: Any) -> bool:
    """Whether the subject follows, as in "Don't they know?", where "Do not they know?" is no English."""
    after = mark.nbor() if mark.i + 1 < len(mark.doc) else None
    return "?" in mark.sent.text or (after is not None and after.tag_ in {"PRP", "EX"})


def _full_form(clitic: str, subject: str, mark: Any) -> str | None:
    if fixed := lexicon(__file__)["clitics"].get(clitic):
        return str(fixed) if subject in lexicon(__file__)["takes"][clitic] else None
    after = _next_word(mark)
    if clitic == "d" and mark.doc[mark.i + 1 : mark.i + 2].text.lower() == "better":
        return "had"
    if after is None:
        return None
    word, tag = after.lower_, after.tag_
    if clitic == "d":
        if tag == "VB" and word not in lexicon(__file__)["same_participle"]:
            return "would"
        if tag == "VBN" and word not in lexicon(__file__)["same_participle"] and after.lemma_ != word:
            return "had"
        return None
    if word in {"been", "had"}:
        return "has"
    if word in {"got", "gotta"} or subject == "let":
        return None
    if tag == "VBG" or (tag in {"DT", "CD", "PRP$"} and mark.nbor() == after):
        return "is"
    if word in lexicon(__file__)["after_is"]:
        return "is"
    return None


def _next_word(mark: Any) -> Any:
    """The word that the contracted verb goes with: the next one that is no adverb."""
    for token in mark.doc[mark.i + 1 : mark.i + 5]:
        if token.tag_ not in {"RB", "RBR"} and token.lower_ != "not":
            return token if token.is_alpha or token.tag_ == "CD" else None
    return None


def _contractions(text: Text) -> list[Edit]:
    if "not" not in text.text.lower():
        return []  # spares the parse
    negated = {
        full: short for short, full in lexicon(__file__)["negated"].items() if full not in lexicon(__file__)["keep"]
    }
    edits: list[Edit] = []
    for token in tokens_of(text.syntax)[:-1]:
        after = token.nbor()
        if token.lower_ == "can" and after.lower_ == "not":
            full, gap = "cannot", ""
        elif after.lower_ == "not" and text.text[token.idx + len(token) : after.idx] == " ":
            full, gap = f"{token.lower_} not", " "
        else:
            continue
        end = after.idx + len(after)
        words = text.text[token.idx : end]
        if full in negated and _contractible(token, after) and free(text, token.idx, end) and (gap or " " not in words):
            edits.append(replace_span(text.text, token.idx, end, like_case(words, negated[full])))
    return edits


def _contractible(verb: Any, mark: Any) -> bool:
    """Whether "not" denies this verb, and is neither stressed nor part of "not only"."""
    rest = mark.doc[mark.i + 1 : mark.i + 2]
    following = rest[0].lower_ if len(rest) else "."
    shouted = mark.text.isupper() and not verb.text.isupper()
    # "will not write and not call": the second "not" would be left without its "will"
    behind = mark.doc[mark.i + 1 : mark.sent.end]
    again = any(word.lower_ == "not" and word.nbor(-1).lower_ in {"and", "or"} for word in behind)
    return (
        verb.pos_ in {"AUX", "VERB"} and not shouted and not again and following not in lexicon(__file__)["not_before"]
    )


PERTURBATION = RuleBased(
    name="contractions",
    family="benign",
    changes="word",
    summary="Writes contractions out, or contracts full forms, where only one reading is possible.",
    propose=propose,
    checks=BENIGN,
    version="2",
    limits=(
        'Leaves alone what has two readings ("he\'s gone", "they\'d put") and what stands in a question; full '
        'forms are contracted with "not" only.'
    ),
    illustration=Illustration(
        response="The pier isn't open yet, and we've asked why.",
        after="The pier is not open yet, and we have asked why.",
    ),
)
