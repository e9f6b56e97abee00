// What a move changed, to be shown for a moment.

import type { Piece } from "../../art";
import type { Effect, LineEffect } from "../net/protocol";
import { CELLS, COLUMNS, WIDTH } from "../placement/cells";
import { type NamedEffect, effectsNamed } from "./effects";

export interface Changes {
  /** Cells that were covered and lines that were completed, by seat. */
  cells: Record<number, string[]>;
  lines: Record<number, string[]>;
  /** All that happened, for what only one game shows. */
  effects: Effect[];
}

export const NO_CHANGES: Changes = { cells: {}, lines: {}, effects: [] };

/** Lines as drawings call them, by the names that the server has for them: "3", "b". */
const LINES = Object.fromEntries([
  ...Array.from({ length: CELLS / WIDTH }, (_, row) => [`row ${row + 1}`, String(row + 1)]),
  ...[...COLUMNS].map((column) => [`column ${column}`, column]),
]) as Record<LineEffect["line"], string>;

/** What these effects changed; what chance adds to a move comes to what the move has changed. */
export function withEffects(before: Changes, effects: Effect[]): Changes {
  const { cells, lines } = structuredClone({ cells: before.cells, lines: before.lines });
  for (const { seat, cells: covered } of effectsNamed(effects, "cover")) cells[seat] = [...(cells[seat] ?? []), ...covered];
  for (const { seat, line } of effectsNamed(effects, "line")) (lines[seat] ??= []).push(LINES[line]);
  return { cells, lines, effects: [...before.effects, ...effects] };
}

/** The tile that was put down. */
export const pieceOf = ({ effect: _, seat: __, ...piece }: NamedEffect<"cover">): Piece => piece;

/** The tiles that a seat got, in the order in which they came. */
export const piecesOf = (effects: Effect[], seat: number): Piece[] =>
  effectsNamed(effects, "cover").filter((one) => one.seat === seat).map(pieceOf);
