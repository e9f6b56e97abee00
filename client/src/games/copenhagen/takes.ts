// Taking cards: which docks can be picked next, over the `take` moves that the server offers.

import type { Changes } from "../../lib/table/changes";

export interface Take {
  docks: number[];
  move: string;
}

export const takesOf = (moves: string[]): Take[] =>
  moves
    .filter((move) => move.startsWith("take "))
    .map((move) => ({ move, docks: move.slice(5).split(" ").map(Number) }));

const within = (picked: number[], take: Take) => picked.every((dock) => take.docks.includes(dock));

/** Takes that begin with what is picked, the smaller ones first. */
export const goingOn = (takes: Take[], picked: number[]): Take[] =>
  takes.filter((take) => within(picked, take)).sort((a, b) => a.docks.length - b.docks.length);

/** Docks that can be picked beside those that are. */
export const nextDocks = (takes: Take[], picked: number[]): number[] => {
  const docks = goingOn(takes, picked).flatMap((take) => take.docks);
  return [...new Set(docks)].filter((dock) => !picked.includes(dock)).sort((a, b) => a - b);
};

/** The take of exactly these docks. */
export const exactly = (takes: Take[], picked: number[]): Take | undefined =>
  takes.find((take) => take.docks.length === picked.length && within(picked, take));

/** The docks that were just filled. */
export const filledDocks = ({ effects }: Changes): number[] =>
  effects.filter(({ effect, dock }) => effect === "deal" && dock !== undefined).map(({ dock }) => dock as number);
