"""Counting and finding bits, the same compiled and not."""

from typing import Any

from nyhavn.compiled import compiles


def popcount(mask: int) -> int:
    """How many cells a mask has."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """The number of the first cell of a mask that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


if compiles():
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def _popcount(typing: Any, mask: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), emit

    @intrinsic
    def _lowest(typing: Any, mask: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), emit

    # Numba compares the parameters of an overload with those of its body, annotations included: hence none here.
    @overload(popcount)
    def _compiled_popcount(mask):  # type: ignore[no-untyped-def]
        return lambda mask: _popcount(mask)  # type: ignore[call-arg]  # the compiler adds the first

    @overload(lowest)
    def _compiled_lowest(mask):  # type: ignore[no-untyped-def]
        return lambda mask: _lowest(mask)  # type: ignore[call-arg]
