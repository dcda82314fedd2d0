"""Months and weekdays: their names in order, and what matches a name or an abbreviation within a pattern."""

from __future__ import annotations

from itertools import chain

from gaugeblock.perturb.lexicon import lexicon

_SHORT_MONTHS: dict[str, list[str]] = lexicon(__file__)["months"]
_SHORT_WEEKDAYS: dict[str, list[str]] = lexicon(__file__)["weekdays"]

MONTHS = tuple(_SHORT_MONTHS)
"""January to December."""

WEEKDAYS = tuple(_SHORT_WEEKDAYS)
"""Monday to Sunday."""

MONTH = f"(?:{'|'.join(MONTHS)})"
"""Matches a month's name."""

WEEKDAY = f"(?:{'|'.join(WEEKDAYS)})"
"""Matches a weekday's name."""

SHORT_MONTH = f"(?:{'|'.join(chain.from_iterable(_SHORT_MONTHS.values()))})"
"""Matches the abbreviation of a month, without its full stop; "May" has none."""

SHORT_WEEKDAY = f"(?:{'|'.join(chain.from_iterable(_SHORT_WEEKDAYS.values()))})"
"""Matches the abbreviation of a weekday, without its full stop."""

_FORMS = tuple((name, *short) for name, short in _SHORT_MONTHS.items())
_NUMBERS = {form.lower(): number for number, forms in enumerate(_FORMS, 1) for form in forms}


def month_forms(name: str) -> tuple[str, ...]:
    """The month's name and its abbreviations, given any of them; nothing for what is no month.

    >>> month_forms("Sept."), month_forms("market")
    (('September', 'Sept', 'Sep'), ())
    """
    number = None if name.isdecimal() else month_number(name)
    return () if number is None else _FORMS[number - 1]


def month_number(name: str) -> int | None:
    """1 to 12 for a month's name, abbreviation or number, else None.

    >>> month_number("Sept."), month_number("may"), month_number("07"), month_number("mayor")
    (9, 5, 7, None)
    """
    if name.isdecimal():
        return int(name) if 1 <= int(name) <= 12 else None
    return _NUMBERS.get(name.lower().removesuffix("."))
