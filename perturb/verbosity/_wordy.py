"""Where a text has a short expression that a wordy one can stand for, each rule with the places that it refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gaugeblock.perturb.calendar_words import MONTHS
from gaugeblock.perturb.grammar import FINITE, is_conditional, is_negated, neighbour, subject_number, subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text, starts_of, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.verbosity._wordy_phrases import RULES
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, dict[str, Any]] = lexicon(__file__)
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl", "csubj"})
_ASKING = frozenset(_LEXICON["if"]["asking"])
_DETERMINERS = frozenset(_LEXICON["during"]["determiners"])

Rule = Callable[[Any], str | None]
"""The wordy form of what stands at a spaCy token, None where there is none; it replaces that one word."""


def _previous(token: Any) -> str:
    before = neighbour(token, -1)
    return "" if before is None else str(before.lower_)


def _finite_clause(mark: Any, *, present: bool = False) -> bool:
    """Whether the clause of a conjunction has a subject of its own and a finite verb after it."""
    verb = mark.head
    verbs = [verb, *(child for child in verb.children if child.dep_ in {"aux", "auxpass"})]
    subjects = [child for child in verb.children if child.dep_ in _SUBJECTS]
    if not subjects or not all(mark.i < subject.i for subject in subjects):
        return False
    finite = [word for word in verbs if word.tag_ in FINITE]
    if present:
        return len(finite) == 1 and (finite[0].tag_ in {"VBZ", "VBP"} or finite[0].lower_ in {"can", "must"})
    return bool(finite)


def _because(token: Any) -> str | None:
    after = neighbour(token)
    if token.lower_ != "because" or token.dep_ != "mark" or after is None or after.lower_ == "of":
        return None
    return "due to the fact that" if _finite_clause(token) and not _asks(token) else None


def _although(token: Any) -> str | None:
    if token.lower_ not in {"although", "though"} or token.dep_ != "mark" or _previous(token) in {"even", "as"}:
        return None
    return "despite the fact that" if token.head.dep_ == "advcl" and _finite_clause(token) else None


def _if(token: Any) -> str | None:
    """A condition in the present tense; a supposition ("if she were", "even if") and a question stay."""
    if token.lower_ != "if" or token.dep_ != "mark" or token.head.dep_ != "advcl":
        return None
    before, after = _previous(token), neighbour(token)
    if before not in {"", ",", "and", "but", "that", "is", "are"} and token.nbor(-1).pos_ not in {
        "NOUN",
        "PROPN",
        "VERB",
    }:
        return None
    if before == "what" or after is None or after.lower_ in {"so", "not", "any", "possible", "necessary", "only"}:
        return None
    # "Let her know if he can come" may ask whether he can, wherever the parse puts the clause.
    if any(word.lemma_.lower() in _ASKING for word in token.sent if word.i < token.i and word.pos_ == "VERB"):
        return None
    return "in the event that" if _finite_clause(token, present=True) else None


def _purpose(token: Any) -> str | None:
    """The infinitive of purpose after a verb that is done with an aim, its object between the two."""
    verb = token.head
    if token.lower_ != "to" or token.tag_ != "TO" or verb.dep_ != "advcl" or verb.tag_ != "VB":
        return None
    main = verb.head
    if main.lemma_.lower() not in _LEXICON["purpose"]["verbs"] or main.pos_ != "VERB" or main.i + 1 >= token.i:
        return None
    before = token.nbor(-1)
    if before.pos_ not in {"NOUN", "PROPN"} or before.lower_ in {"order", "way", "time", "right", "chance"}:
        return None
    if any(child.dep_ in {"ccomp", "xcomp"} or (child.dep_ == "advcl" and child != verb) for child in main.children):
        return None
    return "in order to"


def _each(token: Any) -> str | None:
    after = neighbour(token)
    if token.lower_ not in {"each", "every"} or token.dep_ != "det" or after is None:
        return None
    if after.pos_ not in {"NOUN", "ADJ"} or after.tag_ == "NNS" or after.lower_ in {"other", "single", "few", "last"}:
        return None
    before = _previous(token)
    if before in {"not", "almost", "nearly", "virtually", "practically", "and", "or", "one", "once"}:
        return None
    word = neighbour(token, -1)
    if word is not None and (word.pos_ in {"NUM", "ADV"} or word.like_num):
        return None
    return "each and every" if not is_negated(token.head.head) else None


def _again(token: Any) -> str | None:
    after = neighbour(token)
    if token.lower_ != "again" or token.dep_ != "advmod" or token.head.pos_ not in {"VERB", "AUX"}:
        return None
    around = {_previous(token), "" if after is None else after.lower_}
    if around & {"and", "once", "yet", "over", "never", "ever", "then", "again", "back", "time"} or token.is_sent_start:
        return None
    return None if any(word.dep_ == "neg" or word.lower_ == "no" for word in token.sent) else "once again"


def _until(token: Any) -> str | None:
    if token.lower_ != "until" or token.dep_ not in {"prep", "mark"} or _previous(token) in {"not", "up", "only"}:
        return None
    negative = any(word.dep_ == "neg" or word.lower_ in {"no", "nothing", "nobody", "none"} for word in token.sent)
    return None if negative else "up until"


def _during(token: Any) -> str | None:
    noun = next((child for child in token.children if child.dep_ == "pobj"), None)
    if token.lower_ != "during" or noun is None or noun.tag_ not in {"NN", "NNS"}:
        return None
    after = neighbour(token)
    starts = after is not None and (after.lower_ in _DETERMINERS | {"a", "an", "this", "that"})
    return "during the course of" if starts and noun.lower_ in _LEXICON["during"]["nouns"] else None


def _for_a_time(token: Any) -> str | None:
    number, unit = neighbour(token), neighbour(token, 2)
    if token.lower_ != "for" or token.dep_ != "prep" or number is None or unit is None:
        return None
    if not (number.like_num and number.pos_ == "NUM" and unit.lower_ in _LEXICON["period"]["units"]):
        return None
    beyond = neighbour(token, 3)
    if beyond is not None and (
        beyond.lower_ in {"of", "'", "’", "or", "and", "old", "'s"} or beyond.pos_ in {"NOUN", "ADJ"}
    ):
        return None
    return "for a period of" if number.head == unit and unit.head == token else None


def _in_month(token: Any) -> str | None:
    name, beyond = neighbour(token), neighbour(token, 2)
    if token.lower_ != "in" or token.dep_ != "prep" or name is None or name.text not in MONTHS:
        return None
    if name.ent_type_ != "DATE" or name.dep_ != "pobj":
        return None
    closed = (
        beyond is None
        or beyond.is_punct
        or beyond.pos_ in {"ADP", "CCONJ", "SCONJ", "AUX", "VERB", "ADV", "PRON", "DET"}
    )
    listed = beyond is not None and beyond.lower_ in {"and", "or", "to", "-", "–", "'s", "’s", "/", "through", "until"}
    return "in the month of" if closed and not listed else None


def _all(token: Any) -> str | None:
    after, noun = neighbour(token), token.head
    if token.lower_ != "all" or token.dep_ != "predet" or after is None or after.lower_ not in _DETERMINERS:
        return None
    if _previous(token) in {"of", "at", "above", "after", "not"} or noun.tag_ not in {"NNS", "NNPS"}:
        return None
    return None if noun.lower_ in _LEXICON["all_of"]["not_before"] else "all of"


def _why(token: Any) -> str | None:
    clause, verb = token.head, token.head.head
    if token.lower_ != "why" or token.dep_ != "advmod" or clause.dep_ != "ccomp" or _asks(token):
        return None
    if verb.lemma_.lower() not in _LEXICON["why"]["verbs"] or verb.i + 1 != token.i:
        return None
    return "the reason why" if _finite_clause(token) else None


def _decide(token: Any) -> str | None:
    after, beyond = neighbour(token), neighbour(token, 2)
    if token.lower_ not in _LEXICON["decide"] or token.pos_ != "VERB" or after is None or beyond is None:
        return None
    if after.lower_ != "to" or beyond.tag_ != "VB" or is_negated(token):
        return None
    if any(child.dep_ in {"auxpass", "nsubjpass"} for child in token.children) or token.dep_ in {"acl", "amod"}:
        return None
    form: str = _LEXICON["decide"][token.lower_]
    return form if subject_of(token) is not None else None


def _whether(token: Any) -> str | None:
    clause = token.head
    if token.lower_ != "whether" or token.dep_ != "mark" or clause.dep_ != "ccomp":
        return None
    if clause.head.lemma_.lower() not in _LEXICON["whether"]["verbs"] or not _finite_clause(token):
        return None
    later = (word for word in token.sent if word.i > token.i)
    return None if any(word.lower_ in {"or", "whether", "not", "n't", "n’t"} for word in later) else "whether or not"


def _can(token: Any) -> str | None:
    """What somebody is able to do: an active verb right after "can", its subject a pronoun of a person."""
    verb, after = token.head, neighbour(token)
    if token.lower_ != "can" or token.tag_ != "MD" or token.dep_ != "aux" or after is None or after != verb:
        return None
    subject = next((child for child in verb.children if child.dep_ == "nsubj"), None)
    if verb.tag_ != "VB" or verb.pos_ != "VERB" or subject is None or subject.i > token.i or verb.dep_ == "relcl":
        return None
    if subject.lower_ not in {"he", "she", "they", "we"} or is_conditional(token) or is_negated(verb):
        return None
    number = subject_number(verb)
    return None if number is None else f"{'is' if number == 'singular' else 'are'} able to"


def _asks(token: Any) -> bool:
    return any(word.text == "?" for word in token.sent)


def _by_word(rules: Iterable[tuple[Rule, Iterable[str]]]) -> dict[str, tuple[Rule, ...]]:
    table: dict[str, tuple[Rule, ...]] = {}
    for rule, triggers in rules:
        for word in triggers:
            table[word] = (*table.get(word, ()), rule)
    return table


# By the word that a rule looks at, so that most tokens cost nothing.
_RULES = _by_word(
    (
        (_because, ("because",)),
        (_although, ("although", "though")),
        (_if, ("if",)),
        (_purpose, ("to",)),
        (_each, ("each", "every")),
        (_again, ("again",)),
        (_until, ("until",)),
        (_during, ("during",)),
        (_for_a_time, ("for",)),
        (_in_month, ("in",)),
        (_all, ("all",)),
        (_why, ("why",)),
        (_decide, tuple(_LEXICON["decide"])),
        (_whether, ("whether",)),
        (_can, ("can",)),
        *RULES,
    )
)

_YEAR_AFTER = frozenset({"in", "since", "by", "until", "before", "after", "during"})
_SMALLEST_TOTAL = 10  # "a total of two people" makes more of the number than "two people" does
_LARGEST_TOTAL = 100_000


def wordy_edits(text: Text) -> Iterator[Edit]:
    """The edits that put wordy expressions for short ones, each by itself, in the order of the text and its rules."""
    for token in tokens_of(text.doc):
        for rule in _RULES.get(token.lower_, ()):
            if (wordy := rule(token)) is not None:
                yield replace_span(text.text, token.idx, token.idx + len(token), like_case(token.text, wordy))
    yield from _numbers(text)


def _numbers(text: Text) -> Iterator[Edit]:
    starts = starts_of(text.doc)
    for number in text.numbers:
        token = starts.get(number.start)
        if token is None or token.i + 1 >= len(text.doc) or len(token) != number.end - number.start:
            continue
        if number.kind == "year" and _year_alone(token):
            yield replace_span(text.text, number.start, number.start, "the year ")
        elif number.kind == "count" and _SMALLEST_TOTAL <= (number.value or 0) <= _LARGEST_TOTAL and _counts(token):
            yield replace_span(text.text, number.start, number.start, "a total of ")


def _year_alone(token: Any) -> bool:
    """Whether a year is the object of a preposition and no part of a longer date, a range or a name."""
    if _previous(token) not in _YEAR_AFTER or token.dep_ != "pobj" or any(token.children):
        return False
    after = neighbour(token)
    if after is None or (token.whitespace_ == "" and not after.is_punct):
        return False
    if after.lower_ in {"-", "–", "—", "/", "to", "and", "or", "through"}:
        return False
    return after.is_punct or after.pos_ not in {"NOUN", "PROPN", "NUM", "ADJ", "PART"}


def _counts(token: Any) -> bool:
    """Whether a number in digits counts all there is to a noun phrase of its own: "40 people were hurt"."""
    noun, before = token.nbor(1), neighbour(token, -1)
    if not token.is_digit or noun.lower_ not in _LEXICON["total"]["nouns"] or token.head != noun or token.is_sent_start:
        return False
    if any(child.dep_ not in {"nummod", "prep", "relcl", "acl"} for child in noun.children) or noun.dep_ == "compound":
        return False
    if noun.dep_ not in {"nsubjpass", "dobj", "nsubj"} or before is None:
        return False
    return before.pos_ in {"VERB", "AUX", "SCONJ", "CCONJ"} or before.lower_ == ","
