// What lies in the box, as `GET /api/v1/games` tells it. What only one game has is added in its folder.

import { api } from "./api";
import type { Components as AnyComponents, PlainComponents, Tile } from "./protocol";

/** What all games have in which houses are built; of others only the first few are there. */
export type Components = Exclude<AnyComponents, PlainComponents>;

export const tileOf = (components: Components, name: string): Tile | undefined =>
  components.tiles.find((one) => one.tile === name);

let asked: Promise<Record<string, Components>> | undefined;

/** The components of every game; asked for once. */
export function allComponents(): Promise<Record<string, Components>> {
  asked ??= api.games().then(
    ({ games }) => games as Record<string, Components>,
    (why: unknown) => {
      asked = undefined;
      throw why;
    },
  );
  return asked;
}
