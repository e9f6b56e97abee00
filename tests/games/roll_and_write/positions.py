"""Positions of the dice game drawn as text, and what the tests of its rules read of a game.

Sheets are drawn as in `tests.positions`: capital letters are O, small ones X, W (w) a cell drawn singly. Stars and
bonuses are letters (`"RRB"`: two red, one blue), tracks letters with the boxes marked (`"R8 B2"`), and of single-use
tiles `{"Y4": ".x", "Y5": "x"}` says which are open (.), crossed out in play (x) or put out by W4 (-).
"""

from collections.abc import Mapping, Sequence

import nyhavn
from nyhavn.facade.colours import COLOURS, LETTERS
from nyhavn.games import rules_of
from nyhavn.games.roll_and_write.components import BOXES, FACES, TRACK_POINTS
from nyhavn.games.roll_and_write.kernels.layout import AFTER_DRAW, COAT, MARK, TURN
from nyhavn.luck import Seeded
from nyhavn.rules import Position
from tests.positions import Script, covered, dull, of_seat, pictured, points


def position(
    *sheets: str,
    players: int = 2,
    active: int = 0,
    turn: int | None = None,
    dice: str = "RYGBP",
    tracks: Sequence[str] = (),
    stars: Sequence[str] = (),
    bonuses: Sequence[str] = (),
    fresh_stars: str = "",
    fresh_bonuses: str = "",
    tiles: Mapping[str, str] | None = None,
    round: int = 1,
    drawn: bool = False,
    coats: int = 0,
    scores: Sequence[int] | None = None,
    mirror: bool = False,
    chance: Script | None = None,
) -> nyhavn.State:
    """A game that stands like this, with nothing played yet.

    Sheets, tracks, stars and bonuses are given by seat; what is not given is empty, the two stars of W3 too. `dice` are
    the unused ones. What must be decided follows: a `turn` other than the active seat's is a marking, `coats` ask for
    coat actions, `drawn` for what comes after the tile, and everything else is a turn before the tile. Points are
    those of the complete lines and tracks, unless `scores` says otherwise.
    """
    rules, options = rules_of("roll-and-write"), {"mirror": mirror}
    memory = rules.begin(players, options)
    S = memory[0]
    for seat in range(players):
        sheet = of_seat(sheets, seat)
        S.filled[seat], S.crosses[seat] = covered(sheet), dull(sheet)
        S.colours[seat] = [covered(sheet, letter) for letter in LETTERS]
        S.stars[seat] = _counts(of_seat(stars, seat))
        S.bonuses[seat] = _counts(of_seat(bonuses, seat))
        S.tracks[seat] = _boxes(of_seat(tracks, seat))
        full = sum(boxes == BOXES for boxes in S.tracks[seat])
        S.scores[seat] = points(sheet) + TRACK_POINTS * full if scores is None else scores[seat]
    for tile, marks in (tiles or {}).items():
        first, size = (0, 2) if tile[1] == "4" else (2, 1)
        assert len(marks) == size, f"there are {size} of {tile}"
        S.tiles[LETTERS.index(tile[0]), first : first + size] = [".x-".index(mark) for mark in marks]

    S.active = active
    S.turn = active if turn is None else turn
    S.round_number = round
    S.dice[:] = [dice.count(face) for face in FACES]
    S.rolled, S.rolling = 5, 0
    S.fresh_stars[:], S.fresh_bonuses[:] = _counts(fresh_stars), _counts(fresh_bonuses)
    S.drawn, S.coats = drawn, coats
    S.phase = MARK if S.turn != active else COAT if coats else AFTER_DRAW if drawn else TURN
    return nyhavn.State.from_position(rules, options, Position(memory, rules.batch.new_past()), chance or Seeded(0))


def widest() -> nyhavn.State:
    """The position with the most legal moves that we know: three tiles on the way up, on which most others can stand,
    every star and bonus, and dice that pay for every tile in many ways. Found by a search over sheets that can be drawn
    and over all dice."""
    sheet = """
        p P P P P
        . . . . B
        . . b B B
        . . . . G
        . . . . G
        . . . . g
    """
    return position(
        sheet,
        players=3,
        dice="BBWWW",
        tracks=["R4 Y4 G5 B5 P4"],
        stars=["RYGBP"],
        bonuses=["RRYYGGBBPP"],
        tiles={"B4": "x.", "P5": "x"},
        mirror=True,
    )


def _counts(letters: str) -> list[int]:
    assert set(letters) <= set(LETTERS), letters
    return [letters.count(letter) for letter in LETTERS]


def _boxes(text: str) -> list[int]:
    marked = {word[0]: int(word[1:]) for word in text.split()}
    assert set(marked) <= set(LETTERS), text
    return [marked.get(letter, 0) for letter in LETTERS]


def decline_marks(state: nyhavn.State) -> None:
    """The others mark nothing, until the next turn begins."""
    while state.view()["phase"] == "mark":
        state.play("mark -")


# What is read of a game, as everybody may read it.


def drawn(state: nyhavn.State, seat: int = 0) -> str:
    """A sheet of the game as a drawing."""
    return pictured(state.view()["seats"][seat]["sheet"])


def dice(state: nyhavn.State) -> str:
    """The unused dice."""
    faces: str = state.view()["dice"]
    return faces


def tracks(state: nyhavn.State, seat: int = 0) -> str:
    """The tracks of a seat on which boxes are marked: `R8 B2`."""
    marked = state.view()["seats"][seat]["tracks"]
    return " ".join(f"{LETTERS[COLOURS.index(name)]}{boxes}" for name, boxes in marked.items() if boxes)


def stars(state: nyhavn.State, seat: int = 0) -> str:
    """The stars of a seat, unlocked and not used."""
    return _letters(state.view()["seats"][seat]["stars"])


def bonuses(state: nyhavn.State, seat: int = 0) -> str:
    return _letters(state.view()["seats"][seat]["bonuses"])


def _letters(counts: Mapping[str, int]) -> str:
    return "".join(LETTERS[COLOURS.index(name)] * count for name, count in counts.items())


def tiles(state: nyhavn.State, tile: str) -> str:
    """The tiles of a single-use kind: open (.) or crossed out (x), for whatever reason."""
    return "".join("x" if gone else "." for gone in state.view()["crossed_out"][tile])


def those(state: nyhavn.State, start: str) -> list[str]:
    """The moves that begin with some words, without these: `those(state, "mark")`."""
    return [move.removeprefix(f"{start} ") for move in state.moves() if move.startswith(f"{start} ")]


def places(state: nyhavn.State, tile: str) -> set[str]:
    """Where a tile can be drawn: `a1 b1 a2 b2`."""
    return {move.partition(" using ")[0].replace("*", "") for move in those(state, f"draw {tile}")}


def payments(state: nyhavn.State, placed: str) -> list[str]:
    """The ways to pay for a tile in one place: `payments(state, "R2 a1* b1")`."""
    return those(state, f"draw {placed} using")
