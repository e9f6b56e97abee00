"""
# Copenhagen

| | |
|---|---|
| Import | `from nyhavn.envs.pettingzoo import copenhagen_v0` |
| Actions | discrete |
| Parallel API | no |
| Manual control | no |
| Agents | `player_0` to `player_3`, as many as play |
| Number of agents | 2 to 4 |
| Action shape | (1,) |
| Action values | Discrete(3362) |
| Observation shape | (873,), (1207,) or (1541,), for 2, 3 or 4 players |
| Observation values | 0 to 99, `uint8` |

The card game: players take cards from the docks and pay with them for facade tiles, which they place on a house front
of 5 by 9 cells. Complete rows and columns score points. The first player with 12 wins at once; otherwise the End card
ends the game, and the player with the most points wins. The starting cards of the other players are hidden, and so is
the order of the deck.

### Arguments

```python
copenhagen_v0.env(players=2, shaping=0.0, render_mode=None)
```

`players`: 2, 3 or 4.

`shaping`: what a point is worth while the game lasts; see Rewards.

`render_mode`: `"human"` prints the table as text after every action, `"ansi"` gives the text, `"svg"` a picture. All
show what the agent to move sees.

`reset(seed=…)` deals the cards of `nyhavn.new_game("copenhagen", seed=…)`. Later resets without a seed give games that
follow from it.

### Observation space

A dictionary of `"observation"` and `"action_mask"`. The observation is a row of numbers made of these parts, one after
the other. *One of* are flags (0 or 1) of which one is 1. Seats are counted from the agent that looks, which is 0; parts
marked *by seat* are there for each seat, all those of a seat together. Cells are counted from a1, row by row.
`nyhavn.envs.observations.observing_of("copenhagen").split(observation)` gives the parts by name.

| part | shape | largest | meaning |
|---|---|---|---|
| `seat` | players | 1 | one of: the number of the agent that looks |
| `turn` | players | 1 | one of: who decides; none when the game is over |
| `phase` | 8 | 1 | one of: docks dealt, hands dealt, refill, action, discard, after a take, coat, over |
| `hand` | 5 | 10 | own cards by colour |
| `unseen` | 5 | 14 | cards in the deck or hidden in other hands, by colour |
| `deck` | 5 | 14 | cards in the second deck, which all know; 0 while the first one lasts |
| `discards` | 5 | 14 | discards by colour |
| `docks` | 7 × 5 | 1 | one of, for each dock: its card; none if it is empty |
| `deck_left` | 1 | 71 | cards left in the deck, the End card among them |
| `second_deck` | 1 | 1 | flag: the discards were shuffled |
| `specials` | 1 | 12 | special tiles left |
| `coats` | 1 | 45 | coat actions owed to the agent that decides |
| `end_card` | 3 | 1 | one of: the End card lies beside, is in the deck, is turned up |
| `supply` | 20 | 3 | tiles left, R2 to R5, Y2 to Y5, G, B, P |
| `abilities` | 5 | 4 | ability tiles left: any extra discount recolour both |
| `points`, by seat | 1 | 99 | points |
| `cards`, by seat | 1 | 10 | number of cards |
| `known`, by seat | 5 | 10 | of these by colour, those that everybody saw being taken |
| `active`, by seat | 5 | 1 | flags: active ability tiles |
| `used`, by seat | 5 | 1 | flags: used ability tiles |
| `covered`, by seat | 45 | 1 | flags: covered cells |
| `bricks`, by seat | 45 | 1 | flags: of these the bricks |
| `colours`, by seat | 5 × 45 | 1 | flags: cells covered by each colour |
| `kind` | 20 | 1 | one of: the tile that the agent is about to build; else none |
| `cells` | 45 | 1 | flags: its cells |
| `brick` | 45 | 1 | flags: its brick |

#### Legal actions mask

`"action_mask"`, in the observation and in `info`, is 1 for each action that is allowed now and 0 for all others; for
all agents but the one to move it is 0 throughout. It is exact: every action that it allows begins, or continues, a
legal move. `env` ends the game if another action is taken: its agent gets -1, the others 0.

### Action space

A move is one or two actions; after the first of two, the same agent is asked again. An action means the same in every
position, and for every number of players.

| actions | moves |
|---|---|
| 0 to 55 | `take` two docks, then three, in dictionary order |
| 56 to 110 | `discard` one, two, then three cards, in dictionary order of R Y G B P |
| 111 | `end` |
| 112 to 156 | `coat special`, by cell |
| 157 to 161 | `coat ability`: any extra discount recolour both |
| 162, 163 | `coat refresh`, `coat decline` |
| 230 to 3361 | `build`: a tile, its cells and its brick |
| 164 to 229 | `pay` for it: the second action of a build |

`nyhavn.envs.encoding.encoding_of("copenhagen")` turns moves as text into actions and back.

### Rewards

At the end, with n players, of whom k share the win:

| a winner | the others |
|---|---|
| (n/k - 1) / (n - 1) | -1 / (n - 1) |

So a win alone is 1, and with two players a loss is -1; all rewards together are 0. With `shaping`, every point gained
brings an agent that much at once, and takes from each of the others that much divided by n - 1.

### Version history

* v0: first version (0.1.0)
"""

from typing import Any

from nyhavn.envs.pettingzoo.tables import Checked, Table


class raw_env(Table):
    """The environment without PettingZoo's checks: an action that is not allowed is a `ValueError`."""

    def __init__(self, players: int = 2, shaping: float = 0.0, render_mode: str | None = None) -> None:
        super().__init__("copenhagen", players, shaping, render_mode, {})


def env(players: int = 2, shaping: float = 0.0, render_mode: str | None = None) -> Any:
    """The environment; see the module."""
    return Checked(raw_env(players, shaping, render_mode))
