"""Machine code of entry kernels, taken out of Numba's cache and loaded without Numba.

Numba and LLVM take a hundred megabytes of a process and half a second of its start, even where all is compiled. A
process that only calls entry kernels, as a server does, can do without: what the compiler left is an ordinary object
file, with a function that Python can call. It is put into memory, its addresses are filled in, and that is all.

Linux on x86-64 only, and only what is known in here: anything else is refused with `UnknownCode`, and callers use the
compiler as usual.
"""

import ctypes
import importlib.util
import mmap
import os
import pickle
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

import numpy as np

FILE = "machine-code"
DIGEST = 32
"""How many bytes of it come first, a digest of the others."""
METHOD = 0x0003
"""Of a method table: it takes arguments and keywords."""
ENVIRONMENT = "_ZN08NumbaEnv"
"""What begins the names of places where Numba keeps objects that a kernel names; ours name none."""
HELPER = "numba_"

# As the ELF format has them.
HEADER, SECTION, SYMBOL, RELOCATION = Struct("<40xQ12xHH"), Struct("<IIQQQQIIQQ"), Struct("<IBBHQQ"), Struct("<QIIq")
MAGIC, X86_64, MACHINE = b"\x7fELF\x02\x01", 62, 18
SYMBOLS, RELOCATIONS, ZEROS = 2, 4, 8
ALLOCATED, RUNNING = 2, 4
UNDEFINED, FIXED, COMMON, LARGE_COMMON = 0, 0xFFF1, 0xFFF2, 0xFF02
ADDRESS = 1
UNWINDING = ".eh_frame"
"""For debuggers and exceptions of C++."""


class UnknownCode(Exception):
    """This code, or this machine, is not of the kind that can be loaded here."""


class Kind(NamedTuple):
    """What an array must be like that a kernel takes."""

    letter: str
    bytes: int
    dimensions: int

    def fits(self, value: Any) -> bool:
        return (
            isinstance(value, np.ndarray)
            and value.ndim == self.dimensions
            and value.dtype.kind == self.letter
            and value.itemsize == self.bytes
            and value.flags.carray
        )


class Code(NamedTuple):
    """An entry kernel: its name in Python, that of its function, what its arguments are (None: a number), an object
    file."""

    name: str
    symbol: str
    kinds: tuple[Kind | None, ...]
    object: bytes


class _Method(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def suits() -> bool:
    """Whether this is a machine of the kind."""
    return sys.platform == "linux" and platform.machine() == "x86_64" and sys.implementation.name == "cpython"


# Out of the compiler


def keep(folder: Path, dispatchers: Iterable[Any]) -> None:
    """Write down the machine code of compiled entry kernels, for processes without a compiler; nothing if that cannot
    be done."""
    try:
        codes = [_code(dispatcher) for dispatcher in dispatchers if dispatcher.signatures]
        for code in codes:
            load(code)
    except Exception:  # noqa: BLE001 - another Numba keeps it in another way: then they are compiled as usual
        return
    content = pickle.dumps([tuple(code) for code in codes])
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(sha256(content).digest() + content)
    Path(file.name).replace(folder / FILE)


def _code(dispatcher: Any) -> Code:
    """From Numba's own cache, where the code is whether it was compiled just now or before."""
    cached, wanted = dispatcher._cache._cache_file, dispatcher.signatures[0]
    for name in cached._load_index().values():
        library, description, _, signature, *_ = cached._load_data(name)
        if signature.args == wanted and library[1] == "object":
            _check_result(signature.return_type)
            kinds = tuple(map(_kind, signature.args))
            place = f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__name__}"
            return Code(place, description.llvm_cpython_wrapper_name, kinds, library[2][0])
    raise UnknownCode(f"{dispatcher} is not in the cache")


def _kind(given: Any) -> Kind | None:
    from numba import types

    if isinstance(given, types.Integer):
        return None
    if not isinstance(given, types.Array) or given.layout != "C" or not given.mutable:
        raise UnknownCode(f"an argument is {given}")
    if isinstance(given.dtype, types.Record):
        return Kind("V", given.dtype.size, given.ndim)
    if isinstance(given.dtype, types.Integer | types.Float):
        number = np.dtype(str(given.dtype))
        return Kind(number.kind, number.itemsize, given.ndim)
    raise UnknownCode(f"an argument is {given}")


def _check_result(given: Any) -> None:
    """Other objects are made by functions of Numba that want more than is here."""
    from numba import types

    for each in given if isinstance(given, types.UniTuple) else [given]:
        if each != types.none and not isinstance(each, types.Integer | types.Boolean):
            raise UnknownCode(f"a result is {given}")


# Into a process


def read(folder: Path) -> list[Code]:
    """What was written down in a folder; OSError if nothing was."""
    content = (folder / FILE).read_bytes()
    if content[:DIGEST] != sha256(content[DIGEST:]).digest():
        raise UnknownCode(f"{folder / FILE} is damaged")
    return [Code(*parts) for parts in pickle.loads(content[DIGEST:])]


def load(code: Code) -> Callable[..., Any]:
    """The kernel as a function of Python, which checks the arrays that it is given: those that it was not given just
    before, since most are used again and again."""
    method, name = _method(code), code.name
    arrays = [(place, kind) for place, kind in enumerate(code.kinds) if kind is not None]
    before: list[object] = [None] * len(code.kinds)

    def call(*given: Any) -> Any:
        if len(given) == len(before):  # else the method refuses them
            for place, kind in arrays:
                value = given[place]
                if value is not before[place]:
                    if not kind.fits(value):
                        raise TypeError(f"{name} was compiled for other arguments")
                    before[place] = value
        return method(*given)

    call.__name__ = call.__qualname__ = name.rpartition(".")[2]
    return call


_used: list[object] = []
"""What must stay where it is as long as the process lives."""


def _method(code: Code) -> Callable[..., Any]:
    sections = _Sections(code.object)
    symbols = sections.place()
    if code.symbol not in symbols:
        raise UnknownCode(f"{code.symbol} is missing")
    table = _Method(code.symbol.encode(), symbols[code.symbol], METHOD, None)
    _used.extend((table, sections))
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    made: Callable[..., Any] = make(ctypes.addressof(table), None, None)
    return made


class _Section(NamedTuple):
    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    row: int


class _Sections:
    """An object file, put into memory."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        if content[: len(MAGIC)] != MAGIC or content[MACHINE] != X86_64:
            raise UnknownCode("this is no object file of the kind")
        begin, rows, names = HEADER.unpack_from(content)
        self.all = [_Section(*SECTION.unpack_from(content, begin + row * SECTION.size)) for row in range(rows)]
        titles = self.all[names].offset
        self.offsets: dict[int, int] = {}
        """Of those that are put into memory, by their numbers."""
        end = 0
        for running in (True, False):  # what runs comes first, on pages of its own
            end = -end % mmap.PAGESIZE + end
            for number, section in enumerate(self.all):
                wanted = section.flags & ALLOCATED and self._text(titles + section.name) != UNWINDING
                if wanted and bool(section.flags & RUNNING) == running:
                    end += -end % max(1, section.alignment)
                    self.offsets[number] = end
                    end += section.size
            if running:
                self.running = end
        self.free = end
        common = sum(size + 16 for *_, place, _, size in self._symbols() if place in (COMMON, LARGE_COMMON))
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        self.memory = mmap.mmap(-1, end + common + mmap.PAGESIZE, flags=private)
        self.base = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))

    def _rows(self, kind: Struct, section: _Section) -> Iterator[tuple[int, ...]]:
        return kind.iter_unpack(self.content[section.offset : section.offset + section.size])

    def _symbols(self) -> Iterator[tuple[str, int, int, int]]:
        """Their names, with the section, the place in it (or the alignment) and the size."""
        for section in (one for one in self.all if one.type == SYMBOLS):
            names = self.all[section.link].offset
            for name, _, _, place, value, size in self._rows(SYMBOL, section):
                yield self._text(names + name), place, value, size

    def _text(self, begin: int) -> str:
        return self.content[begin : self.content.index(b"\0", begin)].decode()

    def place(self) -> dict[str, int]:
        """Copy everything to its place, fill in the addresses, and let it run; the addresses of its symbols."""
        for number, offset in self.offsets.items():
            section = self.all[number]
            if section.type != ZEROS:
                self.memory[offset : offset + section.size] = self.content[section.offset :][: section.size]
        found = [(name, self._address(name, place, value, size)) for name, place, value, size in self._symbols()]
        for section in self.all:
            if section.type == RELOCATIONS and section.info in self.offsets:
                for place, kind, symbol, addend in self._rows(RELOCATION, section):
                    if kind != ADDRESS:
                        raise UnknownCode(f"an address is of type {kind}")
                    begin = self.offsets[section.info] + place
                    self.memory[begin : begin + 8] = (found[symbol][1] + addend).to_bytes(8, "little")
        library = ctypes.CDLL(None, use_errno=True)
        library.mprotect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
        if library.mprotect(self.base, self.running, mmap.PROT_READ | mmap.PROT_EXEC):
            raise UnknownCode(f"memory may not run: {os.strerror(ctypes.get_errno())}")
        return dict(found)

    def _address(self, name: str, place: int, value: int, size: int) -> int:
        if place == UNDEFINED:
            return _outside(name) if name else 0
        if place in (COMMON, LARGE_COMMON):
            self.free += -self.free % max(1, value)
            begin, self.free = self.free, self.free + size
            if name.startswith(ENVIRONMENT):  # kernels look whether there is one, and no further
                self.memory[begin : begin + 8] = _nothing().to_bytes(8, "little")
            return self.base + begin
        if place == FIXED:
            return value
        return self.base + self.offsets[place] + value if place in self.offsets else 0


@cache
def _nothing() -> int:
    """The address of an environment with nothing in it."""
    room = ctypes.create_string_buffer(1024)
    _used.append(room)
    return ctypes.addressof(room)


@cache
def _outside(name: str) -> int:
    """The address of a function or an object that the code uses: Numba's, Python's or the system's."""
    if name.startswith(HELPER):
        try:
            return int(_helpers()[name.removeprefix(HELPER)])
        except KeyError:
            raise UnknownCode(f"Numba has no {name}") from None
    try:
        address = ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value
    except AttributeError:
        raise UnknownCode(f"there is no {name}") from None
    assert address is not None
    return address


@cache
def _helpers() -> dict[str, Any]:
    """The functions in C that Numba's code calls: a library of its own, which needs nothing else of Numba."""
    spec = importlib.util.find_spec("numba")
    places = [] if spec is None else [Path(place) for place in spec.submodule_search_locations or ()]
    for file in (found for place in places for found in sorted(place.glob("_helperlib.*.so"))):
        own = importlib.util.spec_from_file_location("numba._helperlib", file)
        if own is not None and own.loader is not None:
            module = importlib.util.module_from_spec(own)
            own.loader.exec_module(module)
            helpers: dict[str, Any] = module.c_helpers
            return helpers
    raise UnknownCode("Numba's helpers are missing")
