// How this game is played, and its keys.

import type { Help } from "../game";
import { ABILITIES, ABILITY_RULES, type Components } from "./view";

export const help: Help = {
  steps: ["roll-and-write.help.goal", "roll-and-write.help.roll", "roll-and-write.help.draw", "roll-and-write.help.cross", "roll-and-write.help.points", "roll-and-write.help.coats", "roll-and-write.help.mark", "roll-and-write.help.end"],
  abilities: ABILITIES.map((name) => ({ icon: name, key: `roll-and-write.ability.${name}`, rule: ABILITY_RULES[name] })),
  keys: (components) => [[`1 – ${(components as Components).dice}`, "roll-and-write.help.key.dice"], ["Enter", "roll-and-write.help.key.enter"], ["X", "roll-and-write.help.key.cross"], ["O", "roll-and-write.help.key.omit"], ["D", "roll-and-write.help.key.tell"], ["T", "roll-and-write.help.key.tracks"]],
};
