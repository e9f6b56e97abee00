// What a seat may know of the card game; `docs/api.md` explains it.

import type { Letter } from "../../art";

export type Ability = "any" | "extra" | "discount" | "recolour" | "both";
export const ABILITIES: Ability[] = ["any", "extra", "discount", "recolour", "both"];
export const LETTERS = ["R", "Y", "G", "B", "P"] as const;

export type House = Record<string, [Letter, "window" | "brick"]>;

export interface Standing {
  game: string;
  players: number;
  seat: number | null;
  turn: number | null;
  scores: number[];
  empty_cells: number[];
  over: boolean;
  winners: number[];
  ranking: number[][];
}

export interface CardSeat {
  house: House;
  abilities: Partial<Record<Ability, "active" | "used">>;
  count: number;
  known?: Record<string, number>;
}

export interface CardView extends Standing {
  phase: "action" | "discard" | "after take" | "coat" | "over";
  coats: number;
  docks: (Letter | null)[];
  deck: number;
  end_card: "beside" | "deck" | "turned up";
  discards: Record<string, number>;
  supply: Record<string, number>;
  specials: number;
  abilities: Record<Ability, number>;
  seats: CardSeat[];
  hand?: string;
  /** How likely the End card is to come with the next card, the next two, the next three. */
  end_odds: number[];
}

export const letters = (cards: string | undefined): Letter[] => [...(cards ?? "")] as Letter[];
