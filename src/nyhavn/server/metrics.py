"""What the server counts, for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("nyhavn_moves", "Moves written down", ["game", "player"])
REFUSALS = Counter("nyhavn_refusals", "Requests and messages refused", ["code"])
COMMITS = Histogram(
    "nyhavn_commit_seconds",
    "From handing entries to the database until they are safe",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5),
)
CONFLICTS = Counter("nyhavn_conflicts", "Entries that another process was first to write")
STORE_ERRORS = Counter("nyhavn_store_errors", "Times that the database could not be used")
CONNECTIONS = Gauge("nyhavn_connections", "Open live connections")
DROPPED = Counter("nyhavn_dropped", "Connections cut because they did not keep up")
CUT = Counter("nyhavn_connections_cut", "Connections cut before anything more was read from them", ["reason"])
TURNED_AWAY = Counter("nyhavn_connections_refused", "Connections refused as they came", ["reason"])
ROOMS = Gauge("nyhavn_rooms", "Tables in memory")
TABLES = Gauge("nyhavn_tables", "Tables in the database", ["status"])
THINKING = Histogram("nyhavn_bot_seconds", "Time until a bot had its move, waiting for its turn included", ["bot"])
BOT_FAILURES = Counter("nyhavn_bot_failures", "Times that a bot gave no legal move in time", ["bot"])
JOBS_RETRIED = Counter("nyhavn_jobs_retried", "Jobs that failed and are tried again", ["kind"])
JOBS_SET_ASIDE = Counter("nyhavn_jobs_set_aside", "Jobs that nobody could do", ["kind"])


def bot_name(spec: str) -> str:
    """The bot of a spec: there are few, while everybody may think of another budget."""
    return spec.partition(":")[0]
