// Tiles, and how a piece is turned by the tables in them.

import type { Tile } from "../net/protocol";

export type { Tile };

/** A piece as it is held: the number of its shape, and of its mark in there (-1: it has none). */
export interface Pose {
  shape: number;
  mark: number;
}

export type Turn = "turn" | "back" | "flip";

/** The piece turned or flipped. */
export function turned(tile: Tile, pose: Pose, turn: Turn): Pose {
  const found = tile.shapes[pose.shape]?.[turn][Math.max(pose.mark, 0)];
  return found ? { shape: found[0], mark: pose.mark < 0 ? -1 : found[1] } : pose;
}

/** Every pose that turning and flipping reaches, the nearest first, each with the steps it takes. */
export function poses(tile: Tile, from: Pose): { pose: Pose; steps: number }[] {
  const found = [{ pose: from, steps: 0 }];
  const same = (a: Pose, b: Pose) => a.shape === b.shape && a.mark === b.mark;
  for (const { pose, steps } of found)
    for (const turn of ["turn", "back", "flip"] as const) {
      const next = turned(tile, pose, turn);
      if (!found.some((one) => same(one.pose, next))) found.push({ pose: next, steps: steps + 1 });
    }
  return found;
}
