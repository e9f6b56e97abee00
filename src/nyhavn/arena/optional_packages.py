"""Packages that only some users need; if one is missing, the error says how to install it."""

from importlib.util import find_spec

EXTRAS = {"matplotlib": "plots", "pyarrow": "dataset", "ray": "ray"}


def need(package: str) -> None:
    """ValueError, in a sentence, if a package is not installed."""
    if find_spec(package) is None:
        raise ValueError(f"this needs {package}: install it with pip install 'nyhavn[{EXTRAS[package]}]'")
