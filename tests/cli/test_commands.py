"""Every command: help, one clear line for what is wrong, and what compile, replay and verify say."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nyhavn
from nyhavn.cli import app, main
from nyhavn.tags import commitment_of
from tests.cli import COMMAND, SEED, game, one_line, run

COMMANDS = [command.name or "" for command in app.registered_commands]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Three moves of a seeded game."""
    path = tmp_path / "game.nyhavn"
    path.write_text(game(3).record(), encoding="utf-8")
    return path


def change(record: Path, pattern: str, text: str) -> int:
    """Change the first line of a record that fits a pattern; its number."""
    lines = record.read_text(encoding="utf-8").split("\n")
    number = next(number for number, line in enumerate(lines) if re.match(pattern, line))
    lines[number : number + 1] = [text] if text else []
    record.write_text("\n".join(lines), encoding="utf-8")
    return number + 1


@pytest.mark.parametrize("seat", [None, 1])
def test_a_position_is_shown_and_judged(seat: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a line, and in a file; by the seat that is to move, since the hands of others are dealt anew each time."""
    line, path = game(3).position(seat), tmp_path / "position.nyhavn"
    path.write_text(f"{line}\n", encoding="utf-8")
    for given in (line, str(path)):
        assert main(["replay", given]) == 0
        assert "after move 0 of 0" in capsys.readouterr().out
        assert main(["replay", given, "--at", "1"]) == 2
        assert "has 0 moves" in one_line(capsys.readouterr().err)
        assert main(["analyse", given, "--budget", "40n"]) == 0
        assert "promising moves" in capsys.readouterr().out
        assert main(["analyse", given, "--budget", "40n", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["position"] == game(3).position(found["seat"])
        assert {one["move"] for one in found["suggestions"]} <= set(nyhavn.parse_position(line).moves())
        assert main(["analyse", given, "--plot", str(tmp_path / "plot.svg")]) == 2
        assert "no moves were played here" in one_line(capsys.readouterr().err)
    assert main(["verify", str(path)]) == 2
    assert "this is a position" in one_line(capsys.readouterr().err)


def test_a_position_that_cannot_be_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line, path = game(3).position().replace(":action", ":over"), tmp_path / "position.nyhavn"
    path.write_text(line, encoding="utf-8")
    for command in ("replay", "analyse"):
        assert main([command, line]) == 2
        assert one_line(capsys.readouterr().err).startswith("nyhavn: docks ")
        assert main([command, str(path)]) == 2
        assert one_line(capsys.readouterr().err).startswith(f"nyhavn: {path}: line 1: docks ")


# Help and errors


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--help"]) == 0
    said = capsys.readouterr()
    assert f"Example: nyhavn {command}" in said.out
    assert said.err == ""


def test_help_loads_nothing_heavy() -> None:
    code = "import sys; from nyhavn.cli import main; main(['--help']); print(*{'numba', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == ""


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"nyhavn {nyhavn.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plya"], "Did you mean 'play'"),
        (["--loud"], "--loud"),
        (["play", "--loud"], "--loud"),
        (["play", "extra"], "extra"),
        (["compile", "chess"], "chess"),
        (["verify"], "FILE"),
        (["verify", "nowhere.nyhavn"], "nowhere.nyhavn: No such file"),
        (["verify", "."], "Is a directory"),
        (["replay", "nowhere.nyhavn"], "nowhere.nyhavn: No such file"),
        (["bench", "--seconds", "0"], "--seconds"),
        (["bench", "--anchor", "nowhere.c"], "nowhere.c isn't a file"),
    ],
)
def test_what_is_wrong_is_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert said in one_line(told.err)
    assert told.out == ""


@pytest.mark.parametrize("command", ["verify", "replay", "play"])
@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xfe\0", b'[Game "copenhagen"]\n\n', b"[" * 10000])
def test_a_file_that_is_no_record_is_one_line(
    command: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd"
    path.write_bytes(content)
    assert main([command, *(["--resume"] if command == "play" else []), str(path)]) == 2
    assert f"{path}: line 1: " in one_line(capsys.readouterr().err)
    assert path.read_bytes() == content


def test_a_reader_who_has_seen_enough_is_no_error(record: Path) -> None:
    replay = subprocess.Popen([*COMMAND, "replay", str(record)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert replay.stdout is not None
    assert replay.stderr is not None
    replay.stdout.close()
    assert replay.stderr.read() == b""
    replay.stderr.close()
    replay.wait(timeout=60)


# verify


def test_a_good_record_is_verified(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 0
    said = capsys.readouterr().out
    assert said == f"{record}: 3 moves, legal in copenhagen, and all cards or dice match its seed; unfinished\n"


@pytest.mark.slow
def test_a_finished_game_is_verified_in_a_process_of_its_own(tmp_path: Path) -> None:
    state = nyhavn.new_game("copenhagen", players=4, seed=10**1200)
    while not state.over:
        state.play(state.moves()[-1])
    path = tmp_path / "long.nyhavn"
    path.write_text(state.record(), encoding="utf-8")
    done = run("verify", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"won by seat {state.winners[0]}" in done.stdout


def test_chance_that_its_seed_does_not_give_is_named(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dealt = next(entry["chance"] for entry in game(3).history if entry.get("chance", "").startswith("refill"))
    other = dealt[:-1] + ("R" if dealt[-1] != "R" else "B")
    line = change(record, "> refill", f"> {other}")
    assert main(["verify", str(record)]) == 1
    assert f"but line {line}: its seed gives {dealt!r}, not {other!r}" in capsys.readouterr().out


def test_another_seed_is_found_out(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(record, r"\[Seed", '[Seed "43"]')
    assert main(["verify", str(record)]) == 1
    assert "its seed gives 'docks" in capsys.readouterr().out


def test_a_record_without_a_seed_cannot_be_compared(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(record, r"\[Seed", "")
    assert main(["verify", str(record)]) == 1
    assert "has no seed" in capsys.readouterr().out


@pytest.mark.parametrize("seed", [SEED, 10**1200])
def test_a_seed_that_was_promised_is_verified(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the record anybody can compute the promise from the text of its tag `Seed` alone."""
    state = nyhavn.new_game("roll-and-write", players=3, seed=seed)
    written = re.search(r'\[Seed "(.+)"\]', state.record())
    assert written
    state.tags["Commitment"] = commitment_of(seed)
    assert state.tags["Commitment"] == hashlib.sha256(written[1].encode()).hexdigest()
    path = tmp_path / "promised.nyhavn"
    path.write_text(state.record(), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.endswith(", and all cards or dice match its seed, the one that was promised; unfinished\n")


@pytest.mark.parametrize(
    ("commitment", "said"),
    [
        (commitment_of(SEED + 1), "its seed is not the one that was promised"),
        (commitment_of(SEED).upper(), f"a commitment is 64 digits of 0-9 and a-f, not '{commitment_of(SEED).upper()}'"),
        ("", "a commitment is 64 digits of 0-9 and a-f, not ''"),
    ],
)
def test_a_broken_promise_is_told(commitment: str, said: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = change(record, r"\[Rules", f'[Rules "1"]\n[Commitment "{commitment}"]') + 1
    assert main(["verify", str(record)]) == 1
    assert f", but line {line}: {said}\n" in capsys.readouterr().out


def test_a_promise_without_its_seed_cannot_be_checked(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(record, r"\[Seed", f'[Commitment "{commitment_of(SEED)}"]')
    assert main(["verify", str(record)]) == 1
    assert "has no seed" in capsys.readouterr().out


def test_a_move_against_the_rules_is_named(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = change(record, "1 take", "1 take 1 9")
    assert main(["verify", str(record)]) == 2
    assert f"{record}: line {line}: " in one_line(capsys.readouterr().err)


# replay


def test_a_record_is_shown_move_by_move(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    said = capsys.readouterr().out
    assert re.findall(r"after move (\d) of 3", said) == ["0", "1", "2", "3"]
    state = game(3)
    assert said.rstrip().endswith(str(state).rstrip())
    assert len(re.findall(r"seat \d: take 1 2 \(. .\); refill 1=. 2=.", said)) == 3


def test_one_position_is_shown_through_any_eyes(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--at", "1", "--seat", "0"]) == 0
    said = capsys.readouterr().out
    assert said.count("after move") == 1
    assert game(1).text(0) in said


def test_a_position_is_written_as_a_picture(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "end.svg"
    assert main(["replay", str(record), "--svg", str(picture)]) == 0
    assert capsys.readouterr().out == f"{picture} shows {record} after move 3 of 3\n"
    assert picture.read_text(encoding="utf-8") == game(3).svg(game(3).turn)


@pytest.mark.parametrize("arguments", [["--at", "4"], ["--at", "-1"], ["--seat", "2"], ["--svg", "no/folder/x.svg"]])
def test_what_a_record_does_not_have_is_one_line(
    arguments: list[str], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record), *arguments]) == 2
    one_line(capsys.readouterr().err)


# compile


def test_compiled_kernels_are_found_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    nyhavn.new_game("copenhagen")
    assert main(["compile"]) == 0
    assert "copenhagen: already compiled" in capsys.readouterr().out


@pytest.mark.long
def test_kernels_are_compiled_once(tmp_path: Path) -> None:
    first = run("compile", NYHAVN_CACHE_DIR=str(tmp_path))
    assert first.returncode == 0
    assert re.search(r"copenhagen: compiled in \d+ s", first.stdout)
    assert "environments" not in first.stdout  # nobody who wants to play waits for them
    assert "compiling" in first.stderr
    again = run("compile", NYHAVN_CACHE_DIR=str(tmp_path))
    assert (again.returncode, again.stderr) == (0, "")
    assert "copenhagen: already compiled" in again.stdout
    more = run("compile", "--envs", NYHAVN_CACHE_DIR=str(tmp_path))
    assert re.search(r"environments of roll-and-write: compiled in \d+ s", more.stdout)
    assert run("bench", "envs", "--seconds", 0.01, "--rows", 4, NYHAVN_CACHE_DIR=str(tmp_path)).stderr == ""
