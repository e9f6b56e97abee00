// Taking cards: which docks can be picked next, over the `take` moves that the server offers.

import type { CopenhagenTake } from "../../lib/net/protocol";
import type { Changes } from "../../lib/table/changes";
import { effectsNamed } from "../../lib/table/effects";
import type { Move } from "../../lib/table/moves";

export type Take = Move<CopenhagenTake>;

const within = (picked: number[], { fields }: Take) => picked.every((dock) => fields.docks.includes(dock));

/** Takes that begin with what is picked, the smaller ones first. */
export const goingOn = (takes: Take[], picked: number[]): Take[] =>
  takes.filter((take) => within(picked, take)).sort((a, b) => a.fields.docks.length - b.fields.docks.length);

/** Docks that can be picked beside those that are. */
export const nextDocks = (takes: Take[], picked: number[]): number[] => {
  const docks = goingOn(takes, picked).flatMap(({ fields }) => fields.docks);
  return [...new Set(docks)].filter((dock) => !picked.includes(dock)).sort((a, b) => a - b);
};

/** The take of exactly these docks. */
export const exactly = (takes: Take[], picked: number[]): Take | undefined =>
  takes.find((take) => take.fields.docks.length === picked.length && within(picked, take));

/** The docks that were just filled. */
export const filledDocks = ({ effects }: Changes): number[] =>
  effectsNamed(effects, "deal").flatMap((one) => ("dock" in one ? one.dock : []));
