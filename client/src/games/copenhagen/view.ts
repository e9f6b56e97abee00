// What a seat may know of this game; `docs/api.md` explains it.

import type { Letter } from "../../art";
import type { Components as AnyComponents } from "../../lib/net/components";
import type { OpenView as AnyOpenView } from "../../lib/replay/frames";
import type { Standing } from "../../lib/table/view";

export type Ability = "any" | "extra" | "discount" | "recolour" | "both";
export const ABILITIES: Ability[] = ["any", "extra", "discount", "recolour", "both"];

export type House = Record<string, [Letter, "window" | "brick"]>;

export interface Seat {
  house: House;
  abilities: Partial<Record<Ability, "active" | "used">>;
  count: number;
  known?: Record<string, number>;
}

export interface View extends Standing {
  phase: "action" | "discard" | "after take" | "coat" | "over";
  coats: number;
  docks: (Letter | null)[];
  deck: number;
  end_card: "beside" | "deck" | "turned up";
  discards: Record<string, number>;
  supply: Record<string, number>;
  specials: number;
  abilities: Record<Ability, number>;
  seats: Seat[];
  hand?: string;
  /** How likely the End card is to come with the next card, the next two, the next three. */
  end_odds: number[];
}

/** The same with all hands open. */
export type OpenView = View & AnyOpenView;

export interface Components extends AnyComponents {
  hand_limit: number;
  /** The abilities that a take uses up, by its move. */
  uses: Record<string, string[]>;
}
