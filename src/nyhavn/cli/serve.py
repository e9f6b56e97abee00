"""`nyhavn serve`: the game in the browser, for yourself, for friends on your network or for the world."""

import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nyhavn.cli.settings import ConfigFile, Database

if TYPE_CHECKING:
    import uvicorn

    from nyhavn.server.addresses import Proxies
    from nyhavn.server.settings import Settings

FIRST_PORT, LAST_PORT = 8000, 8020
LOG_LEVELS = ("debug", "info", "warning", "error")
WEBSOCKET_BYTES = 16 * 1024
GRACE_SECONDS = 5
SWITCH_SECONDS = 0.0002
"""A thread that computes lets the others go on after so long: moves wait for no record that somebody reads."""


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help="The port.", show_default="8000, or the next free one")] = None,
    db: Database = None,
    role: Annotated[
        str,
        typer.Option(metavar="ROLE", help="web serves people, worker thinks for bots and reviews, all does both."),
    ] = "all",
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
    lan: Annotated[bool, typer.Option("--lan", help="Let others on the same network join.")] = False,
    public_url: Annotated[
        str, typer.Option(metavar="URL", help="The address people use, if it is behind a proxy.")
    ] = "",
    trust: Annotated[
        str, typer.Option(metavar="ADDRESSES", help="Proxies whose forwarded headers are trusted.")
    ] = "127.0.0.1",
    connections: Annotated[
        int | None,
        typer.Option(
            min=1, help="Maximum number of connections at a time.", show_default="as many as the system allows"
        ),
    ] = None,
    per_address: Annotated[int, typer.Option(min=1, help="Maximum number from one address; IPv6 counts by /64.")] = 200,
    tables_a_day: Annotated[int, typer.Option(min=1, help="Tables one person may create in 24 hours.")] = 100,
    positions_a_day: Annotated[int, typer.Option(min=1, help="Positions one person may share in 24 hours.")] = 100,
    megabytes: Annotated[int, typer.Option(min=1, help="Megabytes kept for one person.")] = 100,
    limits: Annotated[float, typer.Option(min=0, help="Multiply every rate limit; 0 switches them off.")] = 1.0,
    bot_pause: Annotated[float, typer.Option(min=0, max=60, help="Seconds before a bot answers.")] = 0.6,
    most_bot_seconds: Annotated[
        float | None,
        typer.Option(min=0.01, max=60, help="Seconds a bot may take for a move.", show_default="2; 5 on this machine"),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, max=256, help="Processes for bots, hints and reviews.", show_default="one per core, 1 to 4"
        ),
    ] = None,
    code: Annotated[list[str] | None, typer.Option(metavar="FILE", help="A Python file with your own bots.")] = None,
    drain: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=60,
            help="Seconds to keep letting people in after SIGTERM, while /healthz says 503.",
            show_default="2 with a public address, else 0",
        ),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="A separate port for metrics.", show_default="none"),
    ] = None,
    metrics_host: Annotated[str, typer.Option(help="The address of that port.")] = "127.0.0.1",
    log: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help=", ".join(LOG_LEVELS), show_default="warning on a screen, else info"),
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Start the game in the browser.

    It only accepts connections from this machine unless --lan or --host says otherwise, and keeps games in one file.

    Every option can also be set in the environment, as NYHAVN_PUBLIC_URL for --public-url, or in a TOML file.
    """
    if log is not None and log not in LOG_LEVELS:
        raise ValueError(f"--log is one of {', '.join(LOG_LEVELS)}, not {log[:40]!r}")
    leave_compiler()
    _check_role(role, db)
    if lan and host != "127.0.0.1":
        raise ValueError("give --lan or --host, not both")
    for file in code or ():
        if not Path(file).is_file():
            raise ValueError(f"there is no file {file}")
    from nyhavn.server.addresses import Proxies
    from nyhavn.server.settings import Settings
    from nyhavn.store import default_url

    public_url, proxies = _check_url(public_url), Proxies(trust)
    host = "0.0.0.0" if lan else host
    listening = _listen(host, port)
    settings = Settings(
        host=host,
        port=listening.getsockname()[1],
        db=db or default_url(),
        role=role,
        public_url=public_url,
        limits=limits,
        connections=connections,
        per_address=per_address,
        tables_a_day=tables_a_day,
        positions_a_day=positions_a_day,
        megabytes=megabytes,
        bot_pause=bot_pause,
        most_bot_seconds=most_bot_seconds,
        workers=workers,
        code=tuple(code or ()),
        metrics_port=metrics_port,
        metrics_host=metrics_host,
        drain=drain,
    )
    with listening:
        _run(settings, listening, proxies, open_browser, log)


def leave_compiler() -> None:
    """Other processes think, so this one needs no compiler: it can choose as long as nothing of a game is imported."""
    from nyhavn.compiled import go_without
    from nyhavn.games import find_game, game_names

    go_without([find_game(name).package for name in game_names()])


def _check_role(role: str, db: str | None) -> None:
    from nyhavn.server.settings import ROLES
    from nyhavn.store import default_url
    from nyhavn.store.startup import is_file, read_url

    if role not in ROLES:
        raise ValueError(f"--role is one of {', '.join(ROLES)}, not {role[:40]!r}")
    if role != "all" and is_file(read_url(db or default_url())):
        raise ValueError(f"--role {role} needs PostgreSQL: with SQLite one process does everything")


def _run(
    settings: "Settings", listening: socket.socket, proxies: "Proxies", open_browser: bool, log: str | None
) -> None:
    import uvicorn

    from nyhavn.server.app import make_app
    from nyhavn.server.connections import Connections
    from nyhavn.server.descriptors import raise_descriptors, room_for_connections
    from nyhavn.server.drain import Server
    from nyhavn.server.lan import BACKLOG, serve_with
    from nyhavn.server.logs import set_up
    from nyhavn.server.transport import Door, LiveProtocol
    from nyhavn.store import StoreError, open_store

    try:
        store = open_store(settings.db)
    except StoreError as error:
        raise ValueError(str(error)) from None
    set_up(log or ("warning" if sys.stderr.isatty() else "info"))
    app = make_app(settings, store)
    most = room_for_connections(raise_descriptors())
    house = Connections(
        app.state.limits, min(settings.connections or most, most), settings.per_address, proxies.__contains__
    )
    sys.setswitchinterval(SWITCH_SECONDS)
    server = Server(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            backlog=BACKLOG,
            http=partial(Door, house=house),  # type: ignore[arg-type]  # called as the class would be
            ws=partial(LiveProtocol, house=house),  # type: ignore[arg-type]
            ws_max_size=WEBSOCKET_BYTES,
            ws_per_message_deflate=False,  # small messages: it costs more memory and time than it saves
            forwarded_allow_ips=str(proxies),
            timeout_graceful_shutdown=GRACE_SECONDS,
        ),
        app.state.drain,
    )
    _tell_metrics(settings)
    settings.lan.serve = serve_with(server)
    for number in (signal.SIGINT, signal.SIGTERM):  # once it has ended in order, it is told again
        signal.signal(number, lambda *_: sys.exit(0))
    threading.Thread(target=_greet, args=(server, settings, open_browser), daemon=True).start()
    server.run(sockets=[listening])
    if not server.started:
        raise ValueError("the server couldn't start: see its log")


def _tell_metrics(settings: "Settings") -> None:
    """Metrics for other machines, in a thread of their own: they are told even while the event loop is stuck."""
    if settings.metrics_port is None:
        return
    from prometheus_client import start_http_server

    try:
        start_http_server(settings.metrics_port, settings.metrics_host)
    except OSError as error:
        where = f"{settings.metrics_host}, port {settings.metrics_port}"
        raise ValueError(f"cannot serve metrics on {where}: {error.strerror or error}") from None


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket to listen on; with no port asked for, the first one that is free."""
    from nyhavn.server.lan import BACKLOG

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in [port] if port is not None else range(FIRST_PORT, LAST_PORT + 1):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(BACKLOG)
        except (OSError, OverflowError) as error:
            listening.close()
            reason = getattr(error, "strerror", None) or error
        else:
            return listening
    where = f"port {port}" if port is not None else f"ports {FIRST_PORT} to {LAST_PORT}"
    raise ValueError(f"cannot listen on {host}, {where}: {reason}; choose another with --port")


def _check_url(url: str) -> str:
    if url and not url.startswith(("http://", "https://")):
        raise ValueError(f"a public address must begin with https:// or http://, not {url[:40]!r}")
    return url.rstrip("/")


def _greet(server: "uvicorn.Server", settings: "Settings", open_browser: bool) -> None:
    """Say where the game is as soon as it is there, and open the browser if there is a screen."""
    from nyhavn.server.addresses import EVERYWHERE
    from nyhavn.server.lan import lan_address

    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.02)
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    own = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"
    if settings.role == "worker":
        typer.echo(
            f"nyhavn: this worker thinks for other processes; {own}healthz says whether it can (Ctrl-C stops it)",
            err=True,
        )
        return
    typer.echo(f"nyhavn: the game is at {own} (Ctrl-C stops it)", err=True)
    if settings.host in EVERYWHERE:
        address = lan_address()
        friends = f"http://{address}:{settings.port}/" if address else "no address: this machine has no network"
        typer.echo(f"nyhavn: friends on the same network open {friends}", err=True)
    if open_browser and has_screen() and settings.role != "worker":
        webbrowser.open(own)


def has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
