"""The dice game as an environment: the entry kernels of `nyhavn.kernels.environments`, compiled over it."""

from nyhavn.games.roll_and_write import components
from nyhavn.games.roll_and_write.env.kernels import actions, observations
from nyhavn.games.roll_and_write.kernels import batch, ids, layout, options, turns
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
