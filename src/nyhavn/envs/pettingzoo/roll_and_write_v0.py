"""
# Copenhagen Roll & Write

| | |
|---|---|
| Import | `from nyhavn.envs.pettingzoo import roll_and_write_v0` |
| Actions | discrete |
| Parallel API | no |
| Manual control | no |
| Agents | `player_0` to `player_3`, as many as play |
| Number of agents | 2 to 4 |
| Action shape | (1,) |
| Action values | Discrete(2619) |
| Observation shape | (852,), (1186,) or (1520,), for 2, 3 or 4 players |
| Observation values | 0 to 100, `uint8` |

The dice game: the player whose turn it is rolls five dice, takes a tile with them and draws it on a house of 5 by 9
cells; the others mark tracks, which unlock stars and bonuses, with the dice that are left. Complete rows, columns and
tracks score points. The round in which somebody reaches 12 is the last. Nothing is hidden.

### Arguments

```python
roll_and_write_v0.env(players=2, mirror=False, shaping=0.0, render_mode=None)
```

`players`: 2, 3 or 4.

`mirror`: tiles may be flipped, not only rotated.

`shaping`: what a point is worth while the game lasts; see Rewards.

`render_mode`: `"human"` prints the table as text after every action, `"ansi"` gives the text, `"svg"` a picture.

`reset(seed=…)` rolls the dice of `nyhavn.new_game("roll-and-write", seed=…)`. Later resets without a seed give games
that follow from it.

### Observation space

A dictionary of `"observation"` and `"action_mask"`. The observation is a row of numbers made of these parts, one after
the other. *One of* are flags (0 or 1) of which one is 1. Seats are counted from the agent that looks, which is 0; parts
marked *by seat* are there for each seat, all those of a seat together. Cells are counted from a1, row by row.
`nyhavn.envs.observations.observing_of("roll-and-write").split(observation)` gives the parts by name.

| part | shape | largest | meaning |
|---|---|---|---|
| `seat` | players | 1 | one of: the number of the agent that looks |
| `turn` | players | 1 | one of: who decides; none when the game is over |
| `active` | players | 1 | one of: whose turn it is, in which others mark; none when the game is over |
| `phase` | 7 | 1 | one of: roll, start, turn, after the tile, coat, mark, over |
| `mirror` | 1 | 1 | flag: tiles may be flipped |
| `round` | 1 | 100 | the round, from 1 |
| `drawn` | 1 | 1 | flag: the tile of this turn is drawn |
| `coats` | 1 | 45 | coat actions owed to the agent whose turn it is |
| `rolling` | 1 | 5 | dice still to be rolled |
| `dice` | 6 | 5 | unused dice by face, R Y G B P W |
| `tiles` | 5 × 3 × 3 | 1 | one of, for two tiles of size 4 and one of size 5, by colour: open, crossed out, put out |
| `fresh_stars` | 5 | 9 | stars of this turn, usable from the next one of their owner |
| `fresh_bonuses` | 5 | 9 | bonuses likewise |
| `points`, by seat | 1 | 99 | points |
| `tracks`, by seat | 5 | 9 | marked boxes |
| `stars`, by seat | 5 | 9 | stars that can be used |
| `bonuses`, by seat | 5 | 9 | bonuses that can be used |
| `covered`, by seat | 45 | 1 | flags: covered cells |
| `crosses`, by seat | 45 | 1 | flags: of these, the cells with an X |
| `colours`, by seat | 5 × 45 | 1 | flags: cells covered by each colour |
| `kind` | 20 | 1 | one of: the tile that the agent is about to draw; else none |
| `cells` | 45 | 1 | flags: its cells |
| `cross` | 45 | 1 | flags: its X, once that is chosen |
| `no_cross` | 1 | 1 | flag: it is drawn without an X |

#### Legal actions mask

`"action_mask"`, in the observation and in `info`, is 1 for each action that is allowed now and 0 for all others; for
all agents but the one to move it is 0 throughout. It is exact: every action that it allows begins, or goes on with, a
legal move. `env` ends the game if another action is taken: its agent gets -1, the others 0.

### Action space

A move is one or three actions; until the last one, the same agent is asked again. An action means the same in every
position, for every number of players, and with or without `mirror`.

| actions | moves |
|---|---|
| 0 to 4 | `start`, by track |
| 5 to 154 | `change` |
| 155 to 244 | `single`, by cell, with and without the X |
| 245, 246 | `pass`, `done` |
| 247 to 291 | `coat window`, by cell |
| 292 to 296 | `coat track` |
| 297 | `coat decline` |
| 298 to 318 | `mark` |
| 319 to 779 | `reroll`, by the set of dice |
| 804 to 2618 | `draw`: a tile and its cells |
| 780 to 785 | its X, the second action of a draw: which of its cells, by row, then column; 785 for none |
| 786 to 803 | the dice and bonuses used, its third action |

`nyhavn.envs.encoding.encoding_of("roll-and-write")` turns moves as text into actions and back.

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

    def __init__(
        self, players: int = 2, mirror: bool = False, shaping: float = 0.0, render_mode: str | None = None
    ) -> None:
        super().__init__("roll-and-write", players, shaping, render_mode, {"mirror": mirror})


def env(players: int = 2, mirror: bool = False, shaping: float = 0.0, render_mode: str | None = None) -> Any:
    """The environment; see the module."""
    return Checked(raw_env(players, mirror, shaping, render_mode))
