"""Differences between two views, as small as they are: a list of paths with their new values."""

from typing import Any

Patch = list[list[Any]]


def difference(old: Any, new: Any) -> Patch:
    """What turns `old` into `new`: `[path, value]` where something is new or other, `[path]` where it is gone."""
    found: Patch = []
    _compare(old, new, (), found)
    return found


def _compare(old: Any, new: Any, path: tuple[str | int, ...], found: Patch) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        found.extend([[*path, key]] for key in old if key not in new)
        for key, after in new.items():
            if key not in old:
                found.append([[*path, key], after])
            elif (before := old[key]) is not after:  # most values are the very same, and this is quick
                _compare(before, after, (*path, key), found)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, (before, after) in enumerate(zip(old, new, strict=True)):
            if before is not after:
                _compare(before, after, (*path, place), found)
    elif old != new or type(old) is not type(new):  # True is no 1
        found.append([[*path], new])


def apply(view: Any, patch: Patch) -> Any:
    """The view after a patch, which the client does likewise; the old one is not changed."""
    for path, *value in patch:
        view = _set(view, path, value)
    return view


def _set(view: Any, path: list[str | int], value: list[Any]) -> Any:
    if not path:
        return value[0]
    key: Any = path[0]
    copy = view.copy()
    if len(path) == 1 and not value:
        del copy[key]
    else:
        copy[key] = _set(copy[key] if len(path) > 1 else None, path[1:], value)
    return copy
