// What a seat may know of this game, as the server tells it; `docs/api.md` explains it.

import type { CopenhagenAbilityEffect, CopenhagenSeat } from "../../lib/net/protocol";

export type { CopenhagenComponents as Components, CopenhagenOpenView as OpenView, CopenhagenSeat as Seat, CopenhagenView as View } from "../../lib/net/protocol";

export type Ability = CopenhagenAbilityEffect["ability"];
export const ABILITIES: Ability[] = ["any", "extra", "discount", "recolour", "both"];
/** The rules of the abilities. */
export const ABILITY_RULES: Record<Ability, string> = { any: "C13", extra: "C14", discount: "C23", recolour: "C24", both: "C38" };

export type House = CopenhagenSeat["house"];
