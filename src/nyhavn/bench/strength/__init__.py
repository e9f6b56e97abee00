"""How far bots are from best play, as far as that can be known: `nyhavn bench strength`."""
