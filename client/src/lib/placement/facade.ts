// What drawings of fronts need to know, gathered from a view and the components.

import { type Coat, type Cover, seatDesigns } from "../../art";
import type { Components } from "../net/components";
import { effectsNamed } from "../table/effects";
import type { Play } from "../table/play.svelte";
import { series, t } from "../words/words.svelte";
import { cellName } from "./cells";
import type { Gain } from "./placement";

/** The coats of arms of a front, with those of the lines ticked that are told to be complete. */
export function coatsOf(components: Pick<Components, "coats">, complete: string): Coat[] {
  const { cells, rows, columns } = components.coats;
  return [
    ...cells.map((at) => ({ at })),
    ...[...rows.map(String), ...columns].map((at) => ({ at, earned: complete.includes(at) })),
  ];
}

/** The front of a seat as it stands. */
export const seatFront = ({ table, components }: Play, seat: number, cover: Cover, complete: string) => ({
  cover, design: seatDesigns[seat]!, pieces: table.pieces[seat] ?? [], coats: coatsOf(components, complete),
});

/** What the last moves changed on it. */
export const changesOf = ({ table }: Play, seat: number) => ({
  fresh: table.changes.cells[seat] ?? [], sweep: table.changes.lines[seat] ?? [], glow: table.glowing[seat] ?? [],
});

/** Points and coats of arms of a cell, where there is room for hardly a word. */
export const gainShort = ({ points, coats }: Gain): string => (points ? `+${points}` : coats ? "+" : "");

/** A cell with what it brings. */
export const cellWith = (words: string, { points, coats }: Gain): string =>
  series([words, points ? t("bubble.points", { n: points }) : "", coats ? t("bubble.coats", { n: coats }) : ""]);

/** What the ghost covers, by name. */
export function plannedCells(play: Play): string[] {
  const { table } = play;
  const [waiting] = table.held === null ? [] : effectsNamed(table.heldLine?.effects ?? [], "cover");
  if (waiting) return waiting.cells;
  return play.plannedCell ? [play.plannedCell] : play.cells.map(cellName);
}
