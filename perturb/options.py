"""Names with options in a list: ``number,llm-paraphrase[model=m,base_url="http://localhost:8000/v1"]``."""

from __future__ import annotations

import regex

from gaugeblock.perturb.errors import UsageError

_QUOTED = r'"(?:[^"\\]|\\.)*"|' + r"'(?:[^'\\]|\\.)*'"
_WORD = regex.compile(rf"(?:[^,\[\]\"']|\[(?:{_QUOTED}|[^\]\"'])*\])+")
_OPTION = regex.compile(
    rf"\s*(?P<key>[A-Za-z_][A-Za-z0-9_-]*)\s*=\s*(?P<value>{_QUOTED}|[^,\[\]\"']*?)\s*(?:,|\Z)", regex.DOTALL
)


def split_names(text: str) -> list[str]:
    """The names of a list, each with its options; commas within brackets part options, not names.

    Raises:
        UsageError: a bracket or a quotation mark is left open.

    >>> split_names("number, a[model=m,axis=scope],b")
    ['number', 'a[model=m,axis=scope]', 'b']
    """
    names, at = [], 0
    while at < len(text):
        found = _WORD.match(text, at)
        end = found.end() if found else at
        if end < len(text) and text[end] != ",":
            raise UsageError(f"the names cannot be read from {text[end:]!r} on; write name[option=value,option=value]")
        if found and found[0].strip():
            names.append(found[0].strip())
        at = end + 1
    return names


def split_options(text: str) -> tuple[str, dict[str, str]]:
    """The name, and the options by name, their values without quotation marks.

    Raises:
        UsageError: what stands in the brackets is no list of ``option=value``, or names an option twice.

    >>> split_options('a[model="m,1",base-url=http://localhost/v1]')
    ('a', {'model': 'm,1', 'base_url': 'http://localhost/v1'})
    """
    name, bracket, rest = text.strip().partition("[")
    options: dict[str, str] = {}
    inside = rest[:-1] if rest.endswith("]") else rest
    if bracket and not rest.endswith("]"):
        inner, closing, behind = rest.rpartition("]")
        wrong = f"are followed by {behind!r}" if closing and inner else "lack their closing bracket"
        raise UsageError(f"the options of {name} {wrong}")
    at = 0
    while at < len(inside):
        found = _OPTION.match(inside, at)
        if found is None:
            raise UsageError(
                f"the options of {name} cannot be read; write {name}[option=value,option=value], "
                "with quotation marks round a value that holds a comma or a bracket"
            )
        key, value = found["key"].replace("-", "_"), found["value"]
        if key in options:
            raise UsageError(f"the options of {name} name {key} twice")
        options[key] = regex.sub(r"\\(.)", r"\1", value[1:-1]) if value[:1] in ("'", '"') else value
        at = found.end()
    return name.strip(), options
