// How this game is played, and its keys.

import type { Help } from "../game";
import { ABILITIES, ABILITY_RULES, type Components } from "./view";

export const help: Help = {
  steps: ["copenhagen.help.goal", "copenhagen.help.take", "copenhagen.help.build", "copenhagen.help.price", "copenhagen.help.points", "copenhagen.help.coats", "copenhagen.help.end"],
  abilities: ABILITIES.map((name) => ({ icon: name, key: `copenhagen.ability.${name}`, rule: ABILITY_RULES[name] })),
  keys: (components) => [[`1 – ${(components as Components).docks}`, "copenhagen.help.key.docks"], ["Enter", "copenhagen.help.key.enter"], ["H", "copenhagen.help.key.hand"], ["D", "copenhagen.help.key.tell-docks"]],
};
