// What a seat may know of this game, as the server tells it; `docs/api.md` explains it.

import type { RollAndWriteMarkEffect, RollAndWriteSeat } from "../../lib/net/protocol";

export type { RollAndWriteComponents as Components, RollAndWriteOpenView as OpenView, RollAndWriteSeat as Seat, RollAndWriteView as View } from "../../lib/net/protocol";

export const TRACKS = ["red", "yellow", "green", "blue", "purple"] as const satisfies RollAndWriteMarkEffect["track"][];
export type TrackName = RollAndWriteMarkEffect["track"];
export const ABILITIES = ["reroll", "again", "change", "no-x", "single-x"] as const;
/** The rules of the stars. */
export const ABILITY_RULES = { reroll: "W22", again: "W26", change: "W25", "no-x": "W23", "single-x": "W24" };

export type SheetCells = RollAndWriteSeat["sheet"];
