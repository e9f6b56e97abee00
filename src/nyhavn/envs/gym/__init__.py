"""Both games as Gymnasium environments, one agent against bots: registered when this is imported.

    import gymnasium
    import nyhavn.envs.gym

    env = gymnasium.make("nyhavn/Copenhagen-v0", opponents=["greedy"])
    observation, info = env.reset(seed=7)
    terminated = False
    while not terminated:
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

`single_agent` tells what the agent sees and does.
"""

try:
    import gymnasium
except ModuleNotFoundError:
    raise ImportError("nyhavn.envs.gym needs Gymnasium: install nyhavn[gym]") from None

from nyhavn.envs.gym.single_agent import SolitaryEnv
from nyhavn.games import find_game, game_names

__all__ = ["SolitaryEnv"]

for game in game_names():
    if find_game(game).has("environment"):
        name = "".join(word.capitalize() for word in game.split("-"))
        gymnasium.register(f"nyhavn/{name}-v0", f"{SolitaryEnv.__module__}:SolitaryEnv", kwargs={"game": game})
