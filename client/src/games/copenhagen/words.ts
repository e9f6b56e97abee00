// Things of this game in words: abilities and tiles by name, cells and the rack for people who cannot see them, moves.

import type { Choices, CopenhagenMove } from "../../lib/net/protocol";
import { choiceOf } from "../../lib/placement/placement";
import type { Move } from "../../lib/table/moves";
import { cards, colour, span, tileName } from "../../lib/words/names";
import { type Key, series, t } from "../../lib/words/words.svelte";
import type { RackTile } from "./art/types";
import type { Components, House } from "./view";

export const ability = (name: string): string => t(`copenhagen.ability.${name}` as Key);

/** What is paid, and the abilities that help: "3 green + discount". */
export const withAbilities = (paid: string, abilities: readonly string[]): string => [paid, ...abilities.map(ability)].join(" + ");

/** A cell for people who cannot see it: "row 3, column b, red window". */
export function cellWords(cell: string, house: House, components: Components, planned: string[], places: string[]): string {
  const words = [t("cell.place", { row: cell.slice(1), column: cell.charAt(0) })];
  const covered = house[cell];
  if (covered) words.push(covered[0] === "W" ? t("tile.special") : t(`copenhagen.cell.${covered[1]}`, { colour: colour(covered[0]) }));
  else words.push(t("cell.free"));
  if (!covered && components.coats.cells.includes(cell)) words.push(t("coat"));
  if (planned.includes(cell)) words.push(t("cell.planned"));
  else if (places.includes(cell)) words.push(t("cell.possible"));
  return series(words);
}

/** A tile of the rack for people who cannot see it. */
export function rackWords(tile: RackTile, choices: Choices | null): string {
  const name = tileName(tile.name);
  if (tile.state === "gone") return t("copenhagen.rack.none-left", { tile: name });
  const words = t("copenhagen.rack.left", { tile: name, n: tile.left ?? 0 });
  if (tile.state === "can" || !choiceOf(choices, tile.name)) return words;
  return series([words, t("copenhagen.rack.not-now")]);
}

/** A move as one would say it before it is made, with the words of the buttons. */
export function moveWords({ fields }: Move<CopenhagenMove>): string {
  switch (fields.kind) {
    case "take":
      return t("take", { docks: fields.docks.join(" + ") });
    case "discard":
      return t("copenhagen.play.discard", { cards: cards(fields.cards) });
    case "build":
      return t("copenhagen.play.build", { tile: tileName(fields.tile), cells: span(fields.cells) });
    case "coat special":
      return t("copenhagen.play.special", { cell: fields.cell });
    case "coat ability":
      return ability(fields.ability);
    case "coat refresh":
      return t("copenhagen.coat.refresh");
    case "coat decline":
      return t("coat.decline");
    case "end":
      return t("end");
  }
}
