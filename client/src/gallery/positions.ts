/** Positions to look at. They are legal, but nothing here plays. */
import type { Coat, Cover, Piece, XY } from "../art/types";

const piece = (text: string): Piece => {
  const [tile = "", ...cells] = text.split(" ");
  const brick = cells.find((cell) => cell.endsWith("*"))?.slice(0, 2) ?? null;
  return { tile, cells: cells.map((cell) => cell.slice(0, 2)), brick };
};
const cover = (pieces: readonly Piece[], kinds: readonly [string, string]): Cover =>
  Object.fromEntries(pieces.flatMap((p) => p.cells.map((cell) => [cell, [p.tile[0]!, cell === p.brick ? kinds[1] : kinds[0]]] as const)));
/** A front of tiles as moves write them; `kinds` are what a cell is called without and with a star. */
export const front = (kinds: readonly [string, string], ...texts: string[]) => ({ pieces: texts.map(piece), cover: cover(texts.map(piece), kinds) });

/** The coats of the rows, those with a number in `earned` ticked. */
export const rows = (earned: string): Coat[] => ["2", "4", "6"].map((at) => ({ at, earned: earned.includes(at) }));

/** Cells of a tile, "00 10 11". */
export const grid = (text: string): XY[] => text.split(" ").map((at) => [Number(at[0]), Number(at[1])]);
