"""The documents replaced by filler about the same names and subjects, which answers nothing.

A score that falls only when the subject changes, and not when the answer is gone, measures likeness of subject. The
filler is the falsifier for scores that compare how likely a response is with and without its context.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.context._naming import PROPER, may_be_word
from gaugeblock.perturb.context._sites import is_no_name
from gaugeblock.perturb.documents import LOST, present, rewritten
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.spans import Stretches, touched
from gaugeblock.perturb.text import Text, analyse, tokens_of

_MOST_SUBJECTS = 6
_FEWEST, _MOST = 4, 12  # sentences of a filler document
_WORDS_EACH = 12
_NAMED = frozenset({"PERSON", "ORG", "GPE", "LOC", "EVENT", "WORK_OF_ART"})
_CLEAN = regex.compile(r"\p{L}[\p{L}\p{M}'’. -]*\p{L}")
_THE = regex.compile(r"\bthe\s$", regex.IGNORECASE)
_ANSWER_WORDS = 4
_SHORTEST = 4  # letters of a name
_STEM = 4
_WORD = regex.compile(r"\w+")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Filler of about the length of each document, up to a dozen sentences."""
    documents = present(example)
    subjects = _subjects(example, text)
    if not documents or not subjects:
        return
    edits = []
    for position in documents:
        words = len(example.context[position].split())
        count = min(_MOST, max(_FEWEST, words // _WORDS_EACH))
        edits.append(rewritten(example, position, _filler(subjects, count, rng)))
    yield Proposal(tuple(edits), details={"subjects": subjects})


def _subjects(example: Example, text: Text) -> list[str]:
    """The names of the response and of its question; where there are none, the thing that one of them is about."""
    texts = [text, *([analyse(example.question)] if example.question else [])]
    names = [*_answer(example), *(name for one in texts for name in _named(one))]
    if not names:
        names = [thing for one in reversed(texts) if (thing := _thing(one))][:1]
    return _once_each(list(dict.fromkeys(names)))[:_MOST_SUBJECTS]


def _answer(example: Example) -> Iterator[str]:
    """A short response as a whole, where the parse of the sentence that has it takes it for a name."""
    name = example.response.strip().strip(".")
    if not name or len(name.split()) > _ANSWER_WORDS:
        return
    for document in example.context:
        at = document.find(name)
        sentence = analyse(document).sentence_at(at) if at >= 0 else None
        if sentence:
            yield from (one for one in _named(analyse(sentence.of(document))) if one.removeprefix("the ") == name)


def _once_each(names: list[str]) -> list[str]:
    """The names without those that share a word with another, or are another form of it: they may mean the same."""
    words = {name: frozenset(_WORD.findall(name.lower().removeprefix("the "))) for name in names}
    kept: list[str] = []
    for name in sorted(names, key=lambda one: -len(words[one])):
        if not any(words[name] & words[other] or _alike(words[name], words[other]) for other in kept):
            kept.append(name)
    return sorted(kept, key=names.index)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two names have a word in common but for its ending ("Norway", "Norwegian")."""
    return not {word[:_STEM] for word in one}.isdisjoint(word[:_STEM] for word in other)


def _named(text: Text) -> Iterable[str]:
    """The named entities of a text that are clean names from their first word to their last."""
    numbers = Stretches(text.numbers)
    for entity in text.doc.ents:
        tokens = [token for token in entity if token.tag_ != "POS" and token.tag_ != "DT"]
        if entity.label_ not in _NAMED or not tokens or not all(_is_proper(token) for token in tokens):
            continue
        start, end = tokens[0].idx, tokens[-1].idx + len(tokens[-1])
        name = text.text[start:end]
        if len(name) < _SHORTEST or not _CLEAN.fullmatch(name) or touched(text.protected, start, end):
            continue
        if not _stands_apart(tokens) or numbers.touched(start, end):
            continue
        # Before a noun, an article is that of the noun, and a name may be half of one ("Harwell Prize winner").
        joined = tokens[-1].dep_ in ("compound", "nmod", "amod") and tokens[-1].head.i > tokens[-1].i
        if is_no_name(name) or (joined and entity.label_ not in ("PERSON", "GPE")):
            continue
        articled = entity.label_ != "PERSON" and not joined and _THE.search(text.text, max(0, start - 5), start)
        yield f"the {name}" if articled else name


def _is_proper(token: Any) -> bool:
    """Whether a word is a capitalised proper noun, an initial at the least, and no placeholder in capitals."""
    letters = token.text.strip(".")
    return token.tag_ in PROPER and letters[:1].isupper() and (len(letters) == 1 or not letters.isupper())


def _stands_apart(tokens: Sequence[Any]) -> bool:
    """Whether no other word of a name stands right beside these, and no ordinary word begins the sentence as one."""
    doc, first, last = tokens[0].doc, tokens[0], tokens[-1]
    before = doc[first.i - 1] if first.i else None
    after = doc[last.i + 1] if last.i + 1 < len(doc) else None
    if (before is not None and before.tag_ in PROPER) or (
        after is not None and (after.tag_ in PROPER or after.text == "-")
    ):
        return False
    opens = before is None or first.is_sent_start or not before.text[-1:].isalnum()
    alone = len(tokens) == len(doc) or (after is not None and after.is_punct and after.i + 1 == len(doc))
    return not (opens and may_be_word(first.text)) or (alone and len(tokens) > 1)


def _thing(text: Text) -> str | None:
    """The one thing that a text is about, with its article ("the ferry"): the subject of its first main clause."""
    if not any(map(_is_subject, tokens_of(text.doc))):
        return None  # spares the search for noun phrases, which takes long where thousands are joined
    for chunk in text.doc.noun_chunks:
        head = chunk.root
        if not _is_subject(head):
            continue
        words = list(chunk)
        if words[0].lower_ != "the" or not all(token.is_alpha and token.lower_ == token.text for token in words[1:]):
            continue
        plain = all(token.tag_ in ("NN", "JJ") for token in words[1:]) and len(head) >= _SHORTEST
        followed = any(child.i > head.i and child.dep_ in ("prep", "relcl", "acl", "appos") for child in head.children)
        known = head.lower_ in lexicon(__file__)["not_subjects"]
        if plain and not followed and not known and not touched(text.protected, chunk.start_char, chunk.end_char):
            return " ".join(token.lower_ for token in words)
    return None


def _is_subject(noun: Any) -> bool:
    """Whether a noun in the singular is the subject of a main clause."""
    return bool(noun.tag_ == "NN" and noun.dep_ in ("nsubj", "nsubjpass") and noun.head.dep_ == "ROOT")


def _filler(subjects: list[str], count: int, rng: random.Random) -> str:
    words = lexicon(__file__)
    sentences = [rng.choice(words["openings"]).format(x=subjects[0])]
    frames = list(words["sentences"])
    rng.shuffle(frames)
    for turn, frame in enumerate(frames[: count - 2]):
        sentences.append(frame.format(x=subjects[(turn + 1) % len(subjects)]))
    if len(subjects) > 1:
        first, second = rng.sample(subjects, 2)
        sentences.insert(min(2, len(sentences)), rng.choice(words["pairs"]).format(x=first, y=second))
    return " ".join(sentence[:1].upper() + sentence[1:] for sentence in [*sentences, words["closing"]])


PERTURBATION = RuleBased(
    name="topical-filler",
    family="context",
    summary="Puts filler about the same names and subjects, which says nothing of them, in the place of the documents.",
    propose=propose,
    version="2",
    relation=LOST,
    keeps_label=False,
    needs_supported=True,
    limits="Needs a name, or else one thing that the response or its question is about; the filler is formulaic and "
    "rarely as long as the documents. A response that only names its subject is "
    "unsupported as an answer, not as a phrase.",
    illustration=Illustration(
        response="The Harwell pool opens at seven.",
        context=("The Harwell pool opens at seven on weekdays.",),
        after="Much has been written about Harwell. Those who are familiar with Harwell will not find anything"
        " new here. This page gives a first impression of Harwell and goes into no detail. More may be "
        "added at a later date.",
        shows="context[0]",
    ),
)
