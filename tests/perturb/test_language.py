"""Other languages are told from English, and short English stays English."""

from __future__ import annotations

import pytest

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.language import guess_language, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The fee is 40 euros.", "en"),
        ("Yes.", "en"),
        ("GDP: 3.1%", "en"),
        ("Police shot man dead", "en"),
        ("Maria de la Cruz of Los Angeles met El Al in Las Vegas.", "en"),
        ("", "en"),
        (">>>>> >>>", "en"),
        ("Der Vertrag ist nicht mit der Stadt geschlossen worden.", "de"),
        ("Le contrat est signé par la ville de Lyon.", "fr"),
        ("El contrato fue firmado por la ciudad en mayo.", "es"),
        ("Il contratto non è stato firmato dalla città.", "it"),
        ("O contrato não foi assinado pela cidade.", "pt"),
        ("Het contract is niet door de stad getekend.", "nl"),
        ("水は百度で沸騰する。", "ja"),
        ("สวัสดี", "th"),
        ("पूर्व प्रधानमन्त्री", None),
    ],
)
def test_the_language_is_guessed(text: str, language: str | None) -> None:
    assert guess_language(text) == language


def test_a_stated_language_is_believed() -> None:
    assert language_of(Example(response="Ja.", metadata={"language": "de-AT"})) == "de"
