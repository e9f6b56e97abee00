// How this game is played, and its keys.

import type { Help } from "../game";
import { ABILITIES, ABILITY_RULES, type Components } from "./view";

export const help: Help = {
  steps: ["dice.help.goal", "dice.help.roll", "dice.help.draw", "dice.help.cross", "dice.help.points", "dice.help.coats", "dice.help.mark", "dice.help.end"],
  abilities: ABILITIES.map((name) => ({ icon: name, key: `dice.ability.${name}`, rule: ABILITY_RULES[name] })),
  keys: (components) => [[`1 – ${(components as Components).dice}`, "dice.help.key.dice"], ["Enter", "dice.help.key.enter"], ["X", "dice.help.key.cross"], ["O", "dice.help.key.omit"], ["D", "dice.help.key.tell"], ["T", "dice.help.key.tracks"]],
};
