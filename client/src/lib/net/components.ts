// What lies in the box, as `GET /api/v1/games` tells it. What only one game has is added in its folder.

import type { Tile } from "../placement/tiles";
import { api } from "./api";

export interface Components {
  game: string;
  players: number[];
  options: Record<string, string>;
  goal: number;
  coats: { cells: string[]; rows: number[]; columns: string[] };
  /** How a move that places a tile is written: `build … pay …`. */
  placing: [string, string];
  tiles: Tile[];
}

export const tileOf = (components: Components, name: string): Tile | undefined =>
  components.tiles.find((one) => one.tile === name);

let asked: Promise<Record<string, Components>> | undefined;

/** The components of every game; asked for once. */
export function allComponents(): Promise<Record<string, Components>> {
  asked ??= api.games().then(
    ({ games }) => games,
    (why: unknown) => {
      asked = undefined;
      throw why;
    },
  );
  return asked;
}
