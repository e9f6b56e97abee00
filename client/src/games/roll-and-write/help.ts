// How this game is played, and its keys.

import type { Help } from "../game";
import { ABILITIES } from "./view";

/** The rules of the stars. */
export const ABILITY_RULES = { reroll: "W22", again: "W26", change: "W25", "no-x": "W23", "single-x": "W24" };

export const help: Help = {
  steps: ["dice.help.goal", "dice.help.roll", "dice.help.draw", "dice.help.cross", "dice.help.points", "dice.help.coats", "dice.help.mark", "dice.help.end"],
  abilities: ABILITIES.map((name) => ({ icon: name, key: `dice.ability.${name}`, rule: ABILITY_RULES[name] })),
  keys: [["1 – 5", "dice.help.key.dice"], ["Enter", "dice.help.key.enter"], ["X", "dice.help.key.cross"], ["O", "dice.help.key.omit"], ["D", "dice.help.key.tell"], ["T", "dice.help.key.tracks"]],
};
