// What a replay of the dice game shows of its view.

import type { Letter, XY } from "../../art";
import type { Components } from "../../lib/net/components";
import { type DiceSeat, TRACKS, letterOf } from "./view";

export interface TrackCount {
  letter: Letter;
  marked: number;
  boxes: number;
  /** Unlocked and not used. */
  stars: number;
  bonuses: number;
}

/** The tracks of a seat, counted. */
export function trackCounts(components: Components, seat: DiceSeat): TrackCount[] {
  return TRACKS.map((track) => ({
    letter: letterOf(track),
    marked: seat.tracks[track],
    boxes: components.tracks?.[track]?.boxes.length ?? 0,
    stars: seat.stars[track],
    bonuses: seat.bonuses[track],
  }));
}

export interface Scarce {
  name: string;
  copy: number;
  letter: Letter;
  cells: readonly XY[];
  crossed: boolean;
}

/** The tiles of which there is one each, and whether they are crossed out. */
export function scarce(components: Components, crossed: Record<string, boolean[]>): Scarce[] {
  return components.tiles
    .filter(({ tile }) => crossed[tile])
    .flatMap(({ tile, colour, printed, shapes }) =>
      crossed[tile]!.map((gone, copy) => ({
        name: tile,
        copy,
        letter: colour as Letter,
        cells: shapes[(printed[copy] ?? printed[0]!)[0]]!.cells,
        crossed: gone,
      })),
    );
}
