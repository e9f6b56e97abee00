// How this game is played, and its keys.

import type { Help } from "../game";
import { ABILITIES, ABILITY_RULES, type Components } from "./view";

export const help: Help = {
  steps: ["help.goal", "help.take", "help.build", "help.price", "help.points", "help.coats", "help.end"],
  abilities: ABILITIES.map((name) => ({ icon: name, key: `ability.${name}`, rule: ABILITY_RULES[name] })),
  keys: (components) => [[`1 – ${(components as Components).docks}`, "help.key.docks"], ["Enter", "help.key.enter"], ["H", "help.key.hand"], ["D", "help.key.tell-docks"]],
};
