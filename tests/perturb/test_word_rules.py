"""Rules for single words, remembered: they find what spaCy's own matcher finds."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import text as text_module
from gaugeblock.perturb import word_rules
from gaugeblock.perturb.word_rules import RememberedMatcher

TEXTS = (
    "",
    "  \n",
    "The mayor of Lisbon didn't sign the bill; she'd rather've left, y'all.",
    "I'm gonna go. Let's see, c'm on, it ain't got ta be. There's a 3.1% rise 🚀\t(GDP).",
)


@pytest.mark.parametrize("most", [word_rules._MOST, 2])
def test_remembered_rules_are_those_that_a_word_meets(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where so few kinds of words are remembered that they are forgotten again and again."""
    from spacy.matcher import Matcher

    monkeypatch.setattr(word_rules, "_MOST", most)
    pipeline = text_module.pipeline()
    rules = [rule["patterns"] for rule in pipeline.get_pipe("attribute_ruler").patterns]
    plain, remembered = Matcher(pipeline.vocab), RememberedMatcher(pipeline.vocab, rules)
    for number, patterns in enumerate(rules):
        plain.add(str(number), patterns)
    for text in TEXTS * 2:
        doc = pipeline(text)
        assert set(remembered(doc, allow_missing=True)) == set(plain(doc, allow_missing=True))


def test_a_pipeline_without_such_rules_is_left_as_it_is() -> None:
    import spacy

    blank = spacy.blank("en")
    word_rules.remember_rules(blank)
    assert [token.text for token in blank("It rained.")] == ["It", "rained", "."]


def test_a_rule_may_ask_for_nothing() -> None:
    matcher = RememberedMatcher(text_module.pipeline().vocab, [])
    assert matcher(text_module.pipeline()("It rained."), allow_missing=True) == []
