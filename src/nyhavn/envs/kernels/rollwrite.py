"""The dice game as an environment: the entry kernels of `envs.kernels.batch`, compiled over it."""

from nyhavn.envs.kernels import rollwrite_actions, rollwrite_seen
from nyhavn.envs.kernels.batch import EnvKernels
from nyhavn.rollwrite import components
from nyhavn.rollwrite.kernels import ids, layout, options, turns

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
