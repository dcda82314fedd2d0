"""ConCISE: its arithmetic, the reply of the one call, and the local stand-in."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any

import pytest
import regex
from chat_server import ChatServer
from hypothesis import given
from hypothesis import strategies as st

from gaugeblock.metrics import Unscored, check_metric, resolve
from gaugeblock.metrics.builtin._compress import telegram, without_spare_words
from gaugeblock.metrics.builtin.concise import PARTS, ConCISE, concise, pieces
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

RESPONSE = "one two three four five six seven eight nine ten"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    pytest.importorskip("openai")
    started = ChatServer()
    yield started
    started.close()


def reply(*lengths: int, **failed: str) -> str:
    """A reply with texts of so many words, where `failed` names the check that a part does not pass."""
    parts: dict[str, Any] = {}
    for part, length in zip(PARTS, lengths, strict=True):
        parts[part] = {"text": " ".join(["word"] * length), "same_meaning": True, "keeps_entities": True}
        if part in failed:
            parts[part][failed[part]] = False
    return json.dumps(parts)


def score_of(server: ChatServer, answer: str, **options: Any) -> Any:
    server.replies(answer)
    metric = ConCISE(model="m", base_url=server.url, cache=False, **options)
    (score,) = metric.score([Example(response=RESPONSE, question="How many?")])
    return score


class TestArithmetic:
    @given(st.integers(1, 500), st.lists(st.none() | st.integers(0, 900), min_size=3, max_size=3))
    def test_clipped_it_lies_between_nought_and_one(self, answer: int, shortened: list[int | None]) -> None:
        assert 0.0 <= concise(answer, shortened) <= 1.0
        assert concise(answer, shortened) <= concise(answer, shortened, clip=False)

    def test_a_text_that_cannot_be_shortened_is_concise(self) -> None:
        assert concise(7, [7, 7, 7]) == concise(7, [None, None, None]) == 1.0

    @pytest.mark.parametrize(
        ("text", "count"),
        [("", 0), ("  ", 0), ("He'd paid 1234.", 6), ("空は青い。", 5), ("!!! ...", 2), ("e\u0301", 1)],
    )
    def test_pieces_of_any_script(self, text: str, count: int) -> None:
        assert len(pieces(text)) == count

    @given(st.text())
    def test_pieces_leave_nothing_out_but_space(self, text: str) -> None:
        assert "".join(pieces(text)) == regex.sub(r"\s", "", text)


class TestReply:
    def test_the_score_is_the_mean_share_that_is_left(self, server: ChatServer) -> None:
        assert score_of(server, reply(5, 8, 8)) == pytest.approx(0.7)
        schema = server.requests[0]["response_format"]["json_schema"]["schema"]
        assert list(schema["properties"]) == list(PARTS)
        assert f"<answer>\n{RESPONSE}\n</answer>" in server.asked()

    @pytest.mark.parametrize(
        ("on_invalid", "score"), [("one", (0.5 + 1 + 0.8) / 3), ("count", (0.5 + 0.2 + 0.8) / 3), ("unscored", None)]
    )
    @pytest.mark.parametrize("check", ["same_meaning", "keeps_entities"])
    def test_a_text_that_fails_a_check_counts_as_the_option_says(
        self, server: ChatServer, on_invalid: str, score: float | None, check: str
    ) -> None:
        found = score_of(server, reply(5, 2, 8, extractive=check), on_invalid=on_invalid)
        if score is None:
            assert isinstance(found, Unscored)
            assert found.detail == "not valid: extractive"
        else:
            assert found == pytest.approx(score)

    @pytest.mark.parametrize("tag", ["think", "thinking", "reasoning"])
    def test_texts_in_the_models_thinking_are_no_reply(self, server: ChatServer, tag: str) -> None:
        """A draft that it then took back was scored."""
        found = score_of(server, f"<{tag}>{reply(5, 8, 8)}</{tag}> I cannot do this.")
        assert isinstance(found, Unscored)
        assert found.reason == "unreadable"
        assert score_of(server, f"<{tag}>{reply(1, 1, 1)}</{tag}>{reply(5, 8, 8)}") == pytest.approx(0.7)

    def test_an_empty_text_is_never_valid(self, server: ChatServer) -> None:
        assert score_of(server, reply(0, 10, 10)) == 1.0

    def test_a_text_that_grew_counts_as_unchanged_unless_clip_is_off(self, server: ChatServer) -> None:
        assert score_of(server, reply(20, 10, 10)) == 1.0
        assert score_of(server, reply(20, 10, 10), clip=False) == pytest.approx(4 / 3)
        assert ConCISE(model="m", clip=False).bounds == (0.0, None)

    def test_words_may_be_counted_in_place_of_tokens(self, server: ChatServer) -> None:
        text = reply(5, 8, 8).replace("word word word word word", "word, word, word, word, word,", 1)
        assert score_of(server, text, length="words") == pytest.approx(0.7)
        assert score_of(server, text) == pytest.approx((1.0 + 0.8 + 0.8) / 3)

    @pytest.mark.parametrize(
        "answer",
        [
            "I made it shorter: one.",
            '{"abstractive": {"text": "x", "same_meaning": true, "keeps_entities": true}}',
            reply(1, 2, 3).replace("true", "null"),
            reply(1, 2, 3)[:-9],
        ],
    )
    def test_a_reply_without_all_three_texts_is_unreadable(self, server: ChatServer, answer: str) -> None:
        found = score_of(server, answer)
        assert isinstance(found, Unscored)
        assert found.reason == "unreadable"

    def test_the_last_object_in_a_fence_counts(self, server: ChatServer) -> None:
        assert score_of(server, f"Draft: {reply(1, 1, 1)} Better:\n```json\n{reply(5, 8, 8)}\n```") == pytest.approx(
            0.7
        )

    @pytest.mark.parametrize("options", [{"backend": "cloud"}, {"length": "bytes"}, {"on_invalid": "zero"}])
    def test_options_that_it_does_not_have_are_refused(self, options: dict[str, Any]) -> None:
        with pytest.raises(UsageError, match=f"concise: {next(iter(options))} takes "):
            ConCISE(model="m", **options)


class TestWords:
    @pytest.mark.parametrize(
        ("text", "shorter"),
        [
            ("It is important to note that the pier is closed.", "The pier is closed."),
            ("The board met in order to vote.", "The board met to vote."),
            ("However, the pier, which was built in 1951, is very old.", "The pier, built in 1951, is old."),
            ("She said that it will close.", "She said it will close."),
            ("It is not very old.", "It is not old."),
            ("The pier is closed.", "The pier is closed."),
        ],
    )
    def test_spare_words_go_and_the_rest_stays(self, text: str, shorter: str) -> None:
        assert without_spare_words(text) == shorter

    def test_a_telegram_keeps_names_numbers_and_negations(self) -> None:
        text = "The board of Northwick did not vote on 14 May, and the vote of the board was not held."
        assert telegram(text) == "board Northwick not vote 14 May not held"


class TestLocal:
    def test_it_needs_no_model_and_takes_none(self) -> None:
        metric = resolve("concise[backend=local]")
        check_metric(metric)
        assert metric.spec == "concise[backend=local]"
        assert metric.deterministic
        assert metric.reads == {"response"}
        with pytest.raises(UsageError, match="asks no server, so it takes no model"):
            resolve("concise[backend=local,model=m]")

    @pytest.mark.slow
    def test_padding_and_repetition_lower_the_score(self) -> None:
        pytest.importorskip("sentence_transformers")
        metric = ConCISE(backend="local")
        plain = "The board closes the pier on 14 May because of cracks in two beams."
        padded = f"It is important to note that, due to the fact that it is very old, {plain[0].lower()}{plain[1:]}"
        repeated = f"{plain} The board closes the pier on 14 May because of the cracks in two beams."
        first, second, third = metric.score([Example(response=text) for text in (plain, padded, repeated)])
        assert isinstance(first, float)
        assert isinstance(second, float)
        assert isinstance(third, float)
        assert first > second
        assert first > third
        assert metric.score([Example(response=plain)]) == [first]
        assert pickle.loads(pickle.dumps(metric)).fingerprint == metric.fingerprint

    @pytest.mark.slow
    def test_a_sentence_with_a_fact_of_its_own_is_kept(self) -> None:
        pytest.importorskip("sentence_transformers")
        text = "The pier closes on 14 May. The pier closes on 15 May. The pier closes in May."
        found = ConCISE(backend="local").compress(Example(response=text))
        assert not isinstance(found, Unscored)
        assert found.texts[1] == "The pier closes on 14 May. The pier closes on 15 May."
        assert found.valid == (True, True, True)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "response",
        [
            "",
            " ",
            ">>>>> >>>",
            "水は百度で沸騰する。空は青い。",
            "मैं यहाँ हूँ",
            "Yes.",
            "word " * 10_000,
            "\x00",
            "e\u0301 🚀",
        ],
    )
    def test_odd_input_gets_a_score_or_a_reason(self, response: str) -> None:
        pytest.importorskip("sentence_transformers")
        (score,) = ConCISE(backend="local").score([Example(response=response)])
        assert isinstance(score, Unscored) or 0 <= score <= 1
