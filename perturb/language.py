"""Which language a response is in: enough to decline what a perturbation was not made for."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache, lru_cache

import regex

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon

_ONE_LANGUAGE_SCRIPTS = {
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "THAI": "th",
    "GREEK": "el",
    "HEBREW": "he",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy",
    "TAMIL": "ta",
    "TELUGU": "te",
    "BENGALI": "bn",
}
_SHORT = 80  # code points; of a longer response its own words tell the language
_ENOUGH = 2000  # code points of a context
_FEWEST_WORDS = 5  # a name or a heading says nothing of its language


def language_of(example: Example) -> str | None:
    """ISO 639-1 code of the response's language, or None where it cannot be told.

    A ``language`` entry in the metadata is believed where it is a code or a name of a language (``en-GB``, ``eng`` and
    ``English`` count as ``en``); any other is passed over. A short response that may be English is taken for what its
    context is written in.
    """
    stated = example.metadata.get("language")
    if isinstance(stated, str) and (code := language_code(stated)):
        return code
    guessed = guess_language(example.response)
    if guessed == "en" and len(example.response) <= _SHORT and example.context:
        # "De brug is 503 meter lang" has hardly a word to go by; what it is held against has more.
        around = guess_language(example.context[0][:_ENOUGH])
        return around if around is not None and around in _small_words() else guessed
    return guessed


@lru_cache(maxsize=256)
def language_code(written: str) -> str | None:
    """ISO 639-1 code of the language that is named, the code of three letters where it has none; None for no language.

    >>> [language_code(written) for written in ("English", " eng", "pt_BR", "yue", "n/a", "und")]
    ['en', 'en', 'pt', 'yue', None, None]
    """
    words: list[str] = regex.findall(r"\p{L}+", written.lower())
    if not words or words[0] in lexicon(__file__)["unknown"]["codes"]:
        return None
    alone = len(words) == 1 or regex.match(r"\s*\p{L}+[-_]", written) is not None  # "no answer" is no Norwegian
    if alone and len(words[0]) == 2:
        return words[0]
    named = next((_names()[word] for word in words if word in _names()), None)
    return named or (words[0] if alone and len(words[0]) == 3 else None)


@cache
def _names() -> dict[str, str]:
    return {name: code for code, names in lexicon(__file__)["names"].items() for name in names}


@lru_cache(maxsize=4096)
def guess_language(text: str) -> str | None:
    """The language of a text, judged by its script and, in Latin script, by its small words.

    Latin text is taken for English unless it has five words or more and the small words of another language outnumber
    those of English; so is text without letters.

    >>> guess_language("The fee is 40 euros."), guess_language("Der Vertrag ist nicht mit der Stadt geschlossen.")
    ('en', 'de')
    """
    scripts: Counter[str] = Counter()
    for char, count in Counter(text).items():  # each letter's name is looked up once
        if char.isalpha():
            scripts[unicodedata.name(char, "?").split(" ")[0]] += count
    if not scripts:
        return "en"
    if scripts["HIRAGANA"] or scripts["KATAKANA"]:
        return "ja" if scripts["LATIN"] < scripts.total() / 2 else "en"
    script = scripts.most_common(1)[0][0]
    return _latin_language(text) if script == "LATIN" else _ONE_LANGUAGE_SCRIPTS.get(script)


def _latin_language(text: str) -> str:
    words = regex.findall(r"\p{L}+", text)
    if len(words) < _FEWEST_WORDS:
        return "en"
    # Words with a capital are left out: "Los Angeles" and "El Al" are no Spanish.
    low = [word for word in words if word.islower()]
    if 0 < len(low) <= len(words) / 3:
        return "en"  # "Jean du Bois, Comte de Lisle" is a name, which says nothing of its language
    words = low or [word.lower() for word in words]
    hits = {language: sum(word in small for word in words) for language, small in _small_words().items()}
    best = max(hits, key=lambda language: (hits[language], language == "en"))
    return best if hits[best] >= 2 else "en"


@cache
def _small_words() -> dict[str, frozenset[str]]:
    return {language: frozenset(words) for language, words in lexicon(__file__)["small_words"].items()}
