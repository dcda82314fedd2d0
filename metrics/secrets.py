"""What is a secret, by its name or by its look, and the secrets that this process was given.

Those are remembered, in memory only, since a metric or a server may repeat them anywhere in what it says.
"""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

HIDDEN = "***"
"""What stands in a secret's place."""

_SECRET = re.compile(
    r"""(?:^|_)(?:
        api_?keys? | access_key | secret_key | private_key | signing_key | subscription_key | account_key
        | (?:auth|decryption|encryption|licen[cs]e|master|ssh)_key
        | (?:anthropic|azure|cohere|deepseek|fireworks|gemini|google|groq|jina|mistral|nvidia|openai|openrouter
            |perplexity|replicate|together|voyage|wandb|xai)_key
        | (?:api|auth|access|bearer|refresh|session|id|hf|hub|huggingface|github|secret)_?tokens? | bearer
        | authorization | auth_headers? | passwords? | passwd | passcode | pwd | pw | passphrase | secrets?
        | credentials? | jwt | cookies? | connection_string | conn_str | dsn
        | (?:azdo|azure|devops|gh|github|gitlab)_pat
    )(?:_?\d+)?$ | (?:^|_)auth$ | ^pass$""",
    re.VERBOSE,
)
_TOKEN = re.compile(r"_token(?:_?\d+)?$")
_TOKEN_OF_TEXT = re.compile(
    r"""(?:^|_)(?:
        \w | \d+ | additional | answer | assistant | audio | avg | batch | begin | begins | beginning | blank
        | bos | by | choice | class | classification | cls | context | count | date | decision | delimiter | digit
        | doc | document | drop | each | empty | end | ends | entity | eos | extra | filler | fim | first | ignore
        | image | input | is | join | keep | label | last | length | long | low | lower | mask | masked | max
        | mean | merge | middle | min | missing | neg | negative | new | newline | next | no | null | num | number
        | one | oov | out | output | pad | padding | per | placeholder | pos | positive | prefix | prev | previous
        | prompt | query | question | rare | reasoning | replace | response | role | score | sentence | sep
        | separator | single | skip | source | space | special | split | src | start | starts | stop | sub
        | suffix | system | target | text | tgt | think | thinking | tool | top | total | true | false | unk
        | unknown | use | verdict | video | vision | whitespace | with | word | yes
    )_token(?:_?\d+)?$""",
    re.VERBOSE,
)
"""Names that end so and are of a piece of text: what stands before ``_token`` tells."""

_NO_SECRETS = ("PWD",)  # variables that are called like one: the working folder
_ONLY_AS_OPTION = frozenset({"auth", "pass", "pw", "dsn", "secrets"})  # in a sentence they are words like any other
_IN_AN_ADDRESS = frozenset({"key", "token", "sig", "signature", "x_amz_signature"})

_LONG_ENOUGH = 8  # a shorter value is too likely to be an ordinary word
_LONG_LINE = 16  # of a secret of several lines

_STRING = (
    r"(?:'''.*?(?:'''|\Z)|\"\"\".*?(?:\"\"\"|\Z)"  # what is in three quotation marks is no empty text
    r"|\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.)*'?)"
)
_SCHEME = r"(?:(?:Bearer|Basic|Token|Digest|Negotiate|NTLM|ApiKey|Bot|OAuth)\s+)?"
_PARAMETER = r"[\w-]+\s*=\s*(?:\"[^\"]*\"?|[^\s,]+)"
_HEADER = re.compile(
    rf"authorization[\"']?\s*[:=]\s*[\"']?(?:Digest|AWS4-HMAC-SHA256)\s+"
    rf"(?P<secret>{_PARAMETER}(?:,\s*{_PARAMETER})*)",
    re.IGNORECASE,
)
_COOKIES = re.compile(r"\bcookies?2?\s*:\s*(?P<secret>[^\s;,\"']+=[^\s;,\"']*(?:;\s*[^\s;,\"']+)*)", re.IGNORECASE)
_ASSIGNED = re.compile(rf"(?<![\w-])(?P<name>[\w-]+)=(?P<secret>{_STRING}|[^,\]\s]*)", re.DOTALL)
_FLAG = re.compile(rf"(?<![\w-])(?P<name>--?[\w-]+)\s+(?P<secret>{_STRING}|[^\s,\]]+)", re.DOTALL)
_SAID_FLAG = re.compile(  # in a sentence, the next word may be one of the sentence
    rf"(?<![\w-])(?P<name>--?[\w-]+)\s+(?!(?:and|as|but|cannot|for|has|if|in|is|must|needs?|not|on|or|takes?|to|was|with)\b)"
    rf"(?P<secret>{_STRING}|[^\s,;)\]}}]+)",
    re.DOTALL,
)
_SAID = re.compile(
    rf"(?<![\w-])(?P<name>[\w-]+)(?P<between>[\"']?\s*=\s*|[\"']\s*:\s*|:[ \t]+){_SCHEME}"
    rf"(?P<secret>{_STRING}|[\[(][^\[\]()]*[\])]?|[^\s,;)\]}}]+)",  # or a list of them
    re.DOTALL | re.IGNORECASE,
)
_QUERY = re.compile(r"[?&](?P<query>[\w-]+)=(?P<secret>[^\s&#\"',;)\]}]+)")
_LOGIN = re.compile(
    r"(?<![\w-])(?:-u\s*|--(?:proxy-)?user(?:\s+|=))[\"']?[^\s:\"'/\\]+:(?![/\\])(?P<secret>[^\s\"']+)",
)
_KEY = re.compile(
    r"\bsk-(?!learn\b)[\w-]{3,}|\b(?:hf|gh[oprsu]|github_pat|xox[a-z])[_-]\w{16,}"
    r"|\bAKIA[0-9A-Z]{12,}|\bAIza[\w-]{20,}|(?<=\bBearer )[^\s\"',;\])}]+"
    # in small letters also a word of English: a token has a digit or a dot in it, and Basic's ends in "="
    r"|(?<=\bbearer )(?=[\w~+/-]*(?:\d|\.\w))[\w.~+/-]{6,}=*|(?<=\b[Bb]asic )[\w+/]{6,}={1,2}(?!\w)"
    # a name, a password or a key before the host of an address; a password may hold what ends a host: / or @
    r"|(?<=://)[^\s/@:\"']{0,256}:(?!\d+(?:[/?#]|$))[^\s\"'<>]{1,2048}(?=@)|(?<=://)[^\s/?#\"'<>]{1,2048}(?=@)"
)
"""Keys of known services, by their look, and what stands before the host of an address."""

_WRITTEN = (_COOKIES, _HEADER, _ASSIGNED, _FLAG, _SAID, _LOGIN, _QUERY, _KEY)
_SPOKEN = (_COOKIES, _HEADER, _SAID, _SAID_FLAG, _LOGIN, _QUERY, _KEY)
_MOST_PASSES = 4
_WAS_HIDDEN = re.compile(r"\*\*\*\W*")
_remembered: tuple[str, ...] = ()
_variables: frozenset[str] = frozenset()
_remembering = threading.Lock()


def is_secret(name: str) -> bool:
    """Whether an option's name says that its value is a secret.

    >>> is_secret("api_key"), is_secret("openai-apiKey"), is_secret("max_tokens"), is_secret("sort_key")
    (True, True, False, False)
    >>> is_secret("slack_token"), is_secret("stop_token")
    (True, False)
    """
    words = _words(name)
    is_key = _TOKEN.search(words) is not None and _TOKEN_OF_TEXT.search(words) is None
    return is_key or _SECRET.search(words) is not None


def hide(text: str) -> str:
    """A text as it is written on a command line or among options, with every secret in it hidden.

    >>> hide("score --api-key abc https://ann:abc@host/v1?key=abc")
    'score --api-key *** https://***@host/v1?key=***'
    """
    return _replaced(text, _WRITTEN, lambda secret: None)


def hide_said(text: str) -> str:
    """A message without secrets: those that show by a name or by their look, and those that this process was given.

    >>> hide_said("called with password=abc, retry")
    'called with password=***, retry'
    """
    return _replaced(without_remembered(text), _SPOKEN, lambda secret: None)


def hidden_words(words: Sequence[str]) -> list[str]:
    """The words of a command with the secrets in them hidden, each word still by itself.

    >>> hidden_words(["score", "--api-key", "abc", "-u", "ann:abc"])
    ['score', '--api-key', '***', '-u', 'ann:***']
    """
    return [_shown_word(before, word) for before, word in zip(("", *words), words, strict=False)]


def secrets_in(text: str) -> list[str]:
    """What `hide` would hide in a text.

    >>> secrets_in("score --api-key abc https://ann:xyz@host")
    ['abc', 'ann:xyz', 'xyz']
    """
    found: list[str] = []
    _replaced(text, _WRITTEN, found.append)
    return [part for secret in found for part in _parts(secret)]


def secrets_in_words(words: Sequence[str]) -> list[str]:
    """What `hidden_words` would hide in the words of a command."""
    found: list[str] = []
    for before, word in zip(("", *words), words, strict=False):
        shown = _shown_word(before, word)
        if shown.endswith(HIDDEN) and word.startswith(shown.removesuffix(HIDDEN)):
            found.append(word[len(shown) - len(HIDDEN) :])
        found += secrets_in(word)
    return found


def secrets_of(options: Mapping[str, Any]) -> list[str]:
    """The secrets among options, those in mappings, lists and texts among them."""
    found: list[str] = []
    for key, value in options.items():
        if isinstance(value, Mapping):
            found += secrets_of(value)
        elif isinstance(value, (list, tuple)):
            found += [secret for item in value for secret in secrets_of({str(key): item})]
        elif is_secret(str(key)):
            found.append(str(value))
        elif isinstance(value, str):
            found += secrets_in(value)
    return found


def remember(*secrets: str) -> None:
    """Keep secrets in mind, so that `hide_said` hides them wherever they are said; one of a few letters is not kept."""
    global _remembered
    said = {way for secret in secrets for way in _ways(secret) if len(way) >= _LONG_ENOUGH}
    if said - set(_remembered):
        with _remembering:
            _remembered = tuple(sorted({*_remembered, *said}, key=lambda way: (-len(way), way)))


def remember_variable(name: str) -> None:
    """Keep in mind that an environment variable holds a secret, whatever it is called."""
    global _variables
    with _remembering:
        _variables |= {name}


def without_remembered(text: str) -> str:
    """A text without the secrets that this process was given, as options or in its environment."""
    for secret in _remembered:
        text = text.replace(secret, HIDDEN)
    for name, value in os.environ.items():  # clients like to repeat the key that was refused
        if value.strip() not in text:  # of which most are none
            continue
        if name in _variables or (is_secret(name) and name not in _NO_SECRETS):
            text = without_variable(text, name)
    return text


def without_variable(text: str, name: str) -> str:
    """A text without the secret that an environment variable holds, whatever it is called."""
    secret = os.environ.get(name, "").strip()
    return text.replace(secret, HIDDEN) if len(secret) >= _LONG_ENOUGH else text


def _words(name: str) -> str:
    return re.sub(r"[\W_]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower())


def _shown_word(before: str, word: str) -> str:
    """A word of a command behind another word."""
    if before and _hides(before):
        return HIDDEN
    name, colon, _ = word.partition(":")
    if colon and before in ("-u", "--user", "--proxy-user"):
        return f"{name}:{HIDDEN}"
    return hide(word)


def _hides(name: str) -> bool:
    """Whether the name of an option, or of a flag with its hyphens, says that a secret follows."""
    return is_secret(name) or (name.startswith("-") and _words(name) == "_token")


def _is_meant(found: re.Match[str]) -> bool:
    """Whether what a pattern has found is a secret, by the name that stands before it."""
    groups = found.groupdict()
    if "query" in groups:
        return _words(found["query"]) in _IN_AN_ADDRESS or is_secret(found["query"])
    if "name" not in groups:
        return True
    in_a_sentence = groups.get("between", "").startswith(":")
    return _hides(found["name"]) and not (in_a_sentence and _words(found["name"]) in _ONLY_AS_OPTION)


def _replaced(text: str, patterns: Sequence[re.Pattern[str]], on_secret: Callable[[str], None]) -> str:
    def instead(found: re.Match[str]) -> str:
        whole, group = found[0], "secret" if "secret" in found.re.groupindex else 0
        secret = found[group]
        quoted = secret[:1] in ("'", '"')
        bare = secret.strip(secret[0]) if quoted else secret.rstrip("'\"")
        if not _is_meant(found) or _WAS_HIDDEN.fullmatch(secret):
            return whole
        if HIDDEN not in bare:
            on_secret(bare)
        start, end = found.start(group) - found.start(), found.end(group) - found.start()
        left = "" if quoted else secret[len(bare) :]  # a quotation mark that was opened before the name
        left = "" if left[:1] in bare else left
        return whole[:start] + HIDDEN + left + whole[end:]

    for _ in range(_MOST_PASSES):  # what is hidden may let another pattern see what it could not
        before = text
        for pattern in patterns:
            text = pattern.sub(instead, text)
        if text == before:
            break
    return text


def _parts(secret: str) -> list[str]:
    """A secret, and the password in it where it is a name with a password."""
    name, colon, password = secret.partition(":")
    return [secret, password] if colon and name and password else [secret]


def _ways(secret: str) -> set[str]:
    """How a secret may be written by whoever repeats it."""
    text = secret.strip()
    text = re.sub(rf"^{_SCHEME}", "", text, flags=re.IGNORECASE)
    lines = [line.strip() for line in text.splitlines() if len(line.strip()) >= _LONG_LINE]
    return {
        text,
        " ".join(text.split()),
        repr(text)[1:-1],
        json.dumps(text)[1:-1],
        json.dumps(text, ensure_ascii=False)[1:-1],
        quote(text),
        quote(text, safe=""),
        *lines,
    }
