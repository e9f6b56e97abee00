"""Games as a table to train on: a row for every decision, in a Parquet file.

`docs/dataset.md` describes the columns. What a seat could not know stands in columns that begin with `hidden_`, and
nowhere else.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from nyhavn.arena.games import replay_game
from nyhavn.arena.matches import Line, Match
from nyhavn.arena.optional_packages import need
from nyhavn.arena.runs import wins
from nyhavn.games import rules_of
from nyhavn.rules import Memory

VERSION = 1
ROWS_AT_ONCE = 20_000

Row = dict[str, Any]


def rows_of(match: Match, line: Line, number: int) -> Iterator[Row]:
    """The decisions of a game, in their order."""
    rules = rules_of(match.game)
    batch = rules.batch
    state = replay_game(match, line)
    fits, ids = batch.new_fits(), batch.new_ids()
    shares = wins(line)
    for ply, move in enumerate(line["moves"]):
        seat = state.turn
        assert seat is not None
        memory = state.memory
        yield {
            "game": number,
            "seed": line["seed"],
            "rotation": line["rotation"],
            "ply": ply,
            "seat": seat,
            "bot": match.players[line["seats"][seat]],
            "position": rules_of(match.game).knowledge.erase(memory, seat).tobytes(),
            "legal": int(batch.legal(memory, fits, ids)),
            "move": move,
            "move_id": rules.moves.find_move(move),
            "scores": list(state.scores),
            "outcome": shares[seat],
            "points": line["points"][seat],
            "outcomes": shares,
            "final_points": line["points"],
            "hidden_position": memory.tobytes(),
        }
        state.play(move)


def fields(game: str) -> list[tuple[str, list[int]]]:
    """The fields of a position in their order, each with its shape; all numbers are int64."""
    record = rules_of(game).batch.new_states().dtype
    assert record.fields is not None
    return [(name, list(place[0].shape)) for name, place in record.fields.items()]


def _schema(match: Match) -> Any:
    import pyarrow as pa

    size = rules_of(match.game).batch.new_states().dtype.itemsize
    about = match.header() | {"dataset": VERSION, "fields": fields(match.game)}
    return pa.schema(
        [
            ("game", pa.int32()),
            ("seed", pa.uint64()),
            ("rotation", pa.int8()),
            ("ply", pa.int16()),
            ("seat", pa.int8()),
            ("bot", pa.dictionary(pa.int8(), pa.string())),
            ("position", pa.binary(size)),
            ("legal", pa.int32()),
            ("move", pa.string()),
            ("move_id", pa.int64()),
            ("scores", pa.list_(pa.int16())),
            ("outcome", pa.float32()),
            ("points", pa.int16()),
            ("outcomes", pa.list_(pa.float32())),
            ("final_points", pa.list_(pa.int16())),
            ("hidden_position", pa.binary(size)),
        ],
        metadata={"nyhavn": json.dumps(about)},
    )


def write_dataset(path: Path, match: Match, lines: Sequence[Line], step: Callable[[], None] = lambda: None) -> int:
    """Write the games of a match, all of them or nothing; gives the number of rows."""
    need("pyarrow")
    import pyarrow as pa
    from pyarrow import parquet

    schema = _schema(match)
    part = path.with_name(f"{path.name}.part")
    total = 0
    rows: list[Row] = []
    try:
        with parquet.ParquetWriter(part, schema, compression="zstd") as writer:
            for number, line in enumerate(lines):
                rows += rows_of(match, line, number)
                if len(rows) >= ROWS_AT_ONCE or number == len(lines) - 1:
                    writer.write_table(pa.Table.from_pylist(rows, schema=schema))
                    total += len(rows)
                    rows = []
                step()
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return total


def positions(table: Any, column: str = "position") -> Memory:
    """The positions of a table as an array of the game's records, for kernels and for NumPy."""
    about = json.loads(table.schema.metadata[b"nyhavn"])
    record = rules_of(about["game"]).batch.new_states().dtype
    if [list(field) for field in fields(about["game"])] != about["fields"]:
        raise ValueError("the positions of this dataset were written by another version of the rules")
    found: Memory = np.frombuffer(b"".join(table.column(column).to_pylist()), record)
    return found
