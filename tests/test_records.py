"""The Records section of the contract, line by line, for every game."""

import random
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nyhavn
from tests.conftest import everything, play_on, sentence

Table = tuple[str, dict[str, Any]]


def new(table: Table, **more: Any) -> nyhavn.State:
    game, options = table
    return nyhavn.new_game(game, **(options | more))


def split(text: str) -> tuple[list[str], list[str]]:
    """The tag lines and the entries of a record."""
    head, _, body = text.partition("\n\n")
    return head.splitlines(), body.splitlines()


def joined(head: list[str], body: list[str]) -> str:
    return "\n".join([*head, "", *body, ""])


def tags(text: str) -> dict[str, str]:
    found = (re.fullmatch(r'\[(\w+) "(.*)"\]', line) for line in split(text)[0])
    return {match[1]: match[2] for match in found if match}


def with_tag(text: str, name: str, value: str) -> str:
    return re.sub(rf'\[{name} ".*"\]', lambda _: f'[{name} "{value}"]', text)


def fed(table: Table) -> nyhavn.State:
    """A game whose chance comes from outside."""
    luck = random.Random(1)
    return new(table, chance=lambda kind, outcomes: luck.choices(list(outcomes), list(outcomes.values()))[0])


def refused(text: str) -> nyhavn.RecordError:
    with pytest.raises(nyhavn.RecordError) as caught:
        nyhavn.parse_record(text)
    assert isinstance(caught.value, ValueError)
    assert sentence(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value


# Writing


def test_a_record_is_tags_an_empty_line_and_the_history(midway: nyhavn.State) -> None:
    text = midway.record()
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    head, body = split(text)
    assert all(re.fullmatch(r'\[[A-Z][A-Za-z]+[0-9]* ".*"\]', line) for line in head)
    lines = [
        f"> {entry['chance']}" if "chance" in entry else f"{entry['seat']} {entry['move']}" for entry in midway.history
    ]
    assert body == lines


def test_tags_stand_in_the_order_of_the_contract(state: nyhavn.State) -> None:
    state.tags |= {"Event": "Harbour cup", "Seat1": "Bo", "Seat0": "Ann"}
    order = ["Game", "Players", "Options", "Rules", "Seed", "Date", "Seat0", "Seat1", "Result", "Event"]
    found = tags(state.record())
    assert list(found) == order
    assert found["Game"] == state.game
    assert found["Players"] == str(state.players)
    assert found["Rules"] == "1"
    assert found["Seed"] == "2019"
    assert found["Result"] == "*"


def test_options_are_pairs_or_a_dash(table: Table) -> None:
    state = new(table, seed=1)
    pairs = " ".join(f"{name}={str(value).lower()}" for name, value in state.options.items())
    assert tags(state.record())["Options"] == (pairs or "-")
    assert nyhavn.parse_record(state.record()).options == state.options


def test_the_date_is_today(state: nyhavn.State) -> None:
    day = date.fromisoformat(tags(state.record())["Date"])
    assert abs(day - datetime.now(UTC).date()) <= timedelta(days=1)


def test_the_seed_is_there_only_if_chance_came_from_it(table: Table) -> None:
    assert tags(new(table, seed=5).record())["Seed"] == "5"
    drawn = new(table)
    assert tags(drawn.record())["Seed"] == str(drawn.seed)
    assert "Seed" not in tags(fed(table).record())


def test_the_seed_is_left_out_where_asked(midway: nyhavn.State) -> None:
    text = midway.record(seed=False)
    assert "Seed" not in text
    assert text == re.sub(r"\[Seed .*\]\n", "", midway.record())
    assert nyhavn.parse_record(text) == midway
    assert nyhavn.parse_record(text).record() == text


def test_the_result_names_the_winners(finished: nyhavn.State) -> None:
    assert tags(finished.record())["Result"] == " ".join(map(str, finished.winners))
    assert nyhavn.parse_record(finished.record()).winners == finished.winners


# Reading


def test_a_record_from_outside_chance_replays(table: Table) -> None:
    state = play_on(fed(table), 30, random.Random(3))
    read = nyhavn.parse_record(state.record())
    assert read == state
    assert read.record() == state.record()


def test_a_record_is_read_from_a_file(midway: nyhavn.State, tmp_path: Path) -> None:
    path = tmp_path / "game.nyhavn"
    path.write_text(midway.record(), encoding="utf-8")
    assert nyhavn.read_record(path) == midway
    assert nyhavn.read_record(str(path)) == midway


@pytest.mark.parametrize(
    "change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text], ids=["CRLF", "BOM"]
)
def test_files_of_other_editors_are_read(midway: nyhavn.State, tmp_path: Path, change: Callable[[str], str]) -> None:
    path = tmp_path / "game.nyhavn"
    path.write_bytes(change(midway.record()).encode())
    assert everything(nyhavn.read_record(path)) == everything(midway)


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])
def test_empty_lines_at_the_end_do_not_matter(midway: nyhavn.State, end: str) -> None:
    assert nyhavn.parse_record(midway.record().rstrip("\n") + end) == midway


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
def test_a_file_that_is_not_utf_8_is_refused_naming_the_line(midway: nyhavn.State, tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "game.nyhavn"
    lines = midway.record().encode().splitlines(keepends=True)
    for number in (1, 6, len(lines)):
        broken = [*lines[: number - 1], b"\xff" + lines[number - 1], *lines[number:]]
        path.write_bytes(mark + b"".join(broken))
        with pytest.raises(nyhavn.RecordError, match="UTF-8") as caught:
            nyhavn.read_record(path)
        assert caught.value.line == number


def test_a_file_that_is_not_there_is_the_usual_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        nyhavn.read_record(tmp_path / "nowhere.nyhavn")


# Tags


@given(st.text(st.characters(exclude_characters="\r\n")), st.sampled_from(["Seat0", "Event", "x_9", "Seat9"]))
def test_any_value_is_kept(value: str, name: str) -> None:
    state = nyhavn.new_game("copenhagen", seed=1)
    state.tags[name] = value
    read = nyhavn.parse_record(state.record())
    assert read.tags == state.tags
    assert read.record() == state.record()


def test_a_value_stays_on_its_line(state: nyhavn.State) -> None:
    state.tags["Seat0"] = "Ann\r\nof\nthe harbour"
    assert '\n[Seat0 "Ann of the harbour"]\n' in state.record()
    assert nyhavn.parse_record(state.record()) == state


def test_quotes_and_backslashes_are_escaped(state: nyhavn.State) -> None:
    state.tags["Seat0"] = 'the "C:\\" one'
    assert r'[Seat0 "the \"C:\\\" one"]' in state.record()


@pytest.mark.parametrize("value", [r"a\n", r"\u0041", "\\", '"', 'a"b'])
def test_other_escapes_are_refused(midway: nyhavn.State, value: str) -> None:
    head, body = split(midway.record())
    assert refused(joined([*head, f'[Seat0 "{value}"]'], body)).line == len(head) + 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Game", "chess"),
        ("Game", "Copenhagen"),
        ("Players", "5"),
        ("Players", "02"),
        ("Players", "two"),
        ("Options", ""),
        ("Options", "fog=true"),
        ("Options", "fog"),
        ("Rules", "0"),
        ("Rules", "2 beta"),
        ("Seed", "-1"),
        ("Seed", "1.5"),
        ("Seed", ""),
        ("Seed", " 1"),
        ("Date", "31.12.2026"),
        ("Date", "2026-02-30"),
        ("Date", "20260228"),
        ("Result", "7"),
        ("Result", ""),
        ("Result", "0 1 2 3 4"),
    ],
)
def test_a_wrong_tag_is_refused_naming_its_line(midway: nyhavn.State, name: str, value: str) -> None:
    text = midway.record()
    error = refused(with_tag(text, name, value))
    assert error.line == list(tags(text)).index(name) + 1
    if name == "Rules":
        assert f"'{value}'" in str(error)


def test_a_result_that_the_moves_do_not_give_is_refused(midway: nyhavn.State, finished: nyhavn.State) -> None:
    for state, result in ((midway, "0"), (finished, "*"), (finished, " ".join(map(str, finished.ranking[-1])))):
        text = state.record()
        assert refused(with_tag(text, "Result", result)).line == list(tags(text)).index("Result") + 1


def test_a_tag_that_stands_twice_is_refused(midway: nyhavn.State) -> None:
    head, body = split(midway.record())
    for line in head:
        assert refused(joined([*head, line], body)).line == len(head) + 1


@pytest.mark.parametrize("name", ["Game", "Players", "Rules"])
def test_a_record_says_which_game_it_is(midway: nyhavn.State, name: str) -> None:
    head, body = split(midway.record())
    assert name in str(refused(joined([line for line in head if name not in line], body)))


def test_without_options_the_usual_ones_are_meant(table: Table) -> None:
    game, options = table
    usual = nyhavn.new_game(game, players=options["players"], seed=3)
    head, body = split(usual.record())
    assert nyhavn.parse_record(joined([line for line in head if "Options" not in line], body)) == usual


@pytest.mark.parametrize("name", ["Seed", "Date", "Result"])
def test_other_tags_may_be_missing(midway: nyhavn.State, name: str) -> None:
    head, body = split(midway.record())
    assert nyhavn.parse_record(joined([line for line in head if name not in line], body)) == midway


def test_tags_in_any_order_are_read(midway: nyhavn.State) -> None:
    head, body = split(midway.record())
    assert nyhavn.parse_record(joined(head[::-1], body)).record() == midway.record()


# Going on


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 10**999, 10**1000, 10**5000], ids=["7", "1000 digits", "1001 digits", "huge"])
def test_a_record_cut_anywhere_goes_on_with_its_seed(table: Table, seed: int) -> None:
    """Wherever a decision or all of a deal comes next; a deal cut in two is refused."""
    whole = play_on(new(table, seed=seed), 1000, random.Random(12))
    head, body = split(with_tag(whole.record(), "Result", "*"))
    cuts = range(len(body)) if seed == 7 else range(0, len(body), 9)
    for cut in [*cuts, len(body) - 1]:
        text = joined(head, body[:cut])
        if cut and body[cut - 1].startswith(">") and body[cut].startswith(">"):
            assert refused(text).line in (len(head) + 1 + cut, len(head) + 2 + cut)
            continue
        state = nyhavn.parse_record(text)
        assert state.seed == seed
        for entry in whole.history[len(state.history) :]:
            if "move" in entry:
                state.play(entry["move"])
        assert state == whole


def test_where_chance_disagrees_with_the_seed_it_goes_on_with_new_randomness(midway: nyhavn.State) -> None:
    text = with_tag(midway.record(), "Seed", "2020")
    read = [nyhavn.parse_record(text) for _ in range(4)]
    assert all(state == midway and state.seed is None for state in read)
    assert all("Seed" not in tags(state.record()) for state in read)
    later = [play_on(state, 20, random.Random(1)).history for state in read]
    assert any(history != later[0] for history in later[1:])


def test_a_record_without_seed_goes_on_with_new_randomness(midway: nyhavn.State) -> None:
    read = [nyhavn.parse_record(midway.record(seed=False)) for _ in range(4)]
    later = [play_on(state, 20, random.Random(1)).history for state in read]
    assert any(history != later[0] for history in later[1:])
    assert all(state.seed is None for state in read)
