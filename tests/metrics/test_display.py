"""What is shown of names, options and messages: no secret, no folder, no address."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gaugeblock as gb
from gaugeblock.commands.command_shown import command_shown
from gaugeblock.metrics.display import redact, scrub, shorten_paths, shown_path
from gaugeblock.metrics.secrets import is_secret


@pytest.mark.parametrize(
    "name",
    [
        "api_key", "API-KEY", "apikey", "openai_api_key", "openaiApiKey", "api_keys", "access_key", "secret_key",
        "private_key", "auth_token", "access_token", "api_token", "hf_token", "bearer", "password", "db_password",
        "passwd", "secret", "client_secret", "credentials", "openai_key", "OPENAI_KEY", "AZURE_OPENAI_KEY", "groq_key",
        "secret_token", "pwd", "jwt", "cookie", "auth", "secrets", "pass", "pw", "passcode", "GH_TOKEN", "sas_token",
        "slack_token", "bot_token", "user_token", "replicate_token", "cohere_token", "voyage_key", "jina_key",
        "nvidia_key", "perplexity_key", "wandb_key", "license_key", "encryption_key", "ssh_key", "master_key",
        "connection_string", "dsn", "gh_pat", "auth_header", "api_key_1", "api_key2", "authToken", "smtp_password_2",
    ],
)  # fmt: skip
def test_names_of_secrets(name):
    assert is_secret(name)


@pytest.mark.parametrize(
    "name",
    [
        "max_tokens", "batch_tokens", "token", "pad_token", "stop_token", "eos_token", "key", "sort_key", "keyword",
        "monkey", "model", "secretary", "password_field", "label_key", "cache_key", "score_key", "foreign_key",
        "max_token", "mask_token", "decoder_start_token", "additional_special_token", "price_per_token", "no_token",
        "n_token", "first_token", "pass_at", "second_pass", "pattern", "pat", "author", "token_1", "api_key_env",
    ],
)  # fmt: skip
def test_names_of_no_secrets(name):
    """An option that is taken for a secret would be lost from the fingerprint."""
    assert not is_secret(name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("judge[api_key=sk-123,model=m]", "judge[api_key=***,model=m]"),
        ('judge[api_key="sk,12]3",model=m]', "judge[api_key=***,model=m]"),
        (r'judge[api_key="a\"b,c",model=m]', "judge[api_key=***,model=m]"),
        ("judge[api_key=two words,model=m]", "judge[api_key=***,model=m]"),
        ("judge[limit=3,api_key='x, y']", "judge[limit=3,api_key=***]"),
        ("judge[token=sk-abcdef12]", "judge[token=***]"),
        ('judge[headers="Authorization: Bearer abc.def"]', "judge[headers=Authorization: Bearer ***]"),
        ("judge[api_key=x,api_key=y]", "judge[api_key=***,api_key=***]"),
        (r'judge[api_key="a\"b', "judge[api_key=***"),
        ("--api-key=abc", "--api-key=***"),
        ("command:score --api-key abc -n 3", "command:score --api-key *** -n 3"),
        ("judge[base_url=https://host/v1?api_key=abc,model=m]", "judge[base_url=https://host/v1?api_key=***,model=m]"),
        ("judge[max_tokens=5,pad_token=0]", "judge[max_tokens=5,pad_token=0]"),
        ("sk-learn", "sk-learn"),
        ("score '--api-key=abc' -n 3", "score '--api-key=***' -n 3"),
        ("env 'OPENAI_API_KEY=abc' python3", "env 'OPENAI_API_KEY=***' python3"),
        ("score --token abc --tokens 3", "score --token *** --tokens 3"),
        ("score --token=abc", "score --token=***"),
        ("curl -u ann:abc https://host", "curl -u ann:*** https://host"),
        ("curl -uann:abc --proxy-user bob:abc", "curl -uann:*** --proxy-user bob:***"),
        ("python3 -u judge.py", "python3 -u judge.py"),
        ("judge[server=http://localhost:8000/v1/@x]", "judge[server=http://localhost:8000/v1/@x]"),
        ("judge.py:f[api_key=abc", "judge.py:f[api_key=***"),
        ("plain words", "plain words"),
    ],
)
def test_a_secret_is_hidden_and_nothing_else_is(text, shown):
    assert redact(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/home/ann/work/judge.py:f", "work/judge.py:f"),
        ("/home/ann/judge.py:f", "judge.py:f"),
        ("/home/ann", "~"),
        ("C:/Users/Ann", "~"),
        ("/home", "home"),
        ("qags:/srv/data/qags/x.jsonl", "qags:qags/x.jsonl"),
        ('judge.py:f[model="/home/ann/my models, all/x"]', 'judge.py:f[model="my models, all/x"]'),
        ("judge.py:f[model=C:/Users/Ann/models/x,n=3]", "judge.py:f[model=models/x,n=3]"),
        ("consens[model=owner/model]", "consens[model=owner/model]"),
        ("relative/path/to/x.py:f", "relative/path/to/x.py:f"),
        ("https://host/a/b/c", "https://host/a/b/c"),
        ("--seed", "--seed"),
        ("file:///home/ann/x/y/z", "file://y/z"),
        ("-I/home/ann/x", "-Ix"),
        ("@/home/ann/x", "@x"),
        ("a|/home/ann/x", "a|x"),
        ("../../home/ann/x/y", "x/y"),
        ("../work/judge.py:f", "../work/judge.py:f"),
        ("/export/home/ann/q", "q"),
        ("/export/home/ann", "~"),
        ("/mnt/c/Users/ann/x", "x"),
        ("judge.py:f[model=/mnt/c/Users/ann/x/y]", "judge.py:f[model=x/y]"),
    ],
)  # fmt: skip
def test_an_absolute_path_is_cut_to_its_last_two_parts(text, shown):
    assert shorten_paths(text) == shown


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("<Judge object at 0x7f3a91bc> failed", "<Judge object> failed"),
        ("No such file: '/home/ann/my models/x.bin'", "No such file: 'x.bin'"),
        ("cannot open /srv/data/x.json: denied", "cannot open x.json: denied"),
        ("cannot open C:\\Users\\Ann\\x.json", "cannot open x.json"),
        ("see /home/ann", "see ~"),
        ("Incorrect API key provided: sk-proj-abc123.", "Incorrect API key provided: ***."),
        ("{'Authorization': 'Bearer abc.def-1'}", "{'Authorization': ***}"),
        ("header Bearer abc.def-1 refused", "header Bearer *** refused"),
        ('{"api_key": "abc", "n": 3}', '{"api_key": ***, "n": 3}'),
        ("called with password=hunter2, n=3", "called with password=***, n=3"),
        ("see https://host.example/a/b and 1/5 of it", "see https://host.example/a/b and 1/5 of it"),
        ("no such word", "no such word"),
        ("x-api-key: abcdef123456", "x-api-key: ***"),
        ("Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic ***"),
        ("Authorization: Bearer abc.def.ghi, retry", "Authorization: Bearer ***, retry"),
        ("bearer abc.def.ghi refused", "bearer *** refused"),
        ("Basic dXNlcjpwYXNzd28= refused", "Basic *** refused"),
        ("api_key: abcdef", "api_key: ***"),
        ("the bearer of bad news, with basic knowledge", "the bearer of bad news, with basic knowledge"),
        ("score: high, key: low", "score: high, key: low"),
        ("see https://ann:a/S@host/x", "see https://***@host/x"),
        ("see https://ann:a@S@host/x", "see https://***@host/x"),
        ("see https://S@host/x", "see https://***@host/x"),
        ("see http://localhost:8000/v1/chat", "see http://localhost:8000/v1/chat"),
        ("GET https://host/v1?key=S&n=1 failed", "GET https://host/v1?key=***&n=1 failed"),
        ("GET 'https://host/v1?n=1&token=S'", "GET 'https://host/v1?n=1&token=***'"),
        ("https://host/v1?sig=S&se=2026", "https://host/v1?sig=***&se=2026"),
        ("ran score --api-key S --token S -n 3", "ran score --api-key *** --token *** -n 3"),
        ("the option --api-key is missing", "the option --api-key is missing"),
        ("ran curl -u ann:S https://host", "ran curl -u ann:*** https://host"),
        ("api_key = '''S S''', n = 3", "api_key = ***, n = 3"),
        ("Proxy-Authorization: Digest S", "Proxy-Authorization: Digest ***"),
        ('Authorization: Digest username="ann", response="S"', "Authorization: Digest ***"),
        ("Cookie: a=S; b=S and more", "Cookie: *** and more"),
        ("Set-Cookie: sid=S; Path=x", "Set-Cookie: ***"),
        ("{'auth': ('ann', 'S'), 'n': 3}", "{'auth': ***, 'n': 3}"),
        ('{"api_keys": ["S", "T"], "n": 3}', '{"api_keys": ***, "n": 3}'),
        ("no 'f[api_key=***'; it has g", "no 'f[api_key=***'; it has g"),
        ("pass: 3, auth: failed", "pass: 3, auth: failed"),
        ("cannot open file:///home/ann/x/y", "cannot open file://y"),
        ("cc -I/home/ann/x failed", "cc -Ix failed"),
        ("read @/home/ann/x", "read @x"),
        ("a|/home/ann/x", "a|x"),
        ("no ../../home/ann/x/y there", "no y there"),
        ("no /export/home/ann/q", "no q"),
        ("no /mnt/c/Users/ann/x", "no x"),
        ("no ../data/x", "no ../data/x"),
    ],
)
def test_a_message_is_the_same_on_every_machine_and_holds_no_key(message, shown):
    assert scrub(message) == shown


@given(st.text())
def test_any_text_can_be_shown_and_is_shown_the_same_when_shown_again(text):
    for show in (scrub, shown_path):
        show(text)
    assert redact(redact(text)) == redact(text)


def test_a_metric_shows_no_secret_and_its_fingerprint_does_not_depend_on_it():
    class Judge(gb.Metric):
        name = "judge"

        def __init__(self, api_key=""):
            self.options = {"api_key": api_key}

        def score(self, examples):
            return [0.0 for _ in examples]

    assert Judge("sk-123").spec == "judge[api_key=***]"
    assert "sk-123" not in repr(Judge("sk-123"))
    assert Judge("sk-123").fingerprint == Judge("sk-456").fingerprint


@pytest.mark.parametrize("name", ["options", "given"])
def test_a_secret_in_a_mapping_is_neither_shown_nor_part_of_the_fingerprint(name):
    class Judge(gb.Metric):
        name = "judge"

        def score(self, examples):
            return [0.0 for _ in examples]

    def made(key, limit=3):
        judge = Judge()
        setattr(judge, name, {"client": {"api_key": key, "headers": [{"cookie": key}], "limit": limit}})
        return judge

    assert "hunter2" not in made("hunter2").spec
    assert "'limit': 3" in made("hunter2").spec
    assert made("hunter2").fingerprint == made("hunter3").fingerprint != made("hunter2", limit=4).fingerprint


def test_a_key_that_is_changed_leaves_the_fingerprint_of_a_function_as_it_was(tmp_path):
    """A new key must not lose every stored score."""
    (tmp_path / "judge.py").write_text("def f(context, response, *, api_key='', n=1): return 1.0")
    one, other, third = (
        gb.resolve(f"{tmp_path}/judge.py:f[{options}]").fingerprint
        for options in ("api_key=aaaa,n=2", "api_key=bbbb,n=2", "api_key=aaaa,n=3")
    )
    assert one == other != third


def test_a_function_shows_no_secret_and_no_folder_either(tmp_path):
    (tmp_path / "judge.py").write_text("def f(context, response, *, api_key='', model='m', pad_token=0): return 1.0")
    made = gb.resolve(f'{tmp_path}/judge.py:f[api_key=sk-LEAK,model="/home/ann/models/x"]')
    assert made.spec == "f[api_key=***,model=models/x]"
    other = gb.resolve(f"{tmp_path}/judge.py:f[pad_token=1]")
    assert other.fingerprint != gb.resolve(f"{tmp_path}/judge.py:f").fingerprint


def test_the_command_in_a_manifest_holds_no_secret_and_no_folder_of_this_machine():
    words = [
        "audit", "/home/me/work/judge.py:f[api_key=sk-123]", "--data=qags:/home/me/data/qags/x.jsonl",
        "--out", "/home/me/run", "--overwrite", "--store=/home/me/s", "--seed", "3",
        'c.py:g[model="/home/me/my models/x",api_key="a\\"b, c"]',
    ]  # fmt: skip
    shown = command_shown(words)
    assert shown == (
        "gaugeblock audit 'work/judge.py:f[api_key=***]' --data=qags:qags/x.jsonl --seed 3 "
        "'c.py:g[model=my models/x,api_key=***]'"
    )


def test_a_secret_of_the_environment_is_hidden_in_a_message(monkeypatch):
    monkeypatch.setenv("MY_SERVICE_API_KEY", "plainlookingvalue")
    monkeypatch.setenv("MY_SERVICE_REGION", "plainregionvalue")
    assert scrub("401 for plainlookingvalue in plainregionvalue") == "401 for *** in plainregionvalue"
    monkeypatch.setenv("PWD", "not-secret-at-all")
    assert scrub("in not-secret-at-all") == "in not-secret-at-all"
