"""The card game as an environment: the entry kernels of `envs.kernels.batch`, compiled over it."""

from nyhavn.copenhagen import components
from nyhavn.copenhagen.kernels import ids, layout, options, turns
from nyhavn.envs.kernels import copenhagen_actions, copenhagen_seen
from nyhavn.envs.kernels.batch import EnvKernels

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
