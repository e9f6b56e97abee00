"""Packages that only some users need; who misses one is told in a sentence how it is installed."""

from importlib.util import find_spec

EXTRAS = {"matplotlib": "plots", "pyarrow": "dataset"}


def need(package: str) -> None:
    """ValueError if a package is not installed."""
    if find_spec(package) is None:
        raise ValueError(f"this needs {package}: install it with pip install 'nyhavn[{EXTRAS[package]}]'")
