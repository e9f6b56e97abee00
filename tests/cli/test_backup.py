"""`nyhavn backup` and `nyhavn restore`: one sentence for what was done, one for what cannot be."""

import sys
from pathlib import Path

import pytest

from nyhavn.cli import main
from nyhavn.store import open_store
from tests.cli import one_line, run
from tests.store import added


def test_a_server_moves_to_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url, other, file = f"sqlite:///{tmp_path / 'a.db'}", f"sqlite:///{tmp_path / 'b.db'}", f"{tmp_path / 'backup'}"
    store = open_store(url)
    store.append([added("a", 1, 2), added("b", 1)])
    assert main(["backup", file, "--db", url]) == 0
    assert capsys.readouterr() == (f"backed up 2 tables with 3 entries to {file}\n", "")
    assert main(["backup", file, "--db", url]) == 2
    assert "already exists" in one_line(capsys.readouterr().err)
    assert main(["restore", file, "--db", url, "--replace"]) == 2
    assert "in use by another server" in one_line(capsys.readouterr().err)
    store.close()
    assert main(["restore", file, "--db", other]) == 0
    assert capsys.readouterr() == (f"restored 2 tables with 3 entries from {file}\n", "")
    assert main(["restore", file, "--db", other]) == 2
    assert "--replace" in one_line(capsys.readouterr().err)
    assert main(["restore", file, "--db", other, "--replace"]) == 0


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems keep a user's data elsewhere")
def test_without_a_url_it_is_the_database_of_the_user(tmp_path: Path) -> None:
    done = run("backup", tmp_path / "backup", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert f"there is no database {tmp_path / 'nyhavn' / 'nyhavn.db'}" in one_line(done.stderr)
    (tmp_path / "nyhavn").mkdir()
    store = open_store(f"sqlite:///{tmp_path / 'nyhavn' / 'nyhavn.db'}")
    store.append([added("a", 1)])
    store.close()
    done = run("backup", tmp_path / "backup", XDG_DATA_HOME=str(tmp_path))
    assert done.stdout == f"backed up 1 table with 1 entry to {tmp_path / 'backup'}\n"
    (tmp_path / "new").mkdir()
    done = run("restore", tmp_path / "backup", XDG_DATA_HOME=str(tmp_path / "new"))
    assert done.stdout == f"restored 1 table with 1 entry from {tmp_path / 'backup'}\n"
