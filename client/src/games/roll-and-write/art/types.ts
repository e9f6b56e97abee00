/** What the drawings of this game speak of, beside what all drawings do. */
import type { IconName } from "../../../art/icons";
import type { Letter, XY } from "../../../art/types";

export interface FacadeTile {
  name: string;
  copy: number;
  letter: Letter;
  size: number;
  cells: readonly XY[];
  /** Whether it can be drawn only once. */
  once: boolean;
  crossed: boolean;
  state: "can" | "idle";
  picked?: boolean;
}

export interface Box {
  kind: "" | "plus" | "star";
  state: "open" | "planned" | "marked" | "ready" | "fresh" | "used";
  usable?: boolean;
  picked?: boolean;
}

export interface Track {
  letter: Letter;
  icon: IconName;
  title: string;
  text: string;
  boxes: readonly Box[];
  extra?: readonly Box[];
  reward?: string;
  markable?: boolean;
}
