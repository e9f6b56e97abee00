"""Which covered cells belong together."""

from nyhavn.drawing.front import Front, laid_by, neighbours
from tests.drawing.views import CARD_GAME, DICE_GAME


def test_a_move_that_names_cells_lays_them_as_one_tile() -> None:
    assert laid_by(CARD_GAME["history"], 0) == [("a1", "b1"), ("c1", "d1"), ("e1", "e2"), ("b2",)]
    assert laid_by(CARD_GAME["history"], 1) == [("a1", "a2")]
    assert laid_by(DICE_GAME["history"], 0) == [("a1", "b1", "c1"), ("d1", "e1"), ("a2",)]


def test_tiles_of_one_colour_side_by_side_stay_two() -> None:
    cells = dict.fromkeys(("a1", "b1", "c1", "d1"), ("R", "window"))
    assert Front(cells, laid=[("a1", "b1"), ("c1", "d1")]).tiles() == [("a1", "b1"), ("c1", "d1")]


def test_without_a_history_areas_of_one_colour_are_drawn_as_one() -> None:
    cells = dict.fromkeys(("a1", "b1", "d1", "b2"), ("R", "window")) | {"c1": ("Y", "brick")}
    assert sorted(map(sorted, Front(cells).tiles())) == [["a1", "b1", "b2"], ["c1"], ["d1"]]


def test_a_history_that_does_not_fit_the_house_is_not_believed() -> None:
    cells = {"a1": ("R", "brick"), "b1": ("Y", "window")}
    assert Front(cells, laid=[("a1", "b1"), ("d4", "e4")]).tiles() == [("a1",), ("b1",)]


def test_neighbours_share_an_edge() -> None:
    assert neighbours("a1") == ["b1", "a2"]
    assert neighbours("c5") == ["b5", "d5", "c4", "c6"]
    assert neighbours("e9") == ["d9", "e8"]
