// What drawings of houses need to know, gathered from a view and the components.

import type { Coat, Letter, RackTile } from "../../art";
import { CELLS, COLUMNS, cellName } from "./cells";
import type { Play } from "../table/play.svelte";
import type { Components } from "../net/components";
import { type Choices } from "../net/protocol";
import { type Gain, available, choiceOf } from "./placement";
import { ability, colour, tileName } from "../table/log";
import { ABILITIES, type CardView, type House } from "../table/view";
import { t } from "../words/words.svelte";

const rowCells = (row: number): string[] => [...COLUMNS].map((column) => `${column}${row}`);
const columnCells = (column: string): string[] => Array.from({ length: CELLS / 5 }, (_, row) => `${column}${row + 1}`);

const complete = (house: Record<string, unknown>, cells: string[]): boolean => cells.every((cell) => cell in house);

/** The coats of arms of a house, with those of complete lines ticked. */
export function coatsOf(components: Components, house: Record<string, unknown>): Coat[] {
  const { cells, rows, columns } = components.coats;
  return [
    ...cells.map((at) => ({ at })),
    ...rows.map((row) => ({ at: String(row), earned: complete(house, rowCells(row)) })),
    ...columns.map((column) => ({ at: column, earned: complete(house, columnCells(column)) })),
  ];
}

/** Lines that are not complete yet and would be with these cells: to be framed where the server says it brings something. */
export function linesWith(house: Record<string, unknown>, cells: string[]): string[] {
  const then = { ...house, ...Object.fromEntries(cells.map((cell) => [cell, true])) };
  const isNew = (line: string[]) => complete(then, line) && !complete(house, line);
  const rows = Array.from({ length: CELLS / 5 }, (_, row) => row + 1).filter((row) => isNew(rowCells(row)));
  return [...rows.map(String), ...[...COLUMNS].filter((column) => isNew(columnCells(column)))];
}

/** A cell for those who do not see it: "row 3, column b, red window". */
export function cellWords(cell: string, house: House, components: Components, planned: string[], places: string[]): string {
  const words = [t("cell.place", { row: cell.slice(1), column: cell.charAt(0) })];
  const covered = house[cell];
  if (covered) words.push(covered[0] === "W" ? t("tile.special") : t(`cell.${covered[1]}`, { colour: colour(covered[0]) }));
  else words.push(t("cell.free"));
  if (!covered && components.coats.cells.includes(cell)) words.push(t("coat"));
  if (planned.includes(cell)) words.push(t("cell.planned"));
  else if (places.includes(cell)) words.push(t("cell.possible"));
  return words.join(", ");
}

/** Points and coats of arms of a cell, where there is room for hardly a word. */
export const gainShort = ({ points, coats }: Gain): string => (points ? `+${points}` : coats ? "+" : "");

/** A cell with what it brings. */
export const cellWith = (words: string, { points, coats }: Gain): string =>
  [words, ...(points ? [t("bubble.points", { n: points })] : []), ...(coats ? [t("bubble.coats", { n: coats })] : [])].join(", ");

/** The rack: every tile with what is left of it, and whether it can be built now. */
export function rackTiles(components: Components, view: CardView, choices: Choices | null, picked: string | undefined): RackTile[] {
  const can = available(choices);
  return components.tiles.map((tile) => {
    const [shape, mark] = tile.printed[0]!;
    const left = view.supply[tile.tile] ?? 0;
    return {
      name: tile.tile,
      letter: tile.colour as Letter,
      size: tile.size,
      cells: tile.shapes[shape]!.cells,
      brick: tile.shapes[shape]!.marks[mark] ?? null,
      left,
      state: left === 0 ? "gone" : can.includes(tile.tile) ? "can" : "dear",
      picked: tile.tile === picked,
      count: left ? `×${left}` : t("rack.gone"),
    };
  });
}

/** A tile of the rack for those who do not see it. */
export function rackWords(tile: RackTile, choices: Choices | null): string {
  const name = tileName(tile.name);
  if (tile.state === "gone") return t("rack.none-left", { tile: name });
  const words = t("rack.left", { tile: name, n: tile.left ?? 0 });
  if (tile.state === "can" || !choiceOf(choices, tile.name)) return words;
  return `${words}, ${t("rack.not-now")}`;
}

/** What the ghost covers, by name. */
export const plannedCells = (play: Play): string[] => play.cells.map(cellName);


/** The ability tiles of a seat, with words. */
export function abilityItems(view: CardView, seat: number) {
  const own = view.seats[seat]?.abilities ?? {};
  return ABILITIES.map((name) => {
    const state: "active" | "used" | "none" = own[name] ?? "none";
    const text = state === "active" ? t(`ability.${name}.text`) : t(`ability.${state}`);
    return { name, icon: name, state, title: ability(name), text };
  });
}
