// How a game ended, as it is shown.

import { type Front, looks } from "../../art";
import type { FacadeParts } from "../../games/game";
import type { Components } from "../net/components";
import type { Result } from "../net/protocol";
import { coatsOf } from "../placement/facade";
import { listed, t } from "../words/words.svelte";
import type { Table } from "./table.svelte";

export interface Place {
  seat: number;
  /** From 1; those who tie have the same, and the next are counted behind all of them. */
  rank: number;
}

export const places = (ranking: number[][]): Place[] =>
  ranking.flatMap((group, index) => {
    const rank = 1 + ranking.slice(0, index).flat().length;
    return group.map((seat) => ({ seat, rank }));
  });

/** Whether somebody is behind somebody else with as many points. */
export function byEmptyCells({ ranking, scores, forfeited }: Result): boolean {
  const groups = ranking.map((group) => group.filter((seat) => !forfeited.includes(seat))).filter((group) => group.length);
  return groups.some((group, index) => index > 0 && scores[groups[index - 1]![0]!] === scores[group[0]!]);
}

/** Why the game ended: time ran out, somebody has the points, or what the game itself knows. */
export function endedWords(table: Table, { goal }: Pick<Components, "goal">): string {
  const scores = table.view?.scores ?? [];
  const there = scores.flatMap((points, seat) => (points >= goal ? [seat] : []));
  if ((table.info?.result?.forfeited.length ?? 0) >= scores.length - 1 && scores.length > 1) return t("ended.time");
  if (there.length) return t("ended.goal", { names: listed(there.map((seat) => table.name(seat))), n: goal });
  return table.parts.ending?.(table.lines) ?? t("log.over");
}

/** The fronts of all seats, in their order. */
export function frontsOf(table: Table, components: Components, { coverOf }: FacadeParts): Front[] {
  const view = table.view!;
  return view.scores.map((score, seat) => {
    const cover = coverOf(view, seat);
    return {
      look: looks[seat]!,
      name: table.name(seat),
      score,
      winner: table.info?.result?.winners.includes(seat) ?? false,
      cover,
      pieces: table.pieces[seat] ?? [],
      coats: coatsOf(components, cover),
    };
  });
}
