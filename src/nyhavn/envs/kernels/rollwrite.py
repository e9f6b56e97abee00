"""The dice game as an environment: the entry kernels of `envs.kernels.batch`, compiled over it."""

from typing import Any

from nyhavn.compiled import kernel
from nyhavn.envs.kernels import rollwrite_actions, rollwrite_seen
from nyhavn.envs.kernels.batch import EnvKernels
from nyhavn.rollwrite import components
from nyhavn.rollwrite.kernels import ids, layout, options, turns


@kernel
def champion(S: Any) -> Any:
    """Nobody wins but by points and empty cells (W29)."""
    return -1


kernels = EnvKernels(
    {
        **vars(components),
        **vars(ids),
        **vars(layout),
        **vars(turns),
        **vars(options),
        **vars(rollwrite_actions),
        **vars(rollwrite_seen),
        **globals(),
    }
)
