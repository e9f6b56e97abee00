// A move that was not made, drawn on a house: its tile with brick or X, and those that would likely come next.

import { type Ghost, type Letter, xy } from "../../art";
import type { Decision, Effect } from "../net/protocol";
import { piecesOf } from "../table/changes";

export interface Sketch {
  ghost: Ghost | null;
  /** Tiles that would likely come later, by their cells. */
  later: string[][];
}

/** What a move would put on the house of a seat. */
export function sketchOf(effects: readonly Effect[], seat: number, later: readonly Effect[] = []): Sketch {
  const [piece] = piecesOf([...effects], seat);
  const marked = piece?.brick ?? piece?.cross;
  const ghost: Ghost | null = piece
    ? { letter: piece.tile[0] as Letter, cells: piece.cells.map(xy), brick: marked ? piece.cells.indexOf(marked) : null, legal: true, drawn: true }
    : null;
  return { ghost, later: piecesOf([...later], seat).map(({ cells }) => [...cells]) };
}

/** What would likely follow the better move of a decision. */
export const laterEffects = ({ continuation }: Decision): Effect[] => (continuation ?? []).flatMap(({ effects }) => effects);

/** The better move of a decision, with what would likely follow. */
export const betterSketch = (one: Decision): Sketch => sketchOf(one.best_effects ?? [], one.seat, laterEffects(one));
