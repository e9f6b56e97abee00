"""Kernels that bots think with, as Python can call them: they take single records, which only other kernels have."""

from collections.abc import Callable
from typing import Any

import numba

from nyhavn.kernels.bot_entries import Thinking

Caller = Callable[..., Any]


def callers(thinking: Thinking) -> tuple[Caller, Caller, Caller]:
    """`judge`, `quick_move` and `deal_all`, each over arrays with one record."""
    judge_kernel, quick_kernel, deal_kernel = (thinking.given[name] for name in ("judge", "quick_move", "deal_all"))

    @numba.njit
    def judge(states, work, shares):  # type: ignore[no-untyped-def]
        judge_kernel(states[0], work[0], shares)

    @numba.njit
    def quick_move(states, fits, work, luck):  # type: ignore[no-untyped-def]
        return quick_kernel(states[0], fits, work[0], luck)

    @numba.njit
    def deal(states, luck):  # type: ignore[no-untyped-def]
        deal_kernel(states[0], luck)

    return judge, quick_move, deal
