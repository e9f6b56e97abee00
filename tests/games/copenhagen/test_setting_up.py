"""C1–C9: the table before the first move."""

import pytest

import nyhavn
from tests.games.copenhagen.positions import builds, docks, drawn, hand, position, sides
from tests.positions import Lowest, Script, picture, refusal

COLOURS = "RYGBP"
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


@PLAYERS
def test_C1_seat_0_begins_and_play_goes_round(players: int) -> None:
    state = nyhavn.new_game("copenhagen", players=players, seed=1)
    order = []
    for _ in range(2 * players):
        order.append(state.turn)
        state.play("take 1 2")
    assert order == [*range(players), *range(players)]


@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_C1_not_for_one_and_not_for_five(players: int) -> None:
    with pytest.raises(ValueError, match=f"played by 2, 3, 4 players, not {players}"):
        nyhavn.new_game("copenhagen", players=players)


@PLAYERS
def test_C2_all_houses_have_45_cells(players: int) -> None:
    assert nyhavn.new_game("copenhagen", players=players, seed=1).empty_cells == (45,) * players


def test_C2_five_columns_and_nine_rows() -> None:
    tower = position("P....\n" * 4, hands=["PPPP"])
    assert "build P5 a5* a6 a7 a8 a9 pay PPPP" in tower.moves()
    assert "build P5 a5 a6 a7 a8 a9* pay PPPP" in tower.moves()
    assert refusal(tower, "build P5 a6* a7 a8 a9 a10 pay PPPP").code == "cell"
    ground = position(hands=["PPPPP"])
    assert "build P5 a1* b1 c1 d1 e1 pay PPPPP" in ground.moves()
    assert refusal(ground, "build P2 e1* f1 pay PP").code == "cell"


@pytest.mark.parametrize("seat", [0, 1])
def test_C2_four_cells_carry_a_coat_of_arms(seat: int) -> None:
    """A special tile on top of a tower, once for every cell: the coats are c3, e5, b7 and d9, in every house."""
    coats = []
    for column in range(5):
        for height in range(9):
            tower = ("." * column + "Y" + "." * (4 - column) + "\n") * height
            state = position(*[""] * seat, tower, turn=seat, coats=1)
            cell = f"{'abcde'[column]}{height + 1}"
            state.play(f"coat special {cell}")
            if state.view()["coats"]:
                coats.append(cell)
    assert coats == ["b7", "c3", "d9", "e5"]


@pytest.mark.parametrize("seat", [0, 1])
def test_C2_rows_2_4_and_6_carry_a_coat_of_arms(seat: int) -> None:
    """The gap at a is closed in every row once."""
    coats = []
    for row in range(1, 10):
        house = ". Y G B P\n" + "R . . . .\n" * (row - 1)
        state = position(*[""] * seat, house, turn=seat, coats=1)
        state.play(f"coat special a{row}")
        if state.view()["coats"]:
            coats.append(row)
    assert coats == [2, 4, 6]


@pytest.mark.parametrize(
    ("players", "of_2", "of_3", "of_4", "tiles"), [(2, 2, 2, 2, 35), (3, 2, 3, 2, 40), (4, 3, 3, 3, 50)]
)
def test_C3_tiles_by_number_of_players(players: int, of_2: int, of_3: int, of_4: int, tiles: int) -> None:
    view = nyhavn.new_game("copenhagen", players=players, seed=1).view()
    copies = {2: of_2, 3: of_3, 4: of_4, 5: 1}
    assert view["supply"] == {f"{colour}{size}": left for colour in COLOURS for size, left in copies.items()}
    assert sum(view["supply"].values()) == tiles
    assert view["specials"] == 12


TILES = """
R2 rR | R3 RR | R4 RR | R5 .RR | Y2 yY | Y3 YY | Y4 .YY | Y5 Y.. | G2 gG | G3 gGG | G4 GGG | G5 .G. | B2 bB | B3 BB
      |    r. |    rR |    rRR |       |    y. |    Yy. |    YYY |       |        |    .g. |    gGG |       |    b.
      |       |       |        |       |       |        |    ..y |       |        |        |    .G. |       |

B4 ..B | B5 ..B | P2 pP | P3 pPP | P4 pPPP | P5 pPPPP
   bBB |    bBB |       |        |         |
       |    ..B |       |        |         |
"""


def tiles_drawn() -> dict[str, list[str]]:
    """The tiles as drawn above, from their lowest row up."""
    found: dict[str, list[str]] = {}
    for block in TILES.strip().split("\n\n"):
        for column in zip(*(line.split("|") for line in block.splitlines()), strict=True):
            name, *lines = " ".join(column).split()
            found[name] = lines[::-1]
    return found


@pytest.mark.parametrize(("tile", "lines"), tiles_drawn().items())
def test_C4_a_tile_has_one_brick_and_windows(tile: str, lines: list[str]) -> None:
    colour, size = tile[0], int(tile[1])
    cells = [
        f"{column}{row}" + ("*" if letter.islower() else "")
        for row, line in enumerate(lines, 1)
        for column, letter in zip("abcde", line, strict=False)
        if letter != "."
    ]
    state = position(hands=[colour * size])
    assert {move.count("*") for move in builds(state, tile)} == {1}
    state.play(f"build {tile} {' '.join(cells)} pay {colour * size}")
    assert drawn(state) == picture("\n".join(line.ljust(5, ".") for line in reversed(lines)))


def test_C4_the_brick_is_where_the_tile_has_it() -> None:
    """The brick of G4 is its foot, that of Y4 an inner cell, and one of the four cells of R4, whichever way it lies."""
    state = position(hands=["GGGG", "YYYY"])
    assert refusal(state, "build G4 a1* b1 c1 b2 pay GGGG").details["bricks"] == ["b2"]
    assert refusal(state, "build G4 a1 b1 c1 b2 pay GGGG").code == "brick"
    assert refusal(state, "build G4 a1 b1* c1 b2* pay GGGG").code == "brick"
    state.play("build G4 a1 b1 c1 b2* pay GGGG")
    assert refusal(state, "build Y4 a1* b1 b2 c2 pay YYYY").details["bricks"] == ["b1", "b2"]
    square = position(hands=["RRRR"])
    assert {move for move in builds(square, "R4") if "a1" in move} == {
        "build R4 a1* b1 a2 b2 pay RRRR",
        "build R4 a1 b1* a2 b2 pay RRRR",
        "build R4 a1 b1 a2* b2 pay RRRR",
        "build R4 a1 b1 a2 b2* pay RRRR",
    }


def test_C4_a_special_tile_is_one_window() -> None:
    state = position(coats=1)
    state.play("coat special b1")
    assert state.view()["seats"][0]["house"] == {"b1": ["W", "window"]}


@pytest.mark.parametrize(("players", "of_a_colour", "cards"), [(2, 14, 70), (3, 12, 60), (4, 14, 70)])
def test_C5_cards_by_number_of_players(players: int, of_a_colour: int, cards: int) -> None:
    chance = Lowest()
    nyhavn.new_game("copenhagen", players=players, chance=chance)
    assert chance.asked[0] == ("docks", dict.fromkeys(COLOURS, of_a_colour))
    assert 5 * of_a_colour == cards


def test_C6_seven_cards_to_the_docks_in_order() -> None:
    chance = Script("RYGBPPY RB GGP")
    state = nyhavn.new_game("copenhagen", players=2, chance=chance)
    assert docks(state) == "RYGBPPY"
    assert state.history[0] == {"chance": "docks RYGBPPY"}
    assert [kind for kind, _ in chance.asked[:8]] == ["docks"] * 7 + ["hand"]


def test_C6_docks_are_a_line_not_a_ring() -> None:
    state = position(docks="RYGBPPY", used=["any"])
    assert "take 1 7" not in state.moves()
    assert refusal(state, "take 1 7").details == {"docks": [1, 7], "abilities": ["any"]}


def test_C7_with_two_players_the_End_card_is_one_of_the_last_ten() -> None:
    """A whole game in which it comes last of all: it could have come among the last ten cards, at no time before."""
    chance = Lowest()
    state = nyhavn.new_game("copenhagen", players=2, chance=chance)
    assert state.view()["end_card"] == "deck"
    assert state.view()["deck"] == 70 - 7 - 5 + 1
    while not state.over:
        state.play(state.moves()[0])
    in_deck = [sum(outcomes.values()) for _, outcomes in chance.asked]
    assert in_deck == [*range(70, 9, -1), *range(10, 0, -1)]
    assert ["End" in outcomes for _, outcomes in chance.asked] == [False] * 61 + [True] * 10
    assert {outcomes["End"] for _, outcomes in chance.asked[-10:]} == {1}
    assert state.history[-1]["chance"].endswith("=End")


def test_C7_the_first_of_the_last_ten_can_be_the_End_card() -> None:
    state = position(deck="RRYYGGBBP", chance=Script("End"))
    assert state.view()["deck"] == 10
    state.play("take 4 5")
    assert state.over


def test_C7_docks_and_hands_come_before_the_End_card_can() -> None:
    chance = Script("RYGBPPY RB GGP")
    nyhavn.new_game("copenhagen", players=2, chance=chance)
    assert all("End" not in outcomes for _, outcomes in chance.asked)


@pytest.mark.parametrize(("players", "deck"), [(3, 60 - 7 - 8), (4, 70 - 7 - 12)])
def test_C7_with_three_and_four_players_the_End_card_waits_beside_the_board(players: int, deck: int) -> None:
    chance = Lowest()
    state = nyhavn.new_game("copenhagen", players=players, chance=chance)
    assert state.view()["end_card"] == "beside"
    assert state.view()["deck"] == deck
    while {"chance": "shuffle"} not in state.history:
        asked = len(chance.asked)
        state.play(state.moves()[0])
    assert all("End" not in outcomes for _, outcomes in chance.asked[:asked])
    assert state.view()["end_card"] == "deck"


@pytest.mark.parametrize(
    ("cards", "hands"),
    [
        ("RB GGP", ["RB", "GGP"]),
        ("RB GGP YYY", ["RB", "GGP", "YYY"]),
        ("BR PGG YYY PBGR", ["RB", "GGP", "YYY", "RGBP"]),
    ],
)
def test_C8_starting_hands(cards: str, hands: list[str]) -> None:
    state = nyhavn.new_game("copenhagen", players=len(hands), chance=Script(f"RYGBPPY {cards}"))
    assert [hand(state, seat) for seat in range(state.players)] == hands
    assert state.history[1:] == [{"chance": f"hand {seat} {cards}"} for seat, cards in enumerate(hands)]
    assert [len(cards) for cards in hands] == [2, 3, 3, 4][: len(hands)]


@PLAYERS
def test_C9_one_ability_of_each_kind_for_every_player(players: int) -> None:
    state = nyhavn.new_game("copenhagen", players=players, seed=1)
    supply = {"any": 0, "extra": players, "discount": players, "recolour": players, "both": players}
    assert state.view()["abilities"] == supply
    assert [sides(state, seat) for seat in range(players)] == [{"any": "active"}] * players


def test_C9_nobody_owns_two_of_a_kind() -> None:
    state = position(coats=1, active=["any extra"], used=["both"])
    offered = {move for move in state.moves() if move.startswith("coat ability")}
    assert offered == {"coat ability discount", "coat ability recolour"}
    for owned in ("any", "extra", "both"):
        assert refusal(state, f"coat ability {owned}").code == "ability owned"
