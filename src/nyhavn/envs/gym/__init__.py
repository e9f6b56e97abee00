"""Both games as Gymnasium environments, one agent against bots: registered when this is imported.

    import gymnasium
    import nyhavn.envs.gym

    env = gymnasium.make("nyhavn/Copenhagen-v0", opponents=["greedy"])
    observation, info = env.reset(seed=7)
    terminated = False
    while not terminated:
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

`solitary` tells what the agent sees and does.
"""

try:
    import gymnasium
except ModuleNotFoundError:
    raise ImportError("nyhavn.envs.gym needs Gymnasium: install nyhavn[gym]") from None

from nyhavn.envs.gym.solitary import CopenhagenEnv, RollAndWriteEnv

__all__ = ["CopenhagenEnv", "RollAndWriteEnv"]

gymnasium.register("nyhavn/Copenhagen-v0", f"{CopenhagenEnv.__module__}:CopenhagenEnv")
gymnasium.register("nyhavn/RollAndWrite-v0", f"{RollAndWriteEnv.__module__}:RollAndWriteEnv")
