// Another player as the table shows them: the front, what changed on it, and what they did last.

import type { Cover } from "../../art";
import { changesOf, seatFront } from "../placement/facade";
import { lastDeed } from "./log";
import type { Play } from "./play.svelte";

export function standingOf(play: Play, seat: number, cover: Cover, complete: string) {
  const { table } = play;
  return {
    ...seatFront(play, seat, cover, complete),
    ...changesOf(play, seat),
    name: table.name(seat),
    score: table.view!.scores[seat] ?? 0,
    active: table.view!.turn === seat,
    last: lastDeed(table, seat),
    away: table.info?.seats[seat]?.kind === "person" && table.presence[seat] === false,
  };
}
