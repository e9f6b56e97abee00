"""Differences between two views, as small as they are: a list of paths with their new values."""

from typing import Any

import orjson

Patch = list[list[Any]]

SORTED = orjson.OPT_SORT_KEYS


def difference(old: Any, new: Any) -> Patch:
    """What turns `old` into `new`: `[path, value]` where something is new or changed, `[path]` where it is gone."""
    found: Patch = []
    _compare(old, new, (), found)
    return found


def _compare(old: Any, new: Any, path: tuple[str | int, ...], found: Patch) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        found.extend([[*path, key]] for key in old if key not in new)
        for key, after in new.items():
            if key not in old:
                found.append([[*path, key], after])
            elif not _same(old[key], after):
                _compare(old[key], after, (*path, key), found)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, (before, after) in enumerate(zip(old, new, strict=True)):
            if not _same(before, after):
                _compare(before, after, (*path, place), found)
    elif not _same(old, new):
        found.append([[*path], new])


def _same(old: Any, new: Any) -> bool:
    """Whether two values are the same JSON: True is no 1, however deep. Most values of a view are, and whole branches
    of it are quicker compared than walked through."""
    if old is new:
        return True
    if type(old) is not type(new) or old != new:
        return False
    return not isinstance(new, dict | list) or orjson.dumps(old, option=SORTED) == orjson.dumps(new, option=SORTED)


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
