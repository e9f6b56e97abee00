// What the rack and the ability tiles are drawn from.

import type { Letter } from "../../art";
import type { Choices } from "../../lib/net/protocol";
import { available } from "../../lib/placement/placement";
import { t } from "../../lib/words/words.svelte";
import type { RackTile } from "./art/types";
import { ABILITIES, type Components, type View } from "./view";
import { ability } from "./words";

/** The rack: every tile with what is left of it, and whether it can be built now. */
export function rackTiles(components: Components, view: View, choices: Choices | null, picked: string | undefined): RackTile[] {
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
      count: left ? `×${left}` : t("copenhagen.rack.gone"),
    };
  });
}

/** The ability tiles of a seat, with words. */
export function abilityItems(view: View, seat: number) {
  const own = view.seats[seat]?.abilities ?? {};
  return ABILITIES.map((name) => {
    const state: "active" | "used" | "none" = own[name] ?? "none";
    const text = state === "active" ? t(`copenhagen.ability.${name}.text`) : t(`copenhagen.ability.${state}`);
    return { name, icon: name, state, title: ability(name), text };
  });
}
