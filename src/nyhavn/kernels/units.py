"""Kernels that are compiled apart, each once, and joined by their names when they are loaded.

A kernel that calls another one is usually compiled together with it, and with all that this one calls in turn. What
bots think with calls one another over many levels, and would be compiled again on each of them. A unit is compiled
and kept by itself; what calls it holds only its name, which is resolved when machine code is loaded."""

import threading
from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import cgutils as untyped
from numba.core import types
from numba.extending import intrinsic

from nyhavn.compiled import compiler, entry
from nyhavn.kernels.binding import copied

FLOATS, INTS, ROWS = (
    types.Array(types.float64, 1, "C"),
    types.Array(types.int64, 1, "C"),
    types.Array(types.int64, 2, "C"),
)
TABLE = types.Array(types.float64, 2, "C")
INT, FLOAT, NOTHING = types.int64, types.float64, types.none

cgutils: Any = untyped
config = compiler().config
POSITIONAL = Parameter.POSITIONAL_OR_KEYWORD

solid = numba.njit(nogil=True, error_model="numpy")
"""A kernel that is called, not copied into its callers: for what is large."""


class Unit:
    """A function that is compiled apart, for one signature."""

    def __init__(self, function: Callable[..., Any], result: Any, arguments: tuple[Any, ...]) -> None:
        self.name = f"{function.__module__}.{function.__name__}"
        self.signature = result(*arguments)
        self.dispatcher: Any = entry(function)

    def load(self) -> None:
        """Compile it, or load what was compiled before, and make its name known."""
        if config.DISABLE_JIT:
            return
        self.dispatcher.compile(self.signature)
        overload = self.dispatcher.overloads[self.signature.args]
        llvm.add_symbol(self.name, overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name))

    def caller(self) -> Any:
        """What other kernels call."""
        if config.DISABLE_JIT:
            return self.dispatcher
        name, signature = self.name, self.signature

        def call(typing: Any, *arguments: Any) -> Any:
            def emit(context: Any, builder: Any, given: Any, values: Any) -> Any:
                convention = context.call_conv
                kind = convention.get_function_type(signature.return_type, signature.args)
                function = cgutils.get_or_insert_function(builder.module, kind, name)
                status, result = convention.call_function(
                    builder, function, signature.return_type, signature.args, values
                )
                with cgutils.if_unlikely(builder, status.is_error):
                    convention.return_status_propagate(builder, status)
                return result

            return signature, emit

        # The compiler asks for the parameters by name.
        names = ("typing", *(f"argument_{number}" for number in range(len(signature.args))))
        call.__signature__ = Signature([Parameter(name, POSITIONAL) for name in names])  # type: ignore[attr-defined]
        return intrinsic(call)


class Units:
    """The units of one game, in the order in which they were made: what one calls was made before it. `position` and
    `positions` are the types of the game's record and of arrays of it, `work` that of what its bots work with."""

    def __init__(self, record: Any, work: Any) -> None:
        self.position = numba.from_dtype(record)
        self.positions = types.Array(self.position, 1, "C")
        self.work = numba.from_dtype(work)
        self.made: list[Unit] = []
        self._loading = threading.Lock()
        self._loaded = 0

    def unit(self, result: Any, *arguments: Any) -> Callable[[Callable[..., Any]], Any]:
        """Make a function a unit: `@unit(FLOAT, INT, FLOATS)`. Other kernels can call it, Python cannot."""

        def make(function: Callable[..., Any]) -> Any:
            self.made.append(Unit(function, result, arguments))
            return self.made[-1].caller()

        return make

    def rule(self, module: str, kernel: Any, result: Any, *arguments: Any) -> Any:
        """Make a kernel of the rules a unit of a module of ours."""
        function = getattr(kernel, "py_func", kernel)
        return self.unit(result, *arguments)(copied(function, function.__globals__, module))

    def rules(self, module: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Those kernels of a game's rules that bots call as units."""
        S = self.position
        return {
            "apply": self.rule(module, given["apply"], NOTHING, S, INT),
            "deal_all": self.rule(module, given["deal_all"], NOTHING, S, INTS),
            "list_moves": self.rule(module, given["list_moves"], INT, S, ROWS, INTS),
            "pick_move": self.rule(module, given["pick_move"], INT, S, ROWS, INTS),
            "imagine": self.rule(module, given["imagine"], NOTHING, S, INT, INTS, INTS),
        }

    def load(self) -> None:
        """Compile them all, or load what was compiled before: needed before anything that calls one is loaded."""
        with self._loading:
            for unit in self.made[self._loaded :]:
                unit.load()
            self._loaded = len(self.made)
