// What a replay of the dice game shows of its view.

import type { Cover, Letter, XY } from "../art";
import type { Components } from "./components";

type ByTrack = Record<string, number>;

export interface DiceSeat {
  sheet: Cover;
  tracks: ByTrack;
  stars: ByTrack;
  bonuses: ByTrack;
}

export interface DiceTable {
  dice: string;
  crossed_out: Record<string, boolean[]>;
}

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
  return Object.entries(components.tracks ?? {}).map(([track, { boxes }]) => ({
    letter: track.charAt(0).toUpperCase() as Letter,
    marked: seat.tracks[track] ?? 0,
    boxes: boxes.length,
    stars: seat.stars[track] ?? 0,
    bonuses: seat.bonuses[track] ?? 0,
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
