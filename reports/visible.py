"""Makes characters that have no shape, or that reorder the text around them, visible in a report."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import regex
from markupsafe import Markup, escape

# Zero-width joiners shape emoji and the scripts of South Asia and Iran; only there they are left as they are.
_JOINER = r"(?<=[\p{M}\p{So}\p{Sk}\uFE0F]|[^\P{L}\p{Script=Latin}])[\u200C\u200D](?=[\p{L}\p{M}\p{So}])"
# Controls (all but tab and line feed), formats such as bidi overrides, line separators, surrogates, non-characters.
_UNSEEN = regex.compile(rf"(?!{_JOINER})(?![\t\n])[\p{{Cc}}\p{{Cf}}\p{{Zl}}\p{{Zp}}\p{{Cs}}\uFDD0-\uFDEF\uFFFE\uFFFF]")


def visible(text: str) -> str:
    r"""The text with every unseen character written as its code point.

    >>> visible("pay\u202e001")
    'pay[U+202E]001'
    """
    return "".join(f"[{_code(piece)}]" if unseen else piece for unseen, piece in _pieces(text))


def visible_html(text: str) -> Markup:
    r"""The text escaped for HTML, with every unseen character as a marked code point that has its name as a title.

    >>> str(visible_html("<b>"))
    '&lt;b&gt;'
    """
    pieces = []
    for unseen, piece in _pieces(text):
        if unseen:
            name = unicodedata.name(piece, "control character")
            pieces.append(Markup('<span class="unseen" title="{}">{}</span>').format(name, _code(piece)))
        else:
            pieces.append(escape(piece))
    return Markup("").join(pieces)


def one_line(text: str) -> str:
    r"""The visible text on one line: line ends as a return sign, tabs as a space.

    >>> one_line("a\nb")
    'a↵b'
    """
    return visible(text).replace("\n", "↵").replace("\t", " ")


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    at = 0
    for match in _UNSEEN.finditer(text):
        if match.start() > at:
            yield False, text[at : match.start()]
        yield True, match.group()
        at = match.end()
    if at < len(text):
        yield False, text[at:]


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"
