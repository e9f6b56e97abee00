"""A server under load and under attack: simulated players, bots and strangers."""
