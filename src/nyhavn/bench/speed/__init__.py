"""How fast rules, bots, environments and reviews are on this machine."""
