"""The line between a browser and a server, which can be cut, or carry in one direction only."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType


class Proxy:
    """`with Proxy(port) as proxy:` leads from `proxy.url` to a port of this machine."""

    def __init__(self, port: int) -> None:
        self.to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.whole = True
        self.deaf = False
        """Whether what the server says is lost."""
        self.stops: Callable[[bytes], bool] = lambda data: False
        """Whether something that is said to the server does not get there, nor anything after it."""
        self._ends: list[socket.socket] = []
        self._lock = threading.Lock()

    def __enter__(self) -> "Proxy":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Whatever runs over it breaks off, and nothing gets through any more."""
        self.whole = False
        with self._lock:
            ends, self._ends = self._ends, []
        for end in ends:
            _shut(end)

    def mend(self) -> None:
        self.whole, self.deaf = True, False

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listener.accept()
            except OSError:
                return
            if not self.whole:
                here.close()
                continue
            try:
                there = socket.create_connection(("127.0.0.1", self.to))
            except OSError:  # nobody is there now
                here.close()
                continue
            with self._lock:
                self._ends += [here, there]
            threading.Thread(target=self._carry, args=(here, there, False), daemon=True).start()
            threading.Thread(target=self._carry, args=(there, here, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, back: bool) -> None:
        try:
            while (data := source.recv(65536)) and (back or not self.stops(data)):
                if not (back and self.deaf):
                    target.sendall(data)
        except OSError:
            pass
        _shut(source)
        _shut(target)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
