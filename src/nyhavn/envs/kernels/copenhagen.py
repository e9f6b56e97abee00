"""The card game as an environment: the entry kernels of `envs.kernels.batch`, compiled over it."""

from typing import Any

from nyhavn.compiled import kernel
from nyhavn.copenhagen import components
from nyhavn.copenhagen.kernels import ids, layout, options, turns
from nyhavn.copenhagen.kernels.layout import BY_GOAL
from nyhavn.envs.kernels import copenhagen_actions, copenhagen_seen
from nyhavn.envs.kernels.batch import EnvKernels


@kernel
def champion(S: Any) -> Any:
    """C31, C42: the seat that reached the goal has won, whatever the others have; -1 if nobody did."""
    return S.turn if S.ending == BY_GOAL else -1


kernels = EnvKernels(
    {
        **vars(components),
        **vars(ids),
        **vars(layout),
        **vars(turns),
        **vars(options),
        **vars(copenhagen_actions),
        **vars(copenhagen_seen),
        **globals(),
    }
)
