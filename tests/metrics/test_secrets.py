"""Secrets stay out of names, fingerprints, manifests and commands."""

from __future__ import annotations

import pytest

import gaugeblock as gb
from gaugeblock.cli import _command
from gaugeblock.metrics.secrets import is_secret, redact


@pytest.mark.parametrize("name", ["api_key", "key", "API-KEY", "auth_token", "db_password", "client_secret"])
def test_names_of_secrets(name):
    assert is_secret(name)


@pytest.mark.parametrize("name", ["max_tokens", "keyword", "model", "monkey", "batch_tokens"])
def test_names_of_no_secrets(name):
    assert not is_secret(name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("judge[api_key=sk-123,model=m]", "judge[api_key=***,model=m]"),
        ('judge[api_key="sk,12]3",model=m]', "judge[api_key=***,model=m]"),
        ("judge[max_tokens=5]", "judge[max_tokens=5]"),
        ("plain words", "plain words"),
    ],
)
def test_a_secret_is_hidden_and_nothing_else_is(text, shown):
    assert redact(text) == shown


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


def test_the_command_in_a_manifest_holds_no_secret_and_no_folder_of_this_machine():
    words = [
        "audit", "/home/me/work/judge.py:f[api_key=sk-123]", "--data=qags:/home/me/data/qags/x.jsonl",
        "--out", "/home/me/run", "--overwrite", "--store=/home/me/s", "--seed", "3",
    ]  # fmt: skip
    shown = _command(words)
    assert shown == "gaugeblock audit 'work/judge.py:f[api_key=***]' --data=qags:qags/x.jsonl --seed 3"
