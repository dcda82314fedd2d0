"""What no edit may touch: code, addresses, markup, template fields; and quoted speech, which no rewording may touch."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from gaugeblock.perturb.sentences import LINE_BREAK
from gaugeblock.perturb.spans import Span, Stretches

# Repeats are bounded or possessive, so that no text makes the search slow.
_PROTECTED = regex.compile(
    r"""
    (?P<fence>```.*?(?:```|\Z) | ~~~.*?(?:~~~|\Z))
  | (?P<code>`(?!\s)[^`\n]+(?<!\s)`(?!\w))  # "the `old' and the `new'" quotes, and has no code in it
  | (?P<template>\{\{[^{}]*\}\} | \{%[^{}]*%\} | \$?\{[^{}\n]*\})
  | (?P<tag></?[A-Za-z][^<>\n]{0,300}> | <!--.{0,2000}?--> | \[/?INST\] | <\|[^<>\n|]{1,60}\|>)
  | (?P<entity>&(?:[A-Za-z]{2,10}|\#[0-9]{1,7});)
  | (?P<url>\b(?:https?|ftp)://[^\s<>"”]+ | \bwww\.[^\s<>"”]+
      | (?<![\w.-])[a-z0-9-]{1,63}+(?:\.[a-z0-9-]{1,63}){0,5}\.(?:com|org|net|gov|edu|io|co\.uk)\b(?:/[^\s<>"”]*)?)
  | (?P<mail>(?<![\w.+-])[\w.+-]{1,64}+@[\w-]{1,63}\.[\w.-]{0,200}\w)
  | (?P<telephone>(?<![\w+])(?:\+[0-9]{1,3}(?:[\ -]?\(?[0-9]{2,4}\)?){2,5}
      | \(?0[0-9]{2,4}\)?[\ -][0-9]{3,4}[\ -]?[0-9]{3,4}
      | [0-9]{3}-[0-9]{3}-[0-9]{4})(?!\w))
  | (?P<handle>(?<!\w)[@\#][A-Za-z_]\w*)
  | (?P<path>(?<![\w/])(?:[A-Za-z]:\\|~/|\.{1,2}/|/)[\w.-]+(?:[/\\][\w.-]+)+)
  | (?P<name>(?<![\w.])\w{1,80}+(?:\.\w{1,80}+){0,6}\(\) | (?<!\w)[A-Za-z0-9]++(?:_[A-Za-z0-9]++)+)
    """,
    regex.VERBOSE | regex.DOTALL,
)

# A mark without which nothing of the above is there, so that most texts are spared the search; each part follows from
# what its alternatives begin with or must have.
_MAY_PROTECT = regex.compile(
    r"[`~{<\[&@\#/\\_]|\(\)|\bwww\.|\.(?:com|org|net|gov|edu|io|co\.uk)\b|\+[0-9]|(?<!\w)0[0-9]{2}|[0-9]{3}-[0-9]{3}-"
)

_PAIRS = regex.compile(
    r"“[^”\n]*(?:”|$) | ``(?!`)[^\n]*?(?:''|``|$) | „[^“”\n]*(?:[“”]|$) | «[^»\n]*(?:»|$) | 「[^」]*」 | 『[^』]*』"
    r"| (?<![\w’])‘(?!\s)[^‘\n]{0,600}?(?<!\s)’(?!\w)",
    regex.VERBOSE | regex.MULTILINE,
)
# What stands beside a straight mark tells whether it opens or closes; between two blanks it may do both.
_MARK = regex.compile(
    r"""
    (?P<opens>(?:(?<=[\s(\[{—–-])|(?<=\A))["](?=[^\s.,;:!?)\]}]))
  | (?P<closes>(?<=[^\s(\[{—–-])["](?=[\s.,;:!?)\]}—–-]|\Z))
  | ["]
    """,
    regex.VERBOSE,
)
_SINGLE = regex.compile(r"(?<![\w'])'(?![\s'])[^'\n]{1,400}(?:(?<=\w)'(?=\w)[^'\n]{1,400})*?(?<![\s])'(?!\w)")


def protected_spans(text: str) -> Stretches:
    """Code, addresses, markup tags and template fields, left to right."""
    if not _MAY_PROTECT.search(text):
        return Stretches()
    return Stretches(Span(match.start(), match.end()) for match in _PROTECTED.finditer(text))


def quotation_spans(text: str) -> Stretches:
    """Quotations with their marks, left to right; they may nest.

    A straight double quotation mark opens or closes by the blanks beside it. Speech that opens anew before it was
    closed goes on, as it does paragraph by paragraph in newspapers; without its partner it counts as open up to the end
    of its line, or from the quotation before: too much is safer than too little.

    >>> text = 'He said "no". "I may go. "I may stay," he said.'
    >>> [span.of(text) for span in quotation_spans(text)]
    ['"no"', '"I may go. "I may stay,"']
    """
    spans = [Span(match.start(), match.end()) for match in (*_PAIRS.finditer(text), *_SINGLE.finditer(text))]
    line_start = 0
    for line_end in (*(match.start() for match in LINE_BREAK.finditer(text)), len(text)):
        if '"' in text[line_start:line_end]:
            spans.extend(_straight(text, line_start, line_end))
        line_start = line_end
    return Stretches(sorted(spans))


def _straight(text: str, line_start: int, line_end: int) -> Iterator[Span]:
    """What stands in straight double marks on one line."""
    opened: int | None = None
    free_from = line_start
    for mark in _MARK.finditer(text, line_start, line_end):
        at = mark.start()
        opens, closes = mark["opens"] is not None, mark["closes"] is not None
        if opened is None and closes:
            if text[at - 1].isdecimal():
                continue  # inches
            opened = free_from
        if opened is None:
            opened = at
        elif not opens:
            yield Span(opened, at + 1)
            opened, free_from = None, at + 1
    if opened is not None:
        yield Span(opened, line_end)
