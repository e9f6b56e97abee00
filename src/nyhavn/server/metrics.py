"""What the server counts, for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("nyhavn_moves", "Moves written down", ["game", "player"])
REFUSALS = Counter("nyhavn_refusals", "Requests and messages refused", ["code"])
LIMITS_HEARD = Counter("nyhavn_limits_heard", "Messages of other processes about what people do there")
COMMITS = Histogram(
    "nyhavn_commit_seconds",
    "From handing entries to the database until they are safe",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5),
)
MESSAGES = Histogram(
    "nyhavn_message_seconds",
    "From a message of a live connection to its acknowledgement",
    ["kind"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30),
)
LOOP_LAG = Histogram(
    "nyhavn_loop_lag_seconds",
    "How late the event loop comes to what is due",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
WRITES_WAITING = Gauge("nyhavn_writes_waiting", "Commands that wait to be written to the database")
POOL = Gauge("nyhavn_database_connections", "Connections of this process to its database", ["state"])
POOL_MOST = Gauge("nyhavn_database_connections_limit", "How many of them there may be")
CONFLICTS = Counter("nyhavn_conflicts", "Entries that another process was first to write")
STORE_ERRORS = Counter("nyhavn_store_errors", "Times that the database could not be used")
CONNECTIONS = Gauge("nyhavn_connections", "Open live connections")
OPEN = Gauge("nyhavn_open_connections", "Open connections of every kind, those of proxies included")
OPEN_MOST = Gauge("nyhavn_open_connections_limit", "How many of them there may be")
DROPPED = Counter("nyhavn_dropped", "Connections cut because they did not keep up")
CUT = Counter("nyhavn_connections_cut", "Connections cut before anything more was read from them", ["reason"])
TURNED_AWAY = Counter("nyhavn_connections_refused", "Connections refused as they came", ["reason"])
DRAINING = Gauge("nyhavn_draining", "1 while this process is about to end and its people move to others")
ROOMS = Gauge("nyhavn_rooms", "Tables in memory")
TABLES = Gauge("nyhavn_tables", "Tables in the database", ["status"])
THINKING = Histogram("nyhavn_bot_seconds", "Time until a bot had its move, waiting for its turn included", ["bot"])
THOUGHTS_WAITING = Gauge("nyhavn_thoughts_waiting", "Bots, hints and reviews that nobody works on yet", ["kind"])
THOUGHTS_RUNNING = Gauge("nyhavn_thoughts_running", "Processes that think")
THOUGHTS_MOST = Gauge("nyhavn_thoughts_limit", "How many processes may think at once")
THOUGHT_WAITS = Histogram(
    "nyhavn_thought_wait_seconds",
    "How long bots, hints and reviews wait until somebody works on them",
    ["kind"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
)
BOT_FAILURES = Counter("nyhavn_bot_failures", "Times that a bot gave no legal move in time", ["bot"])
JOBS_RETRIED = Counter("nyhavn_jobs_retried", "Jobs that failed and are tried again", ["kind"])
JOBS_SET_ASIDE = Counter("nyhavn_jobs_set_aside", "Jobs that nobody could do", ["kind"])


def bot_name(spec: str) -> str:
    """The bot of a spec: there are few bots, while everybody may think of another budget."""
    return spec.partition(":")[0]
