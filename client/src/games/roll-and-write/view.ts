// What a seat may know of this game; `docs/api.md` explains it.

import type { Letter } from "../../art";
import type { Components as AnyComponents } from "../../lib/net/components";
import type { OpenView as AnyOpenView } from "../../lib/replay/frames";
import type { Standing } from "../../lib/table/view";

export const TRACKS = ["red", "yellow", "green", "blue", "purple"] as const;
export type TrackName = (typeof TRACKS)[number];
export const ABILITIES = ["reroll", "again", "change", "no-x", "single-x"] as const;
type ByTrack = Record<TrackName, number>;

export type SheetCells = Record<string, [Letter, "O" | "X"]>;

export interface Seat {
  sheet: SheetCells;
  /** Boxes marked. */
  tracks: ByTrack;
  stars: ByTrack;
  bonuses: ByTrack;
}

export interface View extends Standing {
  phase: "start" | "turn" | "after draw" | "coat" | "mark" | "over";
  coats: number;
  active: number;
  round: number;
  /** Faces of the unused dice. */
  dice: string;
  crossed_out: Record<string, boolean[]>;
  seats: Seat[];
  fresh: { stars: ByTrack; bonuses: ByTrack };
}

/** The same as a replay tells it. */
export type OpenView = View & AnyOpenView;

export interface Components extends AnyComponents {
  tracks: Record<TrackName, { ability: string; boxes: ("bonus" | "star" | null)[] }>;
  dice: number;
  track_points: number;
  starting_rerolls: number;
}
