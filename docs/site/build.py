"""Builds the documentation site from the Markdown that the repository has anyway, for `make docs`.

.venv/bin/python docs/site/build.py

README.md is the first page. Links are followed from it and from `docs/*.md`: pages become pages of the site, pictures
are copied, and other files, such as records and example settings, are shown on pages of their own. A link that leads
nowhere fails the build, and so does a page without a place in the navigation, which is in zensical.toml.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain, zip_longest
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "site"
SETTINGS = Path("docs/site/zensical.toml")
# What the pages are dressed in: the colours and the logo are those of the client.
DRESS = [
    Path("docs/site/site.css"),
    Path("docs/site/iframe-worker.js"),
    Path("client/src/art/tokens.css"),
    Path("client/public/icon.svg"),
]
# Pages that have another name on the site: some disks do not tell SECURITY.md from security.md.
RENAMED = {"README.md": "index.md", "SECURITY.md": "reporting.md"}
# Files that browsers show by themselves.
COPIED = {".svg", ".png", ".json"}
# What a page begins with that shows another file.
UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"

BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]*)\]\((?P<path>[^)#\s]*)(?P<anchor>#[^)\s]*)?\)")
SESSION = re.compile(r"^```python\n(?=>>> )")
TRANSLATED = re.compile(r"rules/(?!en)([a-z]{2})\.md$")
ARTICLE = '<article class="md-content__inner md-typeset"'
EMPTY_HEADING = re.compile(r"<th([^>]*)>\s*</th>")
COLOUR = re.compile(r"\x1b\[[\d;]*m")


class Refused(Exception):
    """Why the site cannot be built."""


class Pages:
    """The pages and pictures of a repository, as they are put on the site."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources: dict[PurePosixPath, Path] = {}
        waiting = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
        while waiting:
            path = waiting.pop()
            if self.place(path) not in self.sources:
                self.sources[self.place(path)] = path
                waiting += self.targets(path)

    def place(self, path: Path) -> PurePosixPath:
        """Where a file of the repository is on the site."""
        name = PurePosixPath(path.relative_to(self.root).as_posix())
        if str(name) in RENAMED:
            return PurePosixPath(RENAMED[str(name)])
        if name.is_relative_to("docs"):
            name = name.relative_to("docs")
        return name if path.suffix in {".md", *COPIED} else PurePosixPath(f"{name}.md")

    def target(self, page: Path, link: re.Match[str]) -> Path | None:
        """The file or folder that a link leads to; none for a place on the same page."""
        if not link["path"]:
            return None
        if link["picture"] and "." not in link["path"]:  # translated rules name a picture without its path
            path = self.root / "docs" / "pictures" / f"{link['path']}.svg"
        else:
            path = (page.parent / link["path"]).resolve()
        if not path.exists() or not path.is_relative_to(self.root):
            raise Refused(f"{page.relative_to(self.root)} links to {link['path']}, which is not in the repository.")
        return path

    def targets(self, page: Path) -> Iterator[Path]:
        """The files that a page links to."""
        if page.suffix == ".md":
            for link in LINK.finditer(BLOCK.sub("", page.read_text(encoding="utf-8"))):
                if (path := self.target(page, link)) and path.is_file():
                    yield path

    def text(self, page: Path) -> str:
        """What a page says on the site: the same, with links to where things are there."""

        def relinked(link: re.Match[str]) -> str:
            path = self.target(page, link)
            if not path:
                return link[0]
            if path.is_dir():  # a site has no folders to look into
                return link["words"]
            to = os.path.relpath(self.place(path), self.place(page).parent)
            return f"{link['picture']}[{link['words']}]({PurePosixPath(to)}{link['anchor'] or ''})"

        text = page.read_text(encoding="utf-8")
        if page.suffix != ".md":
            return f"{UNSEARCHED}# {page.name}\n\n~~~~~text\n{text.rstrip()}\n~~~~~\n"
        blocks = [SESSION.sub("```pycon\n", block) for block in BLOCK.findall(text)]
        prose = [LINK.sub(relinked, part) for part in BLOCK.split(text)]
        return "".join(chain.from_iterable(zip_longest(prose, blocks, fillvalue="")))

    def write(self, folder: Path) -> None:
        for where, path in self.sources.items():
            (folder / where).parent.mkdir(parents=True, exist_ok=True)
            if where.suffix == ".md":
                (folder / where).write_text(self.text(path), encoding="utf-8")
            else:
                shutil.copyfile(path, folder / where)

    def check_names(self) -> None:
        """No two pages have names that differ in their case alone."""
        found: dict[str, Path] = {}
        for where, path in self.sources.items():
            other = found.setdefault(str(where).lower(), path)
            if other != path:
                names = " and ".join(str(one.relative_to(self.root)) for one in (other, path))
                raise Refused(f"{names} would have the same name on the site: rename one in {SETTINGS.parent}.")

    def mark_languages(self, site: Path) -> None:
        """Lets screen readers know what language a translated page is in."""
        for where, path in self.sources.items():
            if language := TRANSLATED.search(path.as_posix()):
                page = site / where.with_suffix(".html")
                text = page.read_text(encoding="utf-8").replace(ARTICLE, f'{ARTICLE} lang="{language[1]}"')
                page.write_text(text, encoding="utf-8")

    def check_navigation(self, entries: list[Any]) -> None:
        """Every page has its place there. Translations and files are reached from the pages that name them."""
        homes = (self.root, self.root / "docs")
        pages = {it for it, path in self.sources.items() if path.suffix == ".md" and path.parent in homes}
        listed = set(leaves(entries))
        for where in sorted(pages - listed):
            raise Refused(f"{where} has no place in the navigation: give it one in {SETTINGS}.")
        for where in sorted(listed - pages):
            raise Refused(f"The navigation in {SETTINGS} leads to {where}, which is not a page.")


def leaves(entries: list[Any]) -> Iterator[PurePosixPath]:
    """The pages that a navigation leads to."""
    for target in chain.from_iterable(entry.values() for entry in entries):
        if isinstance(target, str):
            yield PurePosixPath(target)
        else:
            yield from leaves(target)


def empty_headings(site: Path) -> None:
    """The corner of a table heads nothing: screen readers get a plain cell."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(EMPTY_HEADING.sub(r"<td\1></td>", text), encoding="utf-8")


def build(site: Path, root: Path = ROOT) -> None:
    """Builds the site of a repository into a folder, which stays as it is if that fails."""
    pages = Pages(root)
    pages.check_names()
    pages.check_navigation(tomllib.loads((root / SETTINGS).read_text(encoding="utf-8"))["project"]["nav"])
    with TemporaryDirectory() as workshop:
        pages.write(Path(workshop, "pages"))
        for path in DRESS:
            shutil.copyfile(root / path, Path(workshop, "pages", path.name))
        shutil.copyfile(root / SETTINGS, Path(workshop, SETTINGS.name))
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        done = subprocess.run(command, cwd=workshop, capture_output=True, text=True, encoding="utf-8")
        if done.returncode:
            raise Refused(COLOUR.sub("", done.stdout + done.stderr))
        pages.mark_languages(Path(workshop, "site"))
        empty_headings(Path(workshop, "site"))
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(Path(workshop, "site"), site)


if __name__ == "__main__":
    try:
        build(SITE)
    except Refused as reason:
        sys.exit(f"The documentation site was not built. {reason}")
    print(f"The documentation site is at {SITE.relative_to(ROOT)}/index.html; no server is needed to read it.")
