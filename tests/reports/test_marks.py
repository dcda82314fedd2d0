"""A marked text holds both texts in full, and an excerpt says what it leaves out."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.perturb.variant import Edit, diff_edits
from gaugeblock.reports.marks import Piece, excerpt, mark, side
from gaugeblock.reports.visible import one_line, visible, visible_html

texts = st.text(max_size=60)


@settings(deadline=None)
@given(texts, texts)
def test_the_pieces_give_back_both_texts(before: str, after: str) -> None:
    pieces = mark(before, after, diff_edits(before, after))
    assert "".join(p.text for p in pieces if p.kind != "added") == before
    assert "".join(p.text for p in pieces if p.kind != "removed") == after


@settings(deadline=None)
@given(texts, texts, st.integers(0, 5), texts)
def test_edits_that_do_not_fit_are_not_believed(before: str, after: str, start: int, wrong: str) -> None:
    """Whatever edits a file claims, the page shows the two texts that were scored."""
    pieces = mark(before, after, [Edit("response", start, start + len(wrong), wrong, "zz")])
    assert "".join(p.text for p in pieces if p.kind != "added") == before
    assert "".join(p.text for p in pieces if p.kind != "removed") == after


def test_two_insertions_at_one_place_fall_back_to_the_difference() -> None:
    edits = [Edit("response", 0, 0, "", "a"), Edit("response", 0, 0, "", "b")]
    assert [p.kind for p in mark("x", "abx", edits)] == ["removed", "added"]


@settings(deadline=None)
@given(st.text(alphabet="ab ", max_size=400), st.integers(1, 50))
def test_an_excerpt_counts_what_it_leaves_out(text: str, keep: int) -> None:
    pieces = [Piece("removed", "x"), Piece("same", text), Piece("added", "y")]
    shown = excerpt([p for p in pieces if p.text], keep)
    left_out = sum(int(p.text.split(" ")[0].replace(",", "")) for p in shown if p.kind == "cut")
    assert sum(len(p.text) for p in shown if p.kind != "cut") + left_out == len(text) + 2


def test_an_excerpt_keeps_the_words_around_an_edit() -> None:
    pieces = mark("one " * 100 + "May" + " two" * 100, "one " * 100 + "June" + " two" * 100, [])
    kinds = [p.kind for p in excerpt(pieces, 20)]
    assert kinds == ["cut", "same", "removed", "added", "same", "cut"]


def test_a_very_long_edit_is_cut() -> None:
    (first, cut, last) = excerpt([Piece("removed", "word " * 2000)], 50)
    assert cut.kind == "cut"
    assert first.kind == last.kind == "removed"


def test_an_unchanged_text_is_one_side() -> None:
    assert side(mark("same", "same", []), "added", 20) == "same"


def test_joiners_stay_where_a_script_needs_them_and_show_elsewhere() -> None:
    assert visible("क\u094d\u200dष") == "क\u094d\u200dष"
    assert visible("👩\u200d👧") == "👩\u200d👧"
    assert visible("fa\u200dct") == "fa[U+200D]ct"
    assert visible("fa\u200bct") == "fa[U+200B]ct"


@settings(deadline=None)
@given(st.text(alphabet=st.characters(), max_size=40))
def test_visible_text_can_be_written_anywhere(text: str) -> None:
    """No control character, surrogate or line separator is left, in plain text and in HTML alike."""
    for shown in (visible(text), str(visible_html(text)), one_line(text)):
        shown.encode("utf-8")
        assert not any(ord(c) < 32 and c not in "\t\n" for c in shown)
    assert len(one_line(text).splitlines()) <= 1
    assert "<b" not in str(visible_html("<b>")).replace("&lt;", "")
