"""Third-party bots: from a file, or from installed packages that name their modules in the entry point group
`nyhavn.bots`. Either way, the loaded code registers its bots with the decorator."""

import sys
import warnings
from collections.abc import Callable
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb

from nyhavn.bots.registry import gather, search_also
from nyhavn.bots.registry import search_nowhere as search_nowhere

GROUP = "nyhavn.bots"


def load_code(path: str | Path) -> list[str]:
    """Run a Python file that registers bots, and give their names. ValueError, and no bot is registered, if it cannot
    be read, fails, or registers none."""
    path = Path(path)
    if not path.is_file():
        raise ValueError(f"there is no file {path}")
    spec = spec_from_file_location(f"nyhavn_code_{path.stem}", path)
    if path.suffix != ".py" or spec is None or spec.loader is None:
        raise ValueError(f"{path} isn't a Python file: its name must end in .py")
    module = module_from_spec(spec)
    before = sys.modules.get(spec.name)
    sys.modules[spec.name] = module  # pickle and dataclasses look there
    try:
        names = _registered(partial(spec.loader.exec_module, module), str(path))
        if not names:
            raise ValueError(f"{path} registers no bot")
        return names
    except ValueError:
        del sys.modules[spec.name]
        if before is not None:
            sys.modules[spec.name] = before
        raise


def _registered(load: Callable[[], object], source: str) -> list[str]:
    """The names of the bots that come by loading something; ValueError, and everything as before, if that fails."""
    try:
        return gather(load)
    except (Exception, SystemExit) as error:  # what others wrote may fail in any way
        raise ValueError(f"no bot could be loaded from {source}: {_reason(error, source)}") from error


def _reason(error: BaseException, source: str) -> str:
    """What went wrong, in one line, with the last line of the file that had a part in it."""
    said = (str(error).splitlines() or [""])[0][:200] or "it gives no reason"
    file = str(Path(source).absolute())
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == file]
    kind = "" if type(error) is ValueError else f"{type(error).__name__}, "
    return f"{kind}{said}" + (f" (line {lines[-1]})" if lines else "")


def installed_sources() -> list[str]:
    """The names of the entry points of installed packages that bring bots; nothing is loaded."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def load_installed(name: str) -> list[str]:
    """Load the bots of one entry point only, and give their names; ValueError if that fails."""
    search_nowhere()
    points = list(entry_points(group=GROUP, name=name))
    if not points:
        raise ValueError(f"no installed package has an entry point {name[:40]!r} in the group {GROUP}")
    return [bot for point in points for bot in _registered(point.load, _place(point))]


def _load_installed() -> None:
    """Bots of installed packages. One that fails is skipped with a warning."""
    for point in entry_points(group=GROUP):
        try:
            _registered(point.load, _place(point))
        except ValueError as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)


def _place(point: EntryPoint) -> str:
    return f"{point.value} of {point.dist.name}" if point.dist else point.value


search_also(_load_installed)
