"""The settings of a server are the options of `nyhavn serve`. Each may stand in the environment or in a file as well:
an option beats the environment, and the environment beats the file. `docs/settings.md` lists them."""

import os
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import parse_qs, urlsplit

import typer
from typer.core import TyperCommand

PREFIX = "NYHAVN_"
SERVE = "serve"
FILE = "config"
ON_COMMAND_LINE, IN_ENVIRONMENT = "COMMANDLINE", "ENVIRONMENT"
"""Where a value comes from, in Typer's words."""
Texts = str | list[str]


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper().replace("-", "_")


class Configured(TyperCommand):
    """A command whose options are settings, every one of them."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name, option in self.settings().items():
            option.envvar = variable(name)
            option.show_envvar = False  # the names follow from those of the options: the help stays short

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            option: Any = error.param
            if option is not None and _source(ctx, option.name) == IN_ENVIRONMENT:
                raise ValueError(f"{option.envvar}: {error.message}") from None
            raise

    def settings(self) -> dict[str, Any]:
        """The options by the names of the settings: what stands behind the dashes."""
        return {option.opts[0].removeprefix("--"): option for option in self.params if option.opts[0] != "--help"}


def read_file(context: typer.Context, path: Path | None) -> Path | None:
    """Take what a file says as defaults. Other commands than `serve` may share its file, and take what they know."""
    if path is None:
        return None
    root: Any = context.find_root().command
    known = root.commands[SERVE].settings()
    own = {option.name for option in context.command.params}
    found: dict[str, Texts] = {}
    for name, value in _content(path).items():
        if name not in known or name == FILE:
            raise ValueError(f"{path}: there is no setting {name[:40]!r}; docs/settings.md lists them")
        option = known[name]
        try:
            text = _text(value)
            option.process_value(context, text)
        except typer.BadParameter as error:
            raise ValueError(f"{path}: {name}: {error.message}") from None
        if option.name in own:
            found[option.name] = text
    context.default_map = {**(context.default_map or {}), **found}
    return path


def _content(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"the settings in {path} cannot be read: {error.strerror}") from None
    except ValueError as error:  # of TOML or of UTF-8: it quotes nothing of the file, which may hold a password
        where = error if isinstance(error, tomllib.TOMLDecodeError) else "it isn't UTF-8"
        raise ValueError(f"{path} isn't TOML: {where}") from None


def _text(value: object) -> Texts:
    """A value as it would stand in the environment, so that it means the same and is checked in the same way."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return list(value)
    raise typer.BadParameter("a setting is a text, a number, true or false, or a list of texts")


def hide_password(context: typer.Context, option: typer.CallbackParam, url: str | None) -> str | None:
    """Everybody on a machine can read the command lines of its processes. A password there moves into the environment,
    which is for its owner only, and the process begins anew without it."""
    given = sys.orig_argv[1:]
    if url is not None and _source(context, option.name) == ON_COMMAND_LINE and _has_password(url):
        left = [one for before, one in zip(["", *given], given, strict=False) if not _says_db(one, before)]
        if left != given:  # not where a program runs the command inside
            os.execve(sys.executable, [sys.executable, *left], os.environ | {variable("db"): url})
    return url


def _says_db(argument: str, before: str) -> bool:
    """Whether an argument is the option or its value."""
    return argument == "--db" or argument.startswith("--db=") or before == "--db"


def _source(context: Any, name: str | None) -> str:
    source = context.get_parameter_source(name)
    return "" if source is None else str(source.name)


def _has_password(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return bool(parts.password or "password" in parse_qs(parts.query))
    except ValueError:  # whatever is wrong with it is said when it is used
        return True


ConfigFile = Annotated[
    Path | None,
    typer.Option(
        f"--{FILE}",
        envvar=variable(FILE),
        show_envvar=False,
        metavar="FILE.toml",
        is_eager=True,
        callback=read_file,
        help="A file with settings.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar=variable("db"),
        show_envvar=False,
        metavar="URL",
        callback=hide_password,
        help="sqlite:///file.db or postgresql://user@host/name",
        show_default="a file among your data",
    ),
]
