// What a move changed, to be shown for a moment.

import type { Piece } from "../../art";

export type Effect = { effect: string; seat?: number; [more: string]: unknown };

export interface Changes {
  /** Cells that were covered and lines that were completed, by seat. */
  cells: Record<number, string[]>;
  lines: Record<number, string[]>;
  /** All that happened, for what only one game shows. */
  effects: Effect[];
}

export const NO_CHANGES: Changes = { cells: {}, lines: {}, effects: [] };

/** What these effects changed; what chance adds to a move comes to what the move has changed. */
export function withEffects(before: Changes, effects: Effect[]): Changes {
  const { cells, lines } = structuredClone({ cells: before.cells, lines: before.lines });
  for (const { effect, seat, ...what } of effects) {
    if (effect === "cover") cells[seat!] = [...(cells[seat!] ?? []), ...(what.cells as string[])];
    if (effect === "line") (lines[seat!] ??= []).push(String(what.line).split(" ")[1]!);
  }
  return { cells, lines, effects: [...before.effects, ...effects] };
}

/** The tile that an effect `cover` put down. */
export const pieceOf = ({ tile, cells, brick, cross }: Effect): Piece => ({ tile, cells, brick, cross }) as Piece;

/** The tiles that a seat got, in the order in which they came. */
export const piecesOf = (effects: Effect[], seat: number): Piece[] =>
  effects.filter((one) => one.effect === "cover" && one.seat === seat).map(pieceOf);
