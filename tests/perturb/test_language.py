"""Other languages are told from English, and short English stays English."""

from __future__ import annotations

import pytest

from gaugeblock.perturb import Variant, variants_of
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
        ("Jean du Bois, Comte de Lisle", "en"),
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


@pytest.mark.parametrize(
    ("stated", "language"),
    [
        ("English", "en"),
        ("eng", "en"),
        (" en", "en"),
        ("en-GB", "en"),
        ("en_US.UTF-8", "en"),
        ("British English", "en"),
        ("German", "de"),
        ("deu", "de"),
        ("zh-Hans", "zh"),
        ("sw", "sw"),
        ("yue", "yue"),
    ],
)
def test_a_language_is_known_by_its_codes_and_its_names(stated: str, language: str) -> None:
    """A data set that writes "English" is in English."""
    assert language_of(Example(response="Ja.", metadata={"language": stated})) == language


@pytest.mark.parametrize("stated", ["", "  ", "n/a", "NA", "und", "unknown", "no answer", 5, None])
def test_what_names_no_language_is_passed_over(stated: object) -> None:
    """The response itself tells then."""
    german = Example(response="Der Vertrag ist nicht mit der Stadt geschlossen.", metadata={"language": stated})
    assert language_of(german) == "de"


def test_a_data_set_with_names_of_languages_is_perturbed() -> None:
    """No perturbation of English declines a response that is said to be in English."""
    example = Example(
        id="e", response="It took 40 days.", context="It took 40 days.", label=1, metadata={"language": "English"}
    )
    assert any(isinstance(outcome, Variant) for outcome in variants_of(example, "number"))


@pytest.mark.parametrize(
    ("response", "context", "language"),
    [
        (
            "De brug is 503 meter lang.",
            "De brug over de rivier is gebouwd in 1990 en is niet ver van het centrum.",
            "nl",
        ),
        ("Oliver Strand ist 40.", "Oliver Strand ist ein Dichter und wohnt mit der Familie in der Stadt.", "de"),
        ("Oliver Strand is 40.", "Oliver Strand is a poet who lives in the town with his family.", "en"),
        ("Oliver Strand", "", "en"),
        ("Ja.", "Text 12 34", "en"),
    ],
)
def test_a_short_response_is_in_the_language_of_its_context(response: str, context: str, language: str) -> None:
    """It has hardly a word to go by."""
    assert language_of(Example(response=response, context=context)) == language
