// What drawings of fronts need to know, gathered from a view and the components.

import type { Coat } from "../../art";
import type { Components } from "../net/components";
import type { Play } from "../table/play.svelte";
import { series, t } from "../words/words.svelte";
import { CELLS, COLUMNS, cellName } from "./cells";
import type { Gain } from "./placement";

const rowCells = (row: number): string[] => [...COLUMNS].map((column) => `${column}${row}`);
const columnCells = (column: string): string[] => Array.from({ length: CELLS / 5 }, (_, row) => `${column}${row + 1}`);

const complete = (cover: Record<string, unknown>, cells: string[]): boolean => cells.every((cell) => cell in cover);

/** The coats of arms of a front, with those of complete lines ticked. */
export function coatsOf(components: Pick<Components, "coats">, cover: Record<string, unknown>): Coat[] {
  const { cells, rows, columns } = components.coats;
  return [
    ...cells.map((at) => ({ at })),
    ...rows.map((row) => ({ at: String(row), earned: complete(cover, rowCells(row)) })),
    ...columns.map((column) => ({ at: column, earned: complete(cover, columnCells(column)) })),
  ];
}

/** Lines that are not complete yet and would be with these cells: to be framed where the server says it brings something. */
export function linesWith(cover: Record<string, unknown>, cells: string[]): string[] {
  const then = { ...cover, ...Object.fromEntries(cells.map((cell) => [cell, true])) };
  const isNew = (line: string[]) => complete(then, line) && !complete(cover, line);
  const rows = Array.from({ length: CELLS / 5 }, (_, row) => row + 1).filter((row) => isNew(rowCells(row)));
  return [...rows.map(String), ...[...COLUMNS].filter((column) => isNew(columnCells(column)))];
}

/** Points and coats of arms of a cell, where there is room for hardly a word. */
export const gainShort = ({ points, coats }: Gain): string => (points ? `+${points}` : coats ? "+" : "");

/** A cell with what it brings. */
export const cellWith = (words: string, { points, coats }: Gain): string =>
  series([words, points ? t("bubble.points", { n: points }) : "", coats ? t("bubble.coats", { n: coats }) : ""]);

/** What the ghost covers, by name. */
export function plannedCells(play: Play): string[] {
  const { table } = play;
  const waiting = table.held === null ? undefined : table.heldLine?.effects.find(({ effect }) => effect === "cover");
  if (waiting) return waiting.cells as string[];
  return play.plannedCell ? [play.plannedCell] : play.cells.map(cellName);
}
