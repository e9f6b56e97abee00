"""Both games as PettingZoo environments: `copenhagen_v0` and `roll_and_write_v0`, each with `env` and `raw_env`.

    from nyhavn.envs.pettingzoo import copenhagen_v0

    env = copenhagen_v0.env(players=3)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(info["action_mask"]))

Their modules tell what agents see and do. `env(game, …)` makes that of any game by its name.
"""

try:
    import pettingzoo  # noqa: F401
except ModuleNotFoundError:
    raise ImportError("nyhavn.envs.pettingzoo needs PettingZoo: install nyhavn[pettingzoo]") from None

from nyhavn.envs.pettingzoo.tables import Table, env

__all__ = ["Table", "env"]
