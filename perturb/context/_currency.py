"""Another currency for the only one of the texts: "twelve euros" in francs, "£5m" in euros."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import regex

from gaugeblock.perturb.context._pools import LEXICON, has_word
from gaugeblock.perturb.context._renaming import Renaming
from gaugeblock.perturb.text import Text

_CURRENCIES: dict[str, list[str]] = LEXICON["currencies"]
_SIGNS = regex.compile(r"[$£€¥₹₩]")
_CONVERTED = 60  # code points within which two currencies may be one sum told twice
_AMOUNT = r"{sign}\ ?\d[\d,]*(?:\.\d+)?\p{{L}}*"


def other_currency(text: Text, everything: str, rng: random.Random) -> Iterator[Renaming]:
    """Renamings of the currency of a response.

    Args:
        text: the response.
        everything: the texts of the example.
        rng: the source of chance.
    """
    signs = set(_SIGNS.findall(everything))
    for name in _CURRENCIES["named"]:
        if regex.search(rf"(?<!\w){name}s?(?!\w)", text.text, regex.I) and not signs:
            made = _named(name, text.text, everything, rng)
            if made:
                yield made
    if len(signs) == 1 and (sign := signs.pop()) in _CURRENCIES["signs"] and sign in text.text:
        made = _signed(sign, text.text, everything)
        if made:
            yield made


def _named(name: str, response: str, everything: str, rng: random.Random) -> Renaming | None:
    """The currency by its name; what divides it ("cents") must divide the new one too."""
    parts = [part for part in _CURRENCIES["parts"] if regex.search(rf"(?<!\w){part}s?(?!\w)", everything, regex.I)]
    options = [
        other
        for other in (_CURRENCIES["centimes"] if parts == ["centime"] else _CURRENCIES["named"])
        if other != name and not regex.search(rf"(?<!\w){other}", everything, regex.I)
    ]
    if parts not in ([], ["centime"]) or not options or _is_converted(rf"(?<!\w){name}s?(?!\w)", everything):
        return None
    # "Eurozone", "US dollars", "euro-denominated": there the name stands for more than a sum.
    if regex.search(rf"{name}(?!s?(?![\w-]))|\bUS {name}", everything, regex.I):
        return None
    new = rng.choice(options)
    forms = {name: new, f"{name}s": f"{new}s"}
    forms |= {old.capitalize(): other.capitalize() for old, other in forms.items()}
    written = regex.search(rf"(?<!\w){name}s?(?!\w)", response, regex.I)
    if written is None or written[0] not in forms or not any(has_word(form, everything) for form in forms):
        return None
    return Renaming("currency", written[0], forms[written[0]], forms)


def _signed(sign: str, response: str, everything: str) -> Renaming | None:
    """The currency by its sign, where no word names it or another."""
    words: Sequence[str] = (*_CURRENCIES["named"], *_CURRENCIES["parts"], *_CURRENCIES["others"])
    told = rf"(?<!\w)(?:{'|'.join(words)})s?(?!\w)|\d ?p(?!\w)|\b(?:US|AU|NZ|HK|C|A)\{sign}"
    if regex.search(told, everything, regex.I):
        return None
    new = _CURRENCIES["signs_for"][_CURRENCIES["signs"].index(sign)]
    amounts = regex.findall(_AMOUNT.format(sign=regex.escape(sign)), everything)
    shared = regex.findall(_AMOUNT.format(sign=regex.escape(sign)), response)
    if not shared or everything.count(sign) != len(amounts):
        return None
    forms = {amount: new + amount.removeprefix(sign) for amount in amounts}
    return Renaming("currency", shared[0], forms[shared[0]], forms)


def _is_converted(pattern: str, everything: str) -> bool:
    """Whether another currency stands so near to a mention that the two may be one sum."""
    others = rf"(?<!\w)(?:{'|'.join((*_CURRENCIES['named'], *_CURRENCIES['others']))})s?(?!\w)"
    for match in regex.finditer(pattern, everything, regex.I):
        near = everything[max(0, match.start() - _CONVERTED) : match.end() + _CONVERTED]
        if any(not regex.fullmatch(pattern, found[0], regex.I) for found in regex.finditer(others, near, regex.I)):
            return True
    return False
