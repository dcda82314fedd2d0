"""English grammar on a spaCy parse: forms of words, the number of a subject, where a claim is not asserted."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, Any] = lexicon(__file__)
_IRREGULAR: dict[str, str] = _LEXICON["third_person"]
_EITHER_NUMBER = frozenset(_LEXICON["either_number"])
_ALWAYS_PLURAL = frozenset(_LEXICON["always_plural"])
_CONDITIONS = frozenset(_LEXICON["conditions"])
_NEGATIONS = frozenset(_LEXICON["negations"])
_DENIALS = frozenset(_LEXICON["denials"])
_OUTRIGHT = frozenset(_LEXICON["outright_denials"])
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")

FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
"""Tags of the verbs that have a tense, and so may be all that a clause needs."""

BE = {
    "present": {"singular": "is", "plural": "are"},
    "past": {"singular": "was", "plural": "were"},
}


def third_person(verb: str) -> str:
    """The present tense of a verb after "it".

    >>> [third_person(verb) for verb in ("reduce", "carry", "play", "reach", "have", "go")]
    ['reduces', 'carries', 'plays', 'reaches', 'has', 'goes']
    """
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def present(verb: str, number: str) -> str:
    """The present tense of a base form for a subject that is ``singular`` or ``plural``.

    >>> present("be", "plural"), present("cause", "singular")
    ('are', 'causes')
    """
    if verb == "be":
        return BE["present"][number]
    return third_person(verb) if number == "singular" else verb


def subject_of(verb: Any) -> Any | None:
    """The subject of a verb (spaCy tokens), that of its coordinate verb where it has none of its own."""
    for child in verb.children:
        if child.dep_ in _SUBJECTS:
            return child
    if verb.dep_ == "conj" and verb.head.pos_ in {"VERB", "AUX"}:
        return subject_of(verb.head)
    return None


def subject_number(verb: Any) -> str | None:
    """``singular`` or ``plural``, None where it cannot be told or the subject is "I" or "you"."""
    if any(child.dep_ == "expl" for child in verb.children):
        real = next((child for child in verb.children if child.dep_ in {"attr", "dobj", *_SUBJECTS}), None)
        return None if real is None else noun_number(real)
    subject = subject_of(verb)
    if subject is None:
        return None
    if subject.dep_ in {"csubj", "csubjpass"}:
        return "singular"
    if subject.tag_ in {"WDT", "WP"}:
        return noun_number(verb.head) if verb.dep_ == "relcl" else None
    return noun_number(subject)


def noun_number(noun: Any) -> str | None:
    """The number of a noun phrase by its head (a spaCy token), None where it cannot be told."""
    word = noun.lower_
    if any(child.dep_ == "conj" for child in noun.children):
        joined = {child.lower_ for child in noun.children if child.dep_ == "cc"}
        return "plural" if joined == {"and"} else None
    if noun.tag_ == "PRP":
        return {"it": "singular", "he": "singular", "she": "singular", "they": "plural", "we": "plural"}.get(word)
    if noun.tag_ == "DT":
        return {"this": "singular", "that": "singular", "these": "plural", "those": "plural"}.get(word)
    if word in _ALWAYS_PLURAL or noun.tag_ in {"NNS", "NNPS"}:
        return None if word in _EITHER_NUMBER else "plural"
    if noun.tag_ not in {"NN", "NNP", "VBG"} or word in _EITHER_NUMBER:
        return None
    if any(child.lower_ in {"these", "those", "many", "several", "both", "few"} for child in noun.children):
        return None
    return "singular"


def is_negated(verb: Any) -> bool:
    """Whether the verb's own clause has a negation in it."""
    return any(
        child.dep_ == "neg"
        or child.lower_ in _NEGATIONS
        or (child.dep_ in (*_SUBJECTS, "dobj", "attr") and any(word.lower_ in _NEGATIONS for word in child.children))
        for child in verb.children
    )


def is_denied(token: Any) -> bool:
    """Whether the claim that a token belongs to is denied, in its own clause or from a clause around it.

    "She did not say", "nobody thinks", "he doubts", "it is false that", "no proof that".
    """
    verb = clause_verb(token)
    if verb is None:
        return False
    if verb.dep_ in {"aux", "auxpass"}:
        verb = verb.head
    return is_negated(verb) or any(_denies(around) for around in verb.ancestors) or _sentence_denies(verb)


def _denies(word: Any) -> bool:
    """Whether a word that governs a claim denies it, by itself or by what goes with it."""
    if word.lower_ in _NEGATIONS or word.lemma_.lower() in _DENIALS or is_negated(word):
        return True
    beside = [child for child in word.children if child.dep_ in {"acomp", "attr", "oprd", "amod", *_SUBJECTS}]
    return any(
        part.lemma_.lower() in _DENIALS or part.lower_ in _NEGATIONS
        for child in beside
        for part in (child, *child.lefts)
    )


def _sentence_denies(verb: Any) -> bool:
    """Whether another clause of the sentence says "is false" or "nobody", which a parse may put elsewhere."""
    for word in verb.sent:
        if word.lower_ in _OUTRIGHT or word.lemma_.lower() in _OUTRIGHT:
            return True
        if word.lower_ == "one" and word.i and word.nbor(-1).lower_ == "no":
            return True
        if (
            word.head != verb
            and not _is_said_by(verb, word)
            and word.lemma_.lower() in _DENIALS
            and word.dep_ in {"acomp", "attr", "oprd"}
        ):
            return True
    return False


def _is_said_by(verb: Any, denial: Any) -> bool:
    """Whether a denial is a part of what a verb says: "fans often complain that it is impossible to leave"."""
    return verb in denial.ancestors and any(child.lower_ == "it" and child.i > verb.i for child in denial.head.lefts)


def is_conditional(token: Any) -> bool:
    """Whether the token's clause, or one around it, is a condition, depends on one, or is a question or an aim."""
    if any(word.text == "?" for word in token.sent):
        return True
    before = [word.lower_ for word in token.sent if word.i < token.i]
    if any(pair in {("so", "that"), ("order", "that"), ("condition", "that")} for pair in pairwise(before)):
        return True
    for around in (token, *token.ancestors):
        for child in around.children:
            if child.dep_ in {"mark", "advmod"} and child.lower_ in _CONDITIONS:
                return True
            if child.dep_ == "advcl" and any(word.lower_ in _CONDITIONS for word in child.children):
                return True
    return False


def clause_verb(token: Any) -> Any | None:
    """The nearest verb at or above a token."""
    return next((word for word in (token, *token.ancestors) if word.pos_ in {"VERB", "AUX"}), None)


def neighbour(token: Any, far: int = 1) -> Any | None:
    """The word so many places after a token, within its sentence; None where the sentence ends before.

    Args:
        token: a spaCy token.
        far: the places; below 0 for a word before it.
    """
    between = range(token.i + 1, token.i + far + 1) if far > 0 else range(token.i + far + 1, token.i + 1)
    # Asking for the sentence itself would read all of it.
    if token.i + far >= len(token.doc) or any(token.doc[at].is_sent_start for at in between):
        return None
    return token.doc[token.i + far]


def written(first: Any, last: Any) -> str:
    """The text from one token to another; the text of the whole parse would be put together anew each time."""
    return str(first.doc[first.i : last.i + 1].text)


def forms_of(lemma: str, tag: str) -> tuple[str, ...]:
    """Every form of an English word that goes with a tag, arguments as of `inflect`.

    >>> forms_of("travel", "VBD"), forms_of("prim", "VBZ")
    (('traveled', 'travelled'), ('prims',))
    """
    # Not imported with the module: it loads its tables, which takes a while.
    from lemminflect import getInflection

    return tuple(getInflection(lemma, tag))


def inflect(lemma: str, tag: str) -> str | None:
    """A form of an English word, None where it is not known or two forms are in use.

    Args:
        lemma: the base form, in lower case.
        tag: Penn Treebank tag: ``VBD``, ``VBN``, ``VBG``, ``VBZ``, ``NNS``, ``JJR``, ``JJS``.

    >>> inflect("eat", "VBN"), inflect("submit", "VBD"), inflect("family", "NNS")
    ('eaten', 'submitted', 'families')
    """
    forms = forms_of(lemma, tag)
    if tag == "NNS":  # "family" is listed as its own plural too, as words for game are
        forms = tuple(form for form in forms if form != lemma) or forms
    return forms[0] if len(forms) == 1 else None
