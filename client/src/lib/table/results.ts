// How a game ended, as it is shown.

import { type Front, type Piece, looks } from "../../art";
import type { Components } from "../net/components";
import { coatsOf } from "../placement/facade";
import type { Result } from "../net/protocol";
import type { Standing } from "./view";

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

type Facade = { house?: Front["house"]; sheet?: Front["sheet"] };

/** The fronts of the houses or sheets, in the order of the seats. */
export function frontsOf(
  view: Standing, components: Components, pieces: Record<number, Piece[]>, winners: number[], name: (seat: number) => string,
): Front[] {
  return (view as Standing & { seats: Facade[] }).seats.map(({ house, sheet }, seat) => ({
    look: looks[seat]!,
    name: name(seat),
    score: view.scores[seat] ?? 0,
    winner: winners.includes(seat),
    house,
    sheet,
    pieces: pieces[seat] ?? [],
    coats: coatsOf(components, house ?? sheet ?? {}),
  }));
}
