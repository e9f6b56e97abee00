"""Logs: one JSON object a line, on standard error. Addresses, names, chat, cookies and codes are never in them."""

import json
import logging
import sys
import time

from nyhavn.server.metrics import REFUSALS

PLAIN = set(vars(logging.makeLogRecord({})))


MALFORMED = ("Invalid HTTP request", "Invalid UTF-8", "Unsupported upgrade request")
"""What uvicorn says of bytes that are no request or message."""


def is_ours(record: logging.LogRecord) -> bool:
    """Strangers who send nonsense are counted; they write nothing into the log, which they could fill."""
    if record.getMessage().startswith(MALFORMED):
        REFUSALS.labels("malformed").inc()
        return False
    return True


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in PLAIN | {"message", "color_message"}},
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str, ensure_ascii=False)


def set_up(level: str) -> None:
    """Everything that is logged goes out as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(logging.getLevelNamesMapping()[level.upper()], logging.INFO))  # libraries would tell what is sent
    logging.getLogger("nyhavn").setLevel(level.upper())
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # else it tells addresses, and tables by their names
    logging.getLogger("uvicorn.error").addFilter(is_ours)
    logging.getLogger("uvicorn.access").disabled = True
