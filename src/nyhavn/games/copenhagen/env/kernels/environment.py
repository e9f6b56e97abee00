"""The card game as an environment: the entry kernels of `nyhavn.kernels.environments`, compiled over it."""

from nyhavn.games.copenhagen import components
from nyhavn.games.copenhagen.env.kernels import actions, observations
from nyhavn.games.copenhagen.kernels import batch, ids, layout, options, turns
from nyhavn.kernels.environments import EnvKernels

kernels = EnvKernels(
    __name__,
    {
        **vars(components),
        **vars(ids),
        **vars(layout),
        **vars(turns),
        **vars(options),
        **vars(batch),
        **vars(actions),
        **vars(observations),
        **globals(),
    },
)
