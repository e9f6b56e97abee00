"""Pictures: well-formed, self-contained, told in words, light and dark, and drawing what the view holds."""

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from nyhavn.drawing import svg as draw
from nyhavn.drawing.front import Front
from nyhavn.drawing.house import house
from nyhavn.drawing.palette import NAMES
from nyhavn.games.copenhagen import drawing as card_game
from nyhavn.games.roll_and_write import drawing as dice_game
from tests.drawing.views import CARD_GAME, DICE_GAME, changed, for_four, spectated

Element = ElementTree.Element
SVG = "{http://www.w3.org/2000/svg}"
KNOWN_TAGS = {"svg", "title", "desc", "style", "g", "rect", "path", "circle", "text"}
ODD = "<Ida> & \"Mads\" 'x' ]]> &amp; \x00\x1b\ud800"

PICTURES: dict[str, Callable[[], str]] = {
    "card game": lambda: card_game.svg(CARD_GAME),
    "card game, spectator": lambda: card_game.svg(spectated(CARD_GAME)),
    "card game, four players": lambda: card_game.svg(for_four(CARD_GAME)),
    "house": lambda: card_game.house_svg(CARD_GAME, 0, ["c2"]),
    "dice game": lambda: dice_game.svg(DICE_GAME),
    "dice game, four players": lambda: dice_game.svg(for_four(DICE_GAME)),
    "building": lambda: dice_game.house_svg(DICE_GAME, 0, ["c2"]),
}

every_picture = pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES.keys())


def parsed(picture: str) -> Element:
    return ElementTree.fromstring(picture)


def words(element: Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def titled(element: Element, title: str) -> list[Element]:
    """The groups that bear a title."""
    return [group for group in element.iter(f"{SVG}g") if group.findtext(f"{SVG}title") == title]


@every_picture
def test_is_an_svg_that_says_what_it_shows(picture: Callable[[], str]) -> None:
    root = parsed(picture())
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title, description = root[0], root[1]
    assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text
    assert description.text
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"


@every_picture
def test_runs_and_loads_nothing(picture: Callable[[], str]) -> None:
    text = picture()
    for element in parsed(text).iter():
        assert element.tag.removeprefix(SVG) in KNOWN_TAGS
        for name in element.attrib:
            assert "href" not in name
            assert not name.startswith("on")
    assert re.findall(r"\w+://[^\"'<]*", text) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in text
    assert "@import" not in text


@every_picture
def test_styles_every_class_for_light_and_dark_under_its_own_name(picture: Callable[[], str]) -> None:
    root = parsed(picture())
    style = root.findtext(f"{SVG}style") or ""
    light, found, dark = style.partition("@media (prefers-color-scheme: dark)")
    assert found
    classes = {name for element in root.iter() for name in element.get("class", "").split()} - {draw.ROOT}
    for name in classes:
        assert f".{draw.ROOT} .{name}{{" in light
        assert f".{draw.ROOT} .{name}{{" in dark
    selectors = re.findall(r"(?:^|[{}])\s*([^{}@]+)\{", style)
    assert all(selector.startswith(f".{draw.ROOT}") for selector in selectors)


@every_picture
def test_nothing_is_drawn_without_a_colour(picture: Callable[[], str]) -> None:
    for element in parsed(picture()).iter():
        if element.tag.removeprefix(SVG) in {"rect", "path", "circle", "text"}:
            assert element.get("class")


def test_several_in_one_page_share_no_id() -> None:
    ids = [element.get("id") for picture in PICTURES.values() for element in parsed(picture()).iter()]
    named = [name for name in ids if name]
    assert len(named) == len(set(named)) == 2 * len(PICTURES)


@pytest.mark.parametrize("seat", [0, 1])
def test_every_covered_cell_of_a_house_appears_with_its_letter(seat: int) -> None:
    root = parsed(card_game.house_svg(CARD_GAME, seat))
    covered = CARD_GAME["seats"][seat]["house"]
    for cell, (letter, mark) in covered.items():
        [group] = titled(root, f"{cell} {NAMES[letter]} {mark}")
        assert words(group) == [letter]
    assert len([text for text in words(root) if text in NAMES]) == len(covered)


def test_a_brick_does_not_look_like_a_window() -> None:
    root = parsed(card_game.house_svg(CARD_GAME, 0))
    [brick], [window] = titled(root, "a1 red brick"), titled(root, "b1 red window")
    assert brick.find(f"{SVG}circle") is not None
    assert brick.find(f"{SVG}rect") is None
    assert window.find(f"{SVG}rect") is not None
    assert window.find(f"{SVG}circle") is None


def test_every_drawn_cell_of_a_sheet_appears_with_its_letter_and_mark() -> None:
    root = parsed(dice_game.house_svg(DICE_GAME, 0))
    for cell, (letter, mark) in DICE_GAME["seats"][0]["sheet"].items():
        [group] = titled(root, f"{cell} {NAMES[letter]} {mark}")
        assert words(group) == [letter]
        assert (group.find(f"{SVG}circle") is not None) == (mark == "O")


def test_rows_and_columns_are_named() -> None:
    assert set("123456789abcde") <= set(words(parsed(draw.document(1, 1, "t", "d", [house(Front({}))]))))


def test_coats_disappear_when_covered_and_are_ticked_when_earned() -> None:
    def coats(front: Front) -> int:
        return house(front).count('class="f-coat"')

    assert coats(Front({}, coat_cells=["c3", "e5"])) == 2
    assert coats(Front({"c3": ("R", "window")}, coat_cells=["c3", "e5"])) == 1
    row = {f"{column}2": ("R", "window") for column in "abcde"}
    column = {f"b{row}": ("R", "O") for row in range(1, 10)}
    picture = house(Front(row | column, coat_rows=[2, 4], coat_columns=["b", "d"]))
    told = re.findall(r"coat of arms of [^<]*", picture)
    assert told == [
        "coat of arms of row 2, earned",
        "coat of arms of row 4",
        "coat of arms of column b, earned",
        "coat of arms of column d",
    ]


def test_highlighted_cells_are_ringed() -> None:
    def rings(picture: str) -> int:
        return picture.count('class="s-lift"')

    assert rings(card_game.house_svg(CARD_GAME, 0)) == 0
    assert rings(card_game.house_svg(CARD_GAME, 0, iter(["c2", "d2", "c2"]))) == 2
    assert rings(dice_game.house_svg(DICE_GAME, 0, ["c2"])) == 1


def test_a_spectator_is_shown_no_hand() -> None:
    assert "Your hand" in words(parsed(card_game.svg(CARD_GAME)))
    seen = words(parsed(card_game.svg(spectated(CARD_GAME))))
    assert "Your hand" not in seen
    assert "Hands are hidden" in seen
    # Two cards nobody saw being taken at each of the two seats.
    assert seen.count("?") == 4


def test_the_card_table_shows_figures_of_the_view() -> None:
    seen = words(parsed(card_game.svg(CARD_GAME)))
    for figure in ("50", "special tiles ×11", "gone", "discount ×2", "12", "1 point", "0 points", "Seat 0 (you)"):
        assert figure in seen
    assert seen.count("gone") == 1


@pytest.mark.parametrize(
    ("seat", "ability", "side"), [(0, "any", "used"), (0, "extra", "active"), (1, "both", "not owned")]
)
def test_abilities_show_their_side(seat: int, ability: str, side: str) -> None:
    chips = titled(parsed(card_game.svg(CARD_GAME)), f"{ability}: {side}")
    assert len(chips) == sum(_side(view, ability) == side for view in CARD_GAME["seats"])
    assert words(chips[0]) == [ability]
    assert _side(CARD_GAME["seats"][seat], ability) == side


def _side(seat: dict[str, Any], ability: str) -> str:
    return str(seat["abilities"].get(ability, "not owned"))


def test_the_dice_table_shows_tracks_and_crossed_out_tiles() -> None:
    root = parsed(dice_game.svg(DICE_GAME))
    assert titled(root, "red, reroll: 2 of 9, 3 stars, 1 bonus ready")
    assert titled(root, "purple, single X: 9 of 9, 0 stars, 2 bonuses ready")
    open_tile, crossed_tile = titled(root, "R4")
    assert [open_tile.find(f"{SVG}path"), crossed_tile.find(f"{SVG}path") is not None] == [None, True]
    assert words(root).count("active player") == 1


def test_odd_words_are_escaped() -> None:
    picture = draw.document(10, 10, ODD, ODD, [draw.words(0, 0, ODD), draw.group([], title=ODD)])
    root = parsed(picture)
    told = ODD.replace("\x00", "\ufffd").replace("\x1b", "\ufffd").replace("\ud800", "\ufffd")
    assert [root[0].text, root[1].text, *words(root)] == [told] * 3
    assert titled(root, told)
    assert "<Ida>" not in picture


def test_odd_options_are_escaped() -> None:
    view = changed(DICE_GAME, options={ODD: ODD})
    assert any("<Ida>" in text for text in words(parsed(dice_game.svg(view))))


def test_tiles_side_by_side_keep_the_line_between_them() -> None:
    assert draw.border([(0, 0), (1, 0)], 10, 0) == "M0 0h10M0 10h10M0 0v10M10 0h10M10 10h10M20 0v10"


@pytest.mark.parametrize("letter", NAMES)
def test_colours_differ_by_pattern_too(letter: str) -> None:
    others = [draw.pattern(other, 0, 0, 28, 28) for other in NAMES if other != letter]
    assert draw.pattern(letter, 0, 0, 28, 28) not in others
