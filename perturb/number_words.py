"""Numbers written as words: "twelve", "two hundred and five", "two thirds"."""

from __future__ import annotations

from functools import cache

import regex

from gaugeblock.perturb.lexicon import lexicon


def spell(value: int) -> str:
    """A whole number from 1 to 99 as words.

    Raises:
        ValueError: outside that range.

    >>> spell(12), spell(40), spell(99)
    ('twelve', 'forty', 'ninety-nine')
    """
    if not 1 <= value <= 99:
        raise ValueError(f"spell writes 1 to 99, not {value}")
    words = {number: word for table in ("units", "teens", "tens") for word, number in lexicon(__file__)[table].items()}
    if value in words:
        return str(words[value])
    return f"{words[value - value % 10]}-{words[value % 10]}"


def word_value(text: str) -> float | None:
    """The value of a number written as words, None where it is no such number.

    >>> word_value("two hundred and five"), word_value("A half"), word_value("forty-one thousand"), word_value("many")
    (205.0, 0.5, 41000.0, None)
    >>> word_value("two thousand million"), word_value("three million two thousand")
    (2000000000.0, 3002000.0)
    """
    if number_word_pattern().fullmatch(text) is None:
        return None
    tables = lexicon(__file__)
    small = {**tables["units"], **tables["teens"], **tables["tens"]}
    total, current, last = 0, 0, 0
    for word in regex.findall(r"\p{L}+", text.lower()):
        if word in small:
            current += small[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in tables["scales"]:
            scale = tables["scales"][word]
            if 0 < last < scale:  # "two thousand million": a larger scale multiplies all that stands before it
                total = (total + current) * scale
            else:
                total += max(current, 1) * scale
            current, last = 0, scale
        elif word in tables["parts"]:
            return max(current, 1) / int(tables["parts"][word])
    return float(total + current)


@cache
def number_word_pattern() -> regex.Pattern[str]:
    """What a number written as words looks like."""
    tables = lexicon(__file__)
    units, teens, tens = ("|".join(tables[name]) for name in ("units", "teens", "tens"))
    scales = "|".join(word for word in tables["scales"] if word != "hundred")
    small = rf"(?:(?:{tens})(?:[- ](?:{units}))?|{teens}|{units})"
    under_thousand = rf"(?:(?:{small}|an?)\ hundred(?:(?:\ and)?\ {small})?|{small})"
    whole = rf"(?:{under_thousand}|an?(?=\ (?:{scales})))(?:\ (?:{scales})(?:(?:\ and)?\ {under_thousand})?)*"
    part = rf"(?:{small}|an?)[- ](?:{'|'.join(tables['parts'])})"
    return regex.compile(
        rf"(?<![\w-])(?:(?P<part>{part})|(?P<whole>{whole}))(?![\w]|-(?!year|day|week|month|hour|minute))", regex.I
    )


def ordinal_suffix(value: int) -> str:
    """What is written behind the digits of an ordinal.

    >>> [f"{value}{ordinal_suffix(value)}" for value in (1, 12, 22, 103)]
    ['1st', '12th', '22nd', '103rd']
    """
    return "th" if 11 <= value % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
