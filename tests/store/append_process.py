"""A process of its own that appends, for tests that let several race or kill one: `python -m
tests.store.append_process …`.

`race URL NAME ROUNDS` tries for every number of the tables a and b up to a last one, and prints how many it won.
`load URL` appends pairs of entries to many tables, and prints table and number of each as soon as it is acknowledged.
"""

import sys
import threading

from nyhavn.store import StoreError, Writer, open_store
from tests.store import added

TABLES = 8


def race(url: str, name: str, rounds: int) -> None:
    store = open_store(url)
    print("ready", flush=True)
    sys.stdin.readline()
    won = n = 0
    while n < rounds:
        n += 1
        won += sum(store.append([added(table, n, word=name) for table in ("ab" if name == "ida" else "ba")]))
        while not all(store.read(table, n - 1) for table in "ab"):
            pass
    print(won, flush=True)


def load(url: str) -> None:
    store = open_store(url)
    writer = Writer(store)

    def play(table: str) -> None:
        n = len(store.read(table))
        try:
            while True:
                assert writer.submit(added(table, n + 1, n + 2)).result()
                n += 2
                sys.stdout.write(f"{table} {n}\n")
                sys.stdout.flush()
        except StoreError as error:
            print(f"error {error}", flush=True)

    for number in range(TABLES):
        threading.Thread(target=play, args=(f"t{number}",)).start()


if __name__ == "__main__":
    if sys.argv[1] == "race":
        race(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        load(sys.argv[2])
