// Things of this game in words: abilities and tiles by name, cells and the rack for those who do not see them, moves.

import { type Choices } from "../../lib/net/protocol";
import { choiceOf } from "../../lib/placement/placement";
import { moveCells } from "../../lib/table/hints";
import { cards, colour, tileName } from "../../lib/words/names";
import { type Key, series, t } from "../../lib/words/words.svelte";
import type { RackTile } from "./art/types";
import type { Components, House } from "./view";

export const ability = (name: string): string => t(`ability.${name}` as Key);

/** A cell for those who do not see it: "row 3, column b, red window". */
export function cellWords(cell: string, house: House, components: Components, planned: string[], places: string[]): string {
  const words = [t("cell.place", { row: cell.slice(1), column: cell.charAt(0) })];
  const covered = house[cell];
  if (covered) words.push(covered[0] === "W" ? t("tile.special") : t(`cell.${covered[1]}`, { colour: colour(covered[0]) }));
  else words.push(t("cell.free"));
  if (!covered && components.coats.cells.includes(cell)) words.push(t("coat"));
  if (planned.includes(cell)) words.push(t("cell.planned"));
  else if (places.includes(cell)) words.push(t("cell.possible"));
  return series(words);
}

/** A tile of the rack for those who do not see it. */
export function rackWords(tile: RackTile, choices: Choices | null): string {
  const name = tileName(tile.name);
  if (tile.state === "gone") return t("rack.none-left", { tile: name });
  const words = t("rack.left", { tile: name, n: tile.left ?? 0 });
  if (tile.state === "can" || !choiceOf(choices, tile.name)) return words;
  return series([words, t("rack.not-now")]);
}

/** A move as one would say it before it is made, with the words of the buttons. */
export function moveWords(move: string): string {
  const [verb = "", ...what] = move.split(" ");
  switch (verb) {
    case "take":
      return t("take", { docks: what.join(" + ") });
    case "discard":
      return t("play.discard", { cards: cards(what[0] ?? "") });
    case "build":
      return t("play.build", { tile: tileName(what[0] ?? ""), cells: moveCells(move) });
    case "coat":
      return coatWords(move, what);
    default:
      return t("end");
  }
}

function coatWords(move: string, [kind, which = ""]: string[]): string {
  if (kind === "special") return t("play.special", { cell: moveCells(move) });
  if (kind === "ability") return ability(which);
  return t(kind === "refresh" ? "coat.refresh" : "coat.decline");
}
