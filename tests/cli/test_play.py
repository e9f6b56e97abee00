"""`nyhavn play`: from a pipe, and at a terminal."""

import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import nyhavn
from nyhavn.cli import main
from tests.cli import COMMAND, SEED, game, hears_ctrl_c, one_line, run, with_build

pytestmark = pytest.mark.slow

WIPED = "\033[2J"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "game.nyhavn"


# From a pipe


def test_moves_come_from_a_pipe_and_the_end_of_it_ends_the_command(record: Path) -> None:
    done = run("play", "--seed", SEED, "--record", record, typed="take 1 2\ntake 3 4\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "seat 0> take 1 2" in done.stdout
    assert "seat 1> take 3 4" in done.stdout
    assert f"nyhavn play --resume {record}" in done.stdout
    assert "press Enter" not in done.stdout
    assert "\033" not in done.stdout
    expected = game()
    expected.play("take 1 2")
    expected.play("take 3 4")
    assert nyhavn.read_record(record) == expected


def test_a_seat_sees_its_own_hand_and_what_the_others_did() -> None:
    done = run("play", "--seed", SEED, typed="take 1 2\n")
    state = game()
    first, second = (" ".join(state.view(seat)["hand"]) for seat in (0, 1))
    before, after = done.stdout.split("seat 0> take 1 2")
    assert f"hand   {first}\n" in before
    assert f"hand   {second}\n" in after
    assert re.search(r"seat 0: take 1 2 \(. .\); refill 1=. 2=.", after)


def test_what_is_typed_is_tidied_and_refused_with_the_engines_sentence(record: Path) -> None:
    typed = "dance\ntake 9 9\nTAKE 3,2\nend\nquit\n"
    done = run("play", "--seed", SEED, "--record", record, typed=typed)
    state = game()
    assert f"No: {state.explain('dance')}." in done.stdout
    state.play("take 2 3")
    assert f"No: {state.explain('end')}." in done.stdout
    assert nyhavn.read_record(record) == state


def test_odd_lines_lose_nothing(record: Path) -> None:
    odd = [
        "",
        "   ",
        "?" * 50,
        "? ? ?",
        "save",
        f"save {record.parent}",
        "undo undo",
        "\0",
        "\u202e",
        "x" * 5000,
        "quit x",
    ]
    odd += ["build", "build R9 z9 pay", "take ²", "help me", "save \0", "save ~nobody-of-that-name/x"]
    done = run("play", "--seed", SEED, "--record", record, typed="\n".join([*odd, "take 1 2", ""]))
    assert (done.returncode, done.stderr) == (0, "")
    state = game()
    state.play("take 1 2")
    assert nyhavn.read_record(record) == state


def test_bytes_that_are_no_text_lose_nothing(record: Path) -> None:
    command = [*COMMAND, "play", "--seed", str(SEED), "--record", str(record)]
    done = subprocess.run(command, input=b"\xff\xfe\ntake 1 2\n", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(nyhavn.read_record(record).history) == len(game(1).history)


def test_undo_takes_back_until_chance_or_another_seat(record: Path, tmp_path: Path) -> None:
    state, build = with_build()
    record.write_text(state.record(), encoding="utf-8")
    done = run("play", "--resume", record, typed=f"undo\n{build}\nundo\nundo\ntake 1 2\nundo\n")
    assert done.stdout.count("Undone") == 1
    assert "No: nothing has been played here yet." in done.stdout
    assert "No: this is the start of your turn" in done.stdout
    assert "No: cards or dice have come up since the last move." in done.stdout
    state.play("take 1 2")
    assert nyhavn.read_record(record) == state


def test_save_keeps_the_game_from_then_on_and_overwrites_no_other(record: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("precious", encoding="utf-8")
    typed = f"take 1 2\nsave {other}\nsave {record}\ntake 1 2\nsave {record}\nsave {tmp_path / 'no' / 'folder'}\n"
    done = run("play", "--seed", SEED, typed=typed)
    assert done.returncode == 0
    assert f"No: {other} already exists: choose another name." in done.stdout
    assert f"Saved in {record}, and after every move from now on." in done.stdout
    assert "No such file or directory." in done.stdout
    assert other.read_text(encoding="utf-8") == "precious"
    assert nyhavn.read_record(record) == game(2)
    assert sorted(path.name for path in tmp_path.iterdir()) == [record.name, other.name]


def test_resume_goes_on_with_the_same_chance(record: Path) -> None:
    run("play", "--seed", SEED, "--record", record, typed="take 1 2\n")
    done = run("play", "--resume", record, typed="take 1 2\n")
    assert "1 move so far" in done.stdout
    assert nyhavn.read_record(record) == game(2)


def test_a_position_is_played_on(record: Path) -> None:
    line = game(3).position()
    done = run("play", "--resume", line, "--seed", SEED, "--record", record, typed="take 1 2\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    expected = nyhavn.parse_position(line, seed=int(SEED))
    expected.play("take 1 2")
    assert nyhavn.read_record(record) == expected
    record.write_text(line, encoding="utf-8")
    done = run("play", "--resume", record, typed="take 3 4\n")
    assert done.returncode == 0
    kept = nyhavn.read_record(record)
    assert kept.start == line
    assert [entry["move"] for entry in kept.history if "move" in entry] == ["take 3 4"]
    done = run("play", "--resume", line, "--players", "2")
    assert (done.returncode, "--resume FILE alone" in done.stderr) == (2, True)


def test_a_whole_game_ends_with_the_ranking_and_the_record(record: Path) -> None:
    state = nyhavn.new_game("copenhagen", players=3, seed=SEED)
    moves = []
    while not state.over:
        moves.append(state.moves()[-1])
        state.play(moves[-1])
    done = run("play", "--players", 3, "--seed", SEED, "--record", record, typed="\n".join(moves) + "\n")
    assert done.returncode == 0
    assert f"The game is over.\n1. seat {state.ranking[0][0]}, " in done.stdout
    assert f"The record is in {record}" in done.stdout
    assert "hand   " not in done.stdout.split("seen by a spectator")[1]
    assert nyhavn.read_record(record) == state


def test_question_mark_lists_and_help_explains(record: Path) -> None:
    state, build = with_build()
    tile = build.split()[1]
    record.write_text(state.record(), encoding="utf-8")
    done = run("play", "--resume", record, typed=f"?\n? {tile}\n? {tile} e9\nhelp\ntiles\n")
    assert re.search(r"^take +1 2 \| ", done.stdout, re.MULTILINE)
    assert re.search(rf"^build +{tile}  \d+ places, pay ", done.stdout, re.MULTILINE)
    assert re.search(rf"^build {tile} … pay ", done.stdout, re.MULTILINE)
    assert f"no legal move here contains {tile} and e9" in done.stdout
    assert "undo   " in done.stdout
    assert "P# P  P  P  P" in done.stdout


def test_what_is_paid_may_be_left_out(record: Path) -> None:
    state, build = with_build()
    record.write_text(state.record(), encoding="utf-8")
    run("play", "--resume", record, typed=build.partition(" pay ")[0].lower() + "\n")
    state.play(build)
    assert nyhavn.read_record(record) == state


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "chess"], "there is no game 'chess'"),
        (["--players", "7"], "is played by 2, 3, 4 players, not 7"),
        (["--seed", "-1"], "a seed is a whole number from 0"),
        (["--seed", "x"], "--seed"),
        (["--option", "mirror=true"], "has no option 'mirror'"),
        (["--option", "mirror"], "name=value"),
        (["--resume", "nowhere.nyhavn"], "nowhere.nyhavn: No such file"),
        (["--resume", "nowhere.nyhavn", "--seed", "1"], "--resume FILE alone"),
        (["--record", "no/such/folder"], "no/such/folder: No such file"),
        (["--record", "."], ".: Is a directory"),
    ],
)
def test_a_bad_start_is_one_line(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", *arguments]) == 2
    told = capsys.readouterr()
    assert said in one_line(told.err)
    assert told.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_not_overwritten_by_a_new_game(record: Path) -> None:
    record.write_text(game(1).record(), encoding="utf-8")
    done = run("play", "--record", record)
    assert done.returncode == 2
    assert "already exists" in one_line(done.stderr)
    assert nyhavn.read_record(record) == game(1)


# At a terminal


class Terminal:
    """A player at a pseudo-terminal: types lines, reads what comes."""

    def __init__(self, *arguments: object) -> None:
        import pty

        self.master, slave = pty.openpty()
        environment = os.environ | {"TERM": "xterm-256color", "LINES": "50", "COLUMNS": "100"}
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            close_fds=True,
            preexec_fn=hears_ctrl_c,
        )
        os.close(slave)

    def until(self, wanted: str) -> str:
        """What is on the way up to some text, which must come."""
        found = ""
        end = time.monotonic() + 60
        while wanted not in found:
            if not select.select([self.master], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"{wanted!r} did not come: {found!r}")
            found += os.read(self.master, 4096).decode(errors="replace")
        return found

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def close(self) -> int:
        code = self.process.wait(timeout=60)
        os.close(self.master)
        return code


@pytest.fixture
def terminal(record: Path) -> Iterator[Terminal]:
    pytest.importorskip("pty")
    player = Terminal("play", "--seed", SEED, "--record", record)
    yield player
    if player.process.poll() is None:
        player.process.kill()
        player.close()


def on_screen(text: str) -> str:
    """What is left to be seen: all after the screen was wiped last."""
    return text.rpartition(WIPED)[2]


def test_no_hand_is_in_sight_between_two_seats(terminal: Terminal, record: Path) -> None:
    assert "hand   " in terminal.until("seat 0> ")
    terminal.type("nonsense\r")
    assert "No: 'nonsense' isn't a card-game move" in terminal.until("seat 0> ").replace("\r\n", "\n")
    terminal.type("take 1 2\r")
    between = on_screen(terminal.until("Seat 1, press Enter when you have the keyboard"))
    assert "hand   " not in between
    assert "seat 0: take 1 2" in between
    terminal.type("\r")
    shown = terminal.until("seat 1> ")
    assert "seen by seat 1" in on_screen(shown)
    assert "\033[48;5;" in shown
    terminal.type("undo\r")
    assert "No: cards or dice have come up" in terminal.until("seat 1> ")
    terminal.type("quit\r")
    farewell = on_screen(terminal.until(f"--resume {record}"))
    assert "hand   " not in farewell
    assert terminal.close() == 0
    assert nyhavn.read_record(record) == game(1)


def test_a_resumed_game_asks_who_is_there_and_undo_gives_the_keyboard_back(record: Path) -> None:
    pytest.importorskip("pty")
    state, build = with_build()
    record.write_text(state.record(), encoding="utf-8")
    builder = state.turn
    player = Terminal("play", "--resume", record)
    assert "hand   " not in player.until(f"Seat {builder}, press Enter")
    player.type("\r")
    player.until(f"seat {builder}> ")
    player.type(f"{build}\r")
    player.until(f"Seat {1 - (builder or 0)}, press Enter")
    assert len(nyhavn.read_record(record).history) == len(state.history) + 1
    player.type("undo\r")
    assert "Undone" in on_screen(player.until(f"Seat {builder}, press Enter"))
    player.type("\r")
    player.until(f"seat {builder}> ")
    player.type("\x04")
    player.until(f"--resume {record}")
    assert player.close() == 0
    assert nyhavn.read_record(record) == state


def test_stopping_a_game_that_is_in_no_file_offers_one(record: Path) -> None:
    pytest.importorskip("pty")
    player = Terminal("play", "--seed", SEED)
    player.until("seat 0> ")
    player.type("take 1 2\r")
    player.until("quit): ")
    time.sleep(0.5)  # a signal before the line is being read would wait for a key
    player.process.send_signal(signal.SIGINT)
    player.until("Save this game?")
    player.type(f"{record}\r")
    player.until(f"--resume {record}")
    assert player.close() == 0
    assert nyhavn.read_record(record) == game(1)


# Against bots


def test_bots_take_the_last_seats(record: Path) -> None:
    done = run("play", "--seed", SEED, "--record", record, "--bots", "greedy,random", typed="undo\ntake 1 2\nundo\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "copenhagen, 3 players" in done.stdout
    assert done.stdout.count("seat 0> ") == 3
    assert "seat 1> " not in done.stdout
    assert "No: a bot has moved since then." in done.stdout
    assert f"nyhavn play --resume {record} --bots greedy,random" in done.stdout
    kept = nyhavn.read_record(record)
    assert [entry["seat"] for entry in kept.history if "move" in entry][:3] == [0, 1, 2]
    assert kept.turn == 0
    assert (kept.tags["Seat1"], kept.tags["Seat2"]) == ("greedy", "random")
    again = run("play", "--resume", record, "--bots", "greedy,random", typed="take 1 2\n")
    assert again.returncode == 0
    assert len(nyhavn.read_record(record).history) > len(kept.history)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--bots", "greedy,greedy", "--players", "2"], "no seat for you"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", "greedy,greedy,greedy,greedy"], "is played by 2, 3, 4 players"),
        (["--code", "nowhere.py", "--bots", "greedy"], "there is no file nowhere.py"),
    ],
)
def test_bots_that_cannot_come(options: list[str], said: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--record", str(record), *options]) == 2
    assert said in one_line(capsys.readouterr().err)
    assert not record.exists()


def test_a_bot_that_fails_does_not_lose_the_game(record: Path, tmp_path: Path) -> None:
    bot = tmp_path / "tired.py"
    bot.write_text(
        "from nyhavn.bots import register\n@register('tired')\ndef choose(seen, budget, rng):\n    return 1 / 0\n",
        encoding="utf-8",
    )
    done = run("play", "--seed", SEED, "--record", record, "--code", bot, "--bots", "tired", typed="take 1 2\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game stops here because tired gave no move (ZeroDivisionError: division by zero)." in done.stdout
    assert nyhavn.read_record(record) == game(1)
