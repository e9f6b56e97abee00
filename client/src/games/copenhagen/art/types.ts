/** What the drawings of this game speak of, beside what all drawings do. */
import type { IconName } from "../../../art/icons";
import type { Letter, SeatDesign, XY } from "../../../art/types";

export interface RackTile {
  name: string;
  letter: Letter;
  size: number;
  cells: readonly XY[];
  brick: number | null;
  left: number;
  state: "can" | "dear" | "gone";
  picked?: boolean;
  count: string;
}

export interface Ability {
  name: string;
  icon: IconName;
  state: "active" | "used" | "none";
  title: string;
  text: string;
  picked?: boolean;
  pickable?: boolean;
}

export interface Boat {
  design: SeatDesign;
  score: number;
  gain?: number;
  title: string;
}
