"""Our own games keep what is asked of games that others bring; and what is broken is found."""

from collections.abc import Callable
from typing import Any

import pytest

from nyhavn import compiled
from nyhavn.conformance import NotConforming, check_game, check_sources
from nyhavn.games import game_names, rules_of

Break = Callable[[pytest.MonkeyPatch, Any], None]


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_our_games_conform(game: str) -> None:
    check_game(game, games=1, every=30)


def leak(patch: pytest.MonkeyPatch, rules: Any) -> None:
    look = rules.knowledge.look
    patch.setattr(rules.knowledge, "look", lambda facts, seat: {**look(facts, seat), "all": look(facts, 1)["hand"]})


def refuse_without_a_reason(patch: pytest.MonkeyPatch, rules: Any) -> None:
    patch.setattr(rules.reasons, "why_not", lambda facts, text: None)


def untidy(patch: pytest.MonkeyPatch, rules: Any) -> None:
    patch.setattr(rules.moves, "tidy", str.upper)


def tell_hands(patch: pytest.MonkeyPatch, rules: Any) -> None:
    patch.setattr(rules.knowledge, "sees_entry", lambda entry, seat: "move" not in entry)


def forget_cards(patch: pytest.MonkeyPatch, rules: Any) -> None:
    patch.setattr(rules.chance, "text_of", lambda events: "docks RRRRRRR")


def draw_nothing(patch: pytest.MonkeyPatch, rules: Any) -> None:
    patch.setattr(rules.drawing, "text", lambda view, colour=False: " ")


def believe_what_is_wrong(patch: pytest.MonkeyPatch, rules: Any) -> None:
    imagine = type(rules).imagine

    def dealt(self: Any, memory: Any, seat: int, past: Any, luck: Any) -> Any:
        world = imagine(self, memory, seat, past, luck)
        world["hands"][0, seat, 0] += 1
        return world

    patch.setattr(type(rules), "imagine", dealt)


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (leak, "sees what is hidden"),
        (refuse_without_a_reason, "no reason is given"),
        (untidy, "is not tidy"),
        (tell_hands, "does not see the move"),
        (draw_nothing, "is empty"),
        (believe_what_is_wrong, "knows to be wrong"),
    ],
    ids=lambda it: getattr(it, "__name__", ""),
)
def test_what_is_broken_is_found(broken: Break, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, rules_of("copenhagen"))
    with pytest.raises(NotConforming, match=sentence):
        check_game("copenhagen", games=1)


def test_a_record_that_does_not_replay_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_cards(monkeypatch, rules_of("copenhagen"))
    with pytest.raises(ValueError):
        check_game("copenhagen", games=1)


def test_kernels_that_the_cache_ignores_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {part: tuple(path for path in paths if path != "kernels/*.py") for part, paths in compiled.OWN.items()}
    monkeypatch.setattr(compiled, "OWN", own)
    with pytest.raises(NotConforming, match="nothing recompiles"):
        check_sources("copenhagen")
