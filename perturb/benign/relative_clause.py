"""Relative clauses shortened or written out: "the man who was arrested" as "the man arrested", "the book (that) I saw".

The clause must tell which one is meant (no comma before it), and follow its noun at once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._persons import PEOPLE, PERSONS, is_person, is_thing
from gaugeblock.perturb.benign._syntax import stop
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import BE, inflect, noun_number, present
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_BE = frozenset({"is", "are", "was", "were"})
_RELATIVES = frozenset({"who", "which", "that"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each clause that can be changed, on its own, in the order of the text."""
    for verb in tokens_of(text.doc):
        for rule in _RULES.get(verb.dep_, ()):
            edit = rule(text, verb)
            if edit is not None and "\n" not in edit.before and free(text, edit.start, edit.end):
                yield Proposal((edit,), details={"rule": rule.__name__.strip("_")})


def _shortened(text: Text, verb: Any) -> Edit | None:
    """ "The man who was arrested in May" becomes "the man arrested in May"."""
    relative = verb.left_edge
    if verb.tag_ != "VBN" or relative.lower_ not in _RELATIVES or relative.dep_ != "nsubjpass" or relative.head != verb:
        return None
    helpers = [child for child in verb.lefts if child != relative]
    if len(helpers) != 1 or helpers[0].dep_ != "auxpass" or helpers[0].lower_ not in _BE:
        return None
    if verb.i != relative.i + 2 or verb.head.i != relative.i - 1 or not _plain_noun(verb.head):
        return None
    after = verb.nbor() if verb.i + 1 < len(verb.doc) else None
    # The participle needs something after it, or it would be read as the verb of the sentence.
    if after is None or after.tag_ not in {"IN", "RP"} or after.head not in (verb, *verb.children):
        return None
    if any(child.dep_ in {"conj", "cc", "ccomp", "xcomp", "oprd", "dobj"} for child in verb.children):
        return None
    if verb.lower_ in _WORDS["also_past"] and after.lower_ != "by":
        return None
    return replace_span(text.text, relative.idx, verb.idx, "")


def _written_out(text: Text, verb: Any) -> Edit | None:
    """ "The men arrested in May" becomes "the men who were arrested in May", of something that is over."""
    noun = verb.head
    if (
        verb.tag_ != "VBN"
        or noun.i != verb.i - 1
        or list(verb.lefts)
        or verb.lower_ not in _WORDS["over"]
        or not _plain_noun(noun)
    ):
        return None
    number = noun_number(noun)
    person = noun.lower_ in PERSONS
    if number is None or not person or any(child.dep_ in {"conj", "cc"} for child in (*verb.children, *noun.children)):
        return None
    return replace_span(text.text, verb.idx, verb.idx, f"who {'was' if number == 'singular' else 'were'} ")


def _dropped(text: Text, verb: Any) -> Edit | None:
    """ "The book that he wrote" becomes "the book he wrote"."""
    relative = verb.left_edge
    if relative.lower_ not in {"that", "which"} or relative.dep_ not in {"dobj", "pobj"} or relative.tag_ != "WDT":
        return None
    subject = next((child for child in verb.lefts if child.dep_ in {"nsubj", "nsubjpass"}), None)
    if subject is None or subject.left_edge.i != relative.i + 1 or verb.head.i != relative.i - 1:
        return None
    if not _plain_noun(verb.head) or not _subject_opener(subject) or text.text[stop(relative)] != " ":
        return None
    return replace_span(text.text, relative.idx, subject.left_edge.idx, "")


def _added(text: Text, verb: Any) -> Edit | None:
    """ "The book he wrote" becomes "the book that he wrote"."""
    noun, opener = verb.head, verb.left_edge
    subject = next((child for child in verb.lefts if child.dep_ in {"nsubj", "nsubjpass"}), None)
    if subject is None or subject.left_edge != opener or opener.i != noun.i + 1 or not _plain_noun(noun):
        return None
    if any(word.tag_ in {"WDT", "WP", "WP$", "WRB"} for word in verb.subtree) or not _subject_opener(subject):
        return None
    if text.text[stop(noun) : opener.idx] != " ":
        return None
    timed = noun.lower_ in _WORDS["timed"] and any(word.lower_ in _WORDS["which_time"] for word in noun.lefts)
    if not timed and (noun.lower_ in _WORDS["adverbial"] or not _has_gap(verb)):
        return None
    return replace_span(text.text, opener.idx, opener.idx, "that ")


def _stative_out(text: Text, verb: Any) -> Edit | None:
    """ "A plan based on trust" becomes "a plan that is based on trust", in the tense of the sentence."""
    noun = verb.head
    if noun.i != verb.i - 1 or list(verb.lefts) or not _plain_noun(noun):
        return None
    number, past = noun_number(noun), _tells_of_the_past(verb)
    if number is None or past is None or any(child.dep_ in {"conj", "cc"} for child in noun.children):
        return None
    if _is_state(verb) and is_person(noun) and not _is_perfect(verb) and text.text[stop(noun) : verb.idx] == " ":
        return replace_span(text.text, verb.idx, verb.idx, f"who {BE['past' if past else 'present'][number]} ")
    if verb.tag_ == "VBG" and verb.lower_ in _WORDS["activities"] and is_person(noun) and _went_on(verb):
        plain = text.text[stop(noun) : verb.idx] == " "
        return replace_span(text.text, verb.idx, verb.idx, f"who {BE['past'][number]} ") if plain else None
    if noun.lower_ in PERSONS:
        return None
    if not is_thing(noun) or text.text[stop(noun) : verb.idx] != " ":
        return None
    if verb.tag_ == "VBN" and verb.lower_ in _WORDS["stative_participles"]:
        be = BE["past" if past else "present"][number]
        return replace_span(text.text, verb.idx, verb.idx, f"that {be} ")
    if verb.tag_ == "VBG" and verb.lower_ in _WORDS["stative_verbs"]:
        lemma = _WORDS["stative_verbs"][verb.lower_]
        form = inflect(lemma, "VBD") if past else present(lemma, number)
        return None if form is None else replace_span(text.text, verb.idx, stop(verb), f"that {form}")
    return None


def _is_state(verb: Any) -> bool:
    """Whether a participle tells how somebody is: "armed with", "accused of"."""
    after = verb.nbor().lower_ if verb.i + 1 < len(verb.doc) else ""
    return verb.tag_ == "VBN" and after in _WORDS["states_of_persons"].get(verb.lower_, ())


def _went_on(verb: Any) -> bool:
    """Whether what somebody was doing is told of one event in the past."""
    around = next((word for word in verb.ancestors if word.pos_ in {"VERB", "AUX"}), None)
    if around is None or around.dep_ != "ROOT":
        return False
    helpers = {child.lower_ for child in around.lefts if child.dep_ in {"aux", "auxpass"}}
    event = around.lemma_.lower() in _WORDS["met_with"]
    return event and (around.tag_ == "VBD" or bool(helpers & {"was", "were", "has", "have"}))


def _is_perfect(verb: Any) -> bool:
    """Whether the clause around is in the perfect, which leaves open whether the state goes on."""
    around = next((word for word in verb.ancestors if word.pos_ in {"VERB", "AUX"}), None)
    return around is None or any(child.lower_ in {"has", "have", "had"} for child in around.lefts)


def _tells_of_the_past(verb: Any) -> bool | None:
    """Whether the clause around is in the past tense, None where it has none of its own."""
    around = next((word for word in verb.ancestors if word.pos_ in {"VERB", "AUX"}), None)
    if around is None:
        return None
    parts = [around, *(child for child in around.children if child.dep_ in {"aux", "auxpass"})]
    tags = {part.tag_ for part in parts}
    if tags & {"VBZ", "VBP"}:
        return False
    return True if "VBD" in tags else None


def _exchanged(text: Text, verb: Any) -> Edit | None:
    """ "The plan which failed" becomes "the plan that failed", and back for a thing."""
    relative = verb.left_edge
    if relative.lower_ not in {"that", "which"} or relative.tag_ != "WDT" or relative.head != verb or not relative.i:
        return None
    before = relative.nbor(-1)
    if relative.dep_ not in {"nsubj", "nsubjpass", "dobj"} or before.pos_ not in {"NOUN", "PROPN"}:
        return None
    if relative.lower_ == "which":
        return replace_span(text.text, relative.idx, stop(relative), "that")
    if any(word.lemma_.lower() in _WORDS["addressed"] for word in (verb.head, *verb.head.ancestors)):
        return None  # "tells Ann that the bridge is closed"
    # "That" after a noun that may be a person's, or one that has "the only" or "the best", stays.
    if text.text[stop(relative) : stop(relative) + 1] in ("'", "’"):
        return None  # "that's", "that'll"
    fixed = any(child.lower_ in _WORDS["wants_that"] or child.tag_ == "JJS" for child in verb.head.lefts)
    if fixed or not is_thing(verb.head) or not is_thing(before):
        return None
    return replace_span(text.text, relative.idx, stop(relative), "which")


def _persons(text: Text, verb: Any) -> Edit | None:
    """ "The man who left" becomes "the man that left", and back for a person."""
    relative = verb.left_edge
    if relative.dep_ not in {"nsubj", "nsubjpass"} or relative.head != verb or not relative.i:
        return None
    noun = relative.nbor(-1)
    if noun != verb.head or noun.tag_ not in {"NN", "NNS"} or text.text[stop(noun) : relative.idx] != " ":
        return None
    if relative.lower_ == "that" and relative.tag_ == "WDT":
        person = noun.lower_ in PERSONS or noun.lemma_.lower() in PEOPLE
        return replace_span(text.text, relative.idx, stop(relative), "who") if person else None
    # After "told the man", "that" would begin what he was told; "it was Ann who" has another "that".
    told = any(word.lemma_.lower() in _WORDS["tells"] for word in noun.ancestors)
    cleft = any(word.lower_ in {"it", "one", "ones"} for word in noun.doc[max(0, noun.i - 3) : noun.i])
    if relative.lower_ != "who" or told or cleft or any(word.lower_ == "that" for word in verb.subtree):
        return None
    return replace_span(text.text, relative.idx, stop(relative), "that")


def _apposed(text: Text, noun: Any) -> Edit | None:
    """ "Ann Ode, a poet from Lisbon, sings" becomes "Ann Ode, who is a poet from Lisbon, sings"."""
    article = noun.left_edge
    if article.lower_ not in {"a", "an"} or article.head != noun or not _describes_now(noun, noun.head, article):
        return None
    return replace_span(text.text, article.idx, article.idx, "who is ")


def _unwritten(text: Text, verb: Any) -> Edit | None:
    """ "Ann Ode, who is a poet from Lisbon, sings" becomes "Ann Ode, a poet from Lisbon, sings"."""
    who = verb.left_edge
    noun = next((child for child in verb.rights if child.dep_ == "attr"), None)
    if verb.lower_ != "is" or who.lower_ != "who" or verb.i != who.i + 1 or noun is None:
        return None
    article = noun.left_edge
    alone = all(child in (who, noun) or child.text == "," for child in verb.children)
    if not alone or article.lower_ not in {"a", "an"} or article.i != verb.i + 1:
        return None
    return replace_span(text.text, who.idx, article.idx, "") if _describes_now(noun, verb.head, who) else None


def _describes_now(noun: Any, name: Any, opener: Any) -> bool:
    """Whether a noun between commas tells what one named person is, in a sentence of the present."""
    if name.tag_ != "NNP" or name.ent_type_ != "PERSON" or opener.i < 2 or opener.nbor(-1).text != ",":
        return False
    if opener.nbor(-2) != name or noun.tag_ != "NN" or not is_person(noun):
        return False
    joined = any(child.dep_ in {"conj", "cc", "appos"} for child in (*noun.children, *name.children) if child != noun)
    last = noun.right_edge
    after = last.nbor() if last.i + 1 < len(noun.doc) else None
    return not joined and name.dep_ != "conj" and after is not None and after.text in {",", "."} and _now(name)


def _now(word: Any) -> bool:
    """Whether the clause that a word belongs to is in the present."""
    verb = next((around for around in word.ancestors if around.pos_ in {"VERB", "AUX"}), None)
    return verb is not None and verb.tag_ in {"VBZ", "VBP"} and not any(child.tag_ == "VBD" for child in verb.lefts)


def _has_gap(verb: Any) -> bool:
    """Whether the clause lacks an object, which its noun must be: "the book he wrote", not "the fact he left"."""
    last = verb
    while True:
        if any(child.dep_ in {"dobj", "attr", "acomp", "ccomp"} for child in last.children):
            return False
        deeper = next((child for child in last.children if child.dep_ == "xcomp"), None)
        if deeper is None:
            break
        last = deeper
    stranded = [child for child in last.children if child.dep_ == "prep" and not list(child.children)]
    return bool(stranded) or last.lemma_.lower() in _WORDS["needs_object"]


def _plain_noun(noun: Any) -> bool:
    """Whether a noun may be followed by its clause at once, and is not a name or a pronoun."""
    return noun.tag_ in {"NN", "NNS"} or noun.lower_ in {"those", "everything", "something", "anything"}


def _subject_opener(subject: Any) -> bool:
    """Whether a subject shows where its clause begins: a pronoun, or a noun phrase with an article."""
    opener = subject.left_edge
    return opener.tag_ in {"PRP", "PRP$", "DT"} and opener.lower_ not in {"that", "this", "her", "one", "it's"}


_RULES: dict[str, tuple[Any, ...]] = {
    "relcl": (_shortened, _dropped, _added, _exchanged, _persons, _unwritten),
    "appos": (_apposed,),
    "acl": (_written_out, _stative_out),
}

PERTURBATION = RuleBased(
    name="relative-clause",
    family="benign",
    version="5",
    summary='Leaves out, puts in or exchanges "who was", "who", "that" or "which" at the head of a relative clause.',
    propose=propose,
    checks=BENIGN,
    limits=(
        "Most of them clauses without a comma, right after their noun. A participle is written out only where "
        "it can but tell of something that is over (arrested, injured), since its tense is not written in it."
    ),
    illustration=Illustration(
        response="The choir sang a hymn that she had written.",
        after="The choir sang a hymn she had written.",
    ),
)
