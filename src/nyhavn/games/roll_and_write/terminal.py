"""What the terminal tells of the dice game."""

from nyhavn.facade.terminal import note
from nyhavn.games.roll_and_write.components import TILES
from nyhavn.parts import Terminal

# W2: two tiles of a kind may have the same form.
TERMINAL = Terminal(note, {name: [(cells, None) for cells in dict.fromkeys(forms)] for name, forms in TILES.items()})
