// How this game is played, and its keys.

import type { Help } from "../game";
import { ABILITIES, type Ability } from "./view";

/** The rules of the abilities. */
export const ABILITY_RULES: Record<Ability, string> = { any: "C13", extra: "C14", discount: "C23", recolour: "C24", both: "C38" };

export const help: Help = {
  steps: ["help.goal", "help.take", "help.build", "help.price", "help.points", "help.coats", "help.end"],
  abilities: ABILITIES.map((name) => ({ icon: name, key: `ability.${name}`, rule: ABILITY_RULES[name] })),
  keys: [["1 – 7", "help.key.docks"], ["Enter", "help.key.enter"], ["H", "help.key.hand"], ["D", "help.key.tell-docks"]],
};
