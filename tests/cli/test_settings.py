"""Settings of a server: an option beats the environment, the environment beats a file, and no password gets out."""

import os
import runpy
import signal
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer

from nyhavn.cli import app, main, serve
from nyhavn.cli.settings import SERVE, variable
from nyhavn.server.settings import Settings
from tests.cli import COMMAND, one_line
from tests.databases import new_database
from tests.ports import free_port

DOCS = Path(__file__).parent.parent.parent / "docs"
SECRET = "geheim"


def settings() -> dict[str, Any]:
    group: Any = typer.main.get_command(app)
    found: dict[str, Any] = group.commands[SERVE].settings()
    return found


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """With what servers would have been started."""
    found: list[Settings] = []

    def start(given: Settings, listening: Any, *_: object) -> None:
        listening.close()
        found.append(given)

    monkeypatch.setattr(serve, "_run", start)
    for name in settings():
        monkeypatch.delenv(variable(name), raising=False)
    monkeypatch.setenv("NYHAVN_PORT", str(free_port()))
    return found


def test_an_option_beats_the_environment_and_that_beats_a_file(
    started: list[Settings], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "nyhavn.toml"
    file.write_text('public-url = "https://a.example"\nlimits = 3\nmegabytes = 7\n', encoding="utf-8")
    assert main(["serve", "--config", str(file)]) == 0
    monkeypatch.setenv("NYHAVN_PUBLIC_URL", "https://b.example")
    monkeypatch.setenv("NYHAVN_LIMITS", "4")
    monkeypatch.setenv("NYHAVN_CONFIG", str(file))
    assert main(["serve"]) == 0
    assert main(["serve", "--public-url", "https://c.example"]) == 0
    assert main([]) == 0, "nyhavn alone has the same settings"
    found = [(it.public_url, it.limits, it.megabytes) for it in started]
    later = ("https://b.example", 4.0, 7)
    assert found == [("https://a.example", 3.0, 7), later, ("https://c.example", 4.0, 7), later]


def test_switches_and_lists_stand_in_the_environment_and_in_files(
    started: list[Settings], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bots = [tmp_path / "lea.py", tmp_path / "max.py"]
    for bot in bots:
        bot.touch()
    file = tmp_path / "nyhavn.toml"
    file.write_text(f"lan = true\ncode = {list(map(str, bots))}\n", encoding="utf-8")
    assert main(["serve", "--config", str(file)]) == 0
    monkeypatch.setenv("NYHAVN_LAN", "true")
    monkeypatch.setenv("NYHAVN_CODE", " ".join(map(str, bots)))
    assert main(["serve"]) == 0
    assert [(it.host, it.code) for it in started] == 2 * [("0.0.0.0", tuple(map(str, bots)))]


def test_an_empty_variable_is_none(started: list[Settings], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NYHAVN_LIMITS", "")
    assert main(["serve"]) == 0
    assert started[0].limits == 1


UNREADABLE = {"NYHAVN_PORT": "eight", "NYHAVN_LIMITS": "-1", "NYHAVN_BOT_PAUSE": "61", "NYHAVN_OPEN": "perhaps"}
BAD = {name: (value, f"{name}: ") for name, value in UNREADABLE.items()} | {
    "NYHAVN_PUBLIC_URL": ("games.example.org", "must begin with https://"),
    "NYHAVN_TRUST": ("everybody", "--trust takes addresses"),
    "NYHAVN_LOG": ("loud", "--log is one of"),
    "NYHAVN_CODE": ("/nowhere.py", "there is no file /nowhere.py"),
    "NYHAVN_CONFIG": ("/nowhere.toml", "the settings in /nowhere.toml cannot be read"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_variable_is_refused_in_one_sentence(
    name: str, started: list[Settings], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    value, said = BAD[name]
    monkeypatch.setenv(name, value)
    for command in (["serve"], []):
        assert main(command) == 2
        assert said in one_line(capsys.readouterr().err)
    assert started == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("colour = 1", "there is no setting 'colour'"),
        ('config = "other.toml"', "there is no setting 'config'"),
        ("port = 1.5", "port: "),
        ('limits = "many"', "limits: "),
        ("open = 2023-01-01", "open: a setting is a text, a number"),
        ("[web]\nport = 8000", "there is no setting 'web'"),
        ("port =", "isn't TOML"),
        (f"db = {SECRET}", "isn't TOML"),
        ("\udcff", "isn't UTF-8"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(
    text: str, said: str, started: list[Settings], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nyhavn.toml"
    file.write_bytes(text.encode(errors="surrogateescape"))
    assert main(["serve", "--config", str(file)]) == 2
    told = one_line(capsys.readouterr().err)
    assert f"{file}" in told
    assert said in told
    assert SECRET not in told
    assert started == []


def test_other_commands_share_the_file_of_the_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nyhavn.toml"
    file.write_text(f'db = "sqlite:///{tmp_path}/a.db"\nport = 8000\n', encoding="utf-8")
    for command in ("keep", "backup"):
        given = [str(tmp_path / "b.db")] if command == "backup" else []
        assert main([command, *given, "--config", str(file)]) == 2
        assert f"there is no database {tmp_path}/a.db" in one_line(capsys.readouterr().err)
    file.write_text("port = 0.5", encoding="utf-8")
    assert main(["keep", "--config", str(file)]) == 2
    assert "port: " in one_line(capsys.readouterr().err)


def test_one_page_lists_all_settings() -> None:
    script = runpy.run_path(str(DOCS / "settings.py"))
    written = (DOCS / "settings.md").read_text(encoding="utf-8")
    assert script["page"](written) == written, "run .venv/bin/python docs/settings.py"


def test_every_option_of_a_server_is_a_setting() -> None:
    assert {"port", "db", "public-url", "open", "config"} <= set(settings())
    assert all(option.envvar == variable(name) for name, option in settings().items())


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ada:{SECRET}@127.0.0.1:1/n",
        f"postgresql://ada:{SECRET}@127.0.0.1:one/n",
        f"postgresql://ada:{SECRET}@127.0.0.1:1/n?colour={SECRET}",
        f"postgresql://ada@127.0.0.1:1/n?password={SECRET}&sslmode=perhaps",
        f"mysql://ada:{SECRET}@127.0.0.1/n",
        f"ada:{SECRET}@127.0.0.1",
        f"sqlite://ada:{SECRET}@127.0.0.1/n",
    ],
)
@pytest.mark.parametrize("command", [["serve", "--log", "debug"], ["keep"]])
def test_errors_hold_no_password(
    command: list[str], url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NYHAVN_DB", url)
    assert main(command) == 2
    said = capsys.readouterr()
    assert SECRET not in one_line(said.err) + said.out


@pytest.mark.slow
@pytest.mark.parametrize("option", [[], ["--db"], ["--db="]], ids=["environment", "option", "joined"])
def test_neither_processes_nor_logs_show_a_password(option: list[str], tmp_path: Path) -> None:
    """Given as an option, it is moved into the environment."""
    port = free_port()
    with new_database("postgresql", tmp_path) as url:
        secret = url.replace("postgres@", f"postgres:{SECRET}@")
        given = os.environ | {"NYHAVN_PORT": str(port)} | ({} if option else {"NYHAVN_DB": secret})
        own = [f"--db={secret}"] if option == ["--db="] else [*option, secret] if option else []
        command = [*COMMAND, "serve", "--no-open", "--log", "debug", *own]
        with subprocess.Popen(command, env=given, stderr=subprocess.PIPE, text=True) as server:
            assert server.stderr is not None
            told = next(line for line in server.stderr if "the game is at" in line)
            httpx.get(f"http://127.0.0.1:{port}/healthz")
            shown = subprocess.run(["ps", "-ww", "-eo", "args"], capture_output=True, text=True, check=True).stdout
            server.send_signal(signal.SIGTERM)
            told += server.stderr.read()
    assert "nyhavn serve" in shown
    assert SECRET not in shown
    assert SECRET not in told
