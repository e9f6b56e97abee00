// How a game ended, as it is shown.

import { type Front, seatDesigns } from "../../art";
import type { FacadeParts } from "../../games/game";
import type { Components } from "../net/components";
import { coatsOf } from "../placement/facade";
import { listed, maybe, t } from "../words/words.svelte";
import type { Table } from "./table.svelte";

export interface Place {
  seat: number;
  /** From 1; players who tie share a rank, and the next rank counts all of them. */
  rank: number;
}

export const places = (ranking: number[][]): Place[] =>
  ranking.flatMap((group, index) => {
    const rank = 1 + ranking.slice(0, index).flat().length;
    return group.map((seat) => ({ seat, rank }));
  });

/** Why the game ended, as the server tells it. */
export function endedWords(table: Pick<Table, "info" | "name">, { goal }: Pick<Components, "goal">): string {
  const ending = table.info?.result?.ending;
  const words = ending && maybe(`ended.${ending.reason}`, { names: listed(ending.seats.map((seat) => table.name(seat))), n: goal });
  return words ?? t("log.over");
}

/** The fronts of all seats, in their order. */
export function frontsOf(table: Table, components: Components, { frontOf }: FacadeParts): Front[] {
  const view = table.view!;
  return view.scores.map((score, seat) => {
    const { cover, complete } = frontOf(view, seat);
    return {
      design: seatDesigns[seat]!,
      name: table.name(seat),
      score,
      winner: table.info?.result?.winners.includes(seat) ?? false,
      cover,
      pieces: table.pieces[seat] ?? [],
      coats: coatsOf(components, complete),
    };
  });
}
