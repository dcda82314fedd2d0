"""Words of a text in any script, as the lexical metrics count them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any

import regex

UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}"
# a character with its marks, in the scripts that write no space between words
_CHARACTER = rf"(?:(?=[{UNSPACED}])\X)"

_RUN_RE = regex.compile(rf"{_CHARACTER}|(?:(?![{UNSPACED}])[\p{{L}}\p{{M}}\p{{N}}])+")
_WORD_RE = regex.compile(rf"(?w){_CHARACTER}|\b(?![{UNSPACED}])\w.*?\b")


def normalised(text: str) -> str:
    """A text with compatibility forms composed (NFKC), case folded, and invisible format characters left out.

    >>> normalised("Cafe\u0301 𝒂𝒏𝒅 STRASSE")
    'café and strasse'
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return regex.sub(r"(?!\u200b)\p{Cf}", "", folded)


@lru_cache(maxsize=4096)
def runs(text: str) -> tuple[str, ...]:
    """Unbroken runs of letters, marks and digits, in any script; for ASCII text the tokens of rouge-score.

    Han, kana, Thai, Lao, Khmer, Burmese and Tibetan, which write no space between words, are taken character by
    character.

    >>> runs("It's 3.5%"), runs("空は青い")
    (('it', 's', '3', '5'), ('空', 'は', '青', 'い'))
    """
    return tuple(_RUN_RE.findall(normalised(text)))


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The words of a text by the Unicode rules (UAX 29): a number or a contraction is one word.

    The scripts named at `runs` are taken character by character here too.

    >>> words("It's $10,000.50, isn't it?")
    ("it's", '10,000.50', "isn't", 'it')
    """
    found = _WORD_RE.findall(normalised(text).replace("’", "'"))
    return tuple(word for word in found if word.strip("_"))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The English stem (Snowball) of a word; words of other scripts are left as they are.

    >>> stem("meetings")
    'meet'
    """
    return str(_stemmer().stem(word))


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    from nltk.stem.snowball import SnowballStemmer

    return SnowballStemmer("english")
