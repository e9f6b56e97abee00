import json
from typing import Any

import orjson
from hypothesis import given
from hypothesis import strategies as st

from nyhavn.table.patches import apply, difference

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.sampled_from(["", "a", "b"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=20,
)


def exactly(value: Any) -> str:
    """JSON in which True is no 1."""
    return json.dumps(value, sort_keys=True)


@given(old=VALUES, new=VALUES)
def test_a_difference_turns_the_old_into_the_new(old: Any, new: Any) -> None:
    before = exactly(old)
    patch = orjson.loads(orjson.dumps(difference(old, new)))
    assert exactly(apply(old, patch)) == exactly(new)
    assert exactly(old) == before


@given(value=VALUES)
def test_what_is_the_same_has_no_difference(value: Any) -> None:
    assert difference(value, json.loads(json.dumps(value))) == []


def test_a_difference_is_small() -> None:
    old = {"turn": 0, "seats": [{"house": {"a1": 1}}, {"house": {}}], "gone": 1, "docks": "RR"}
    new = {"turn": 1, "seats": [{"house": {"a1": 1, "b1": 2}}, {"house": {}}], "docks": "RR"}
    assert difference(old, new) == [[["gone"]], [["turn"], 1], [["seats", 0, "house", "b1"], 2]]


def test_true_is_not_one() -> None:
    assert difference({"a": [1]}, {"a": [True]}) == [[["a", 0], True]]
