// Tiles and choices to test with, as the server tells them.

import type { Choices, Payment, ShapeChoice, TileChoice } from "../src/lib/net/protocol";
import type { Tile } from "../src/lib/placement/tiles";

export const L3: Tile = {
  tile: "R3", colour: "R", size: 3, count: { "2": 2 }, printed: [[2, 0]],
  shapes: [
    { cells: [[0, 0], [1, 0], [0, 1]], marks: [1, 2], turn: [[2, 0], [2, 1]], back: [[1, 1], [1, 0]], flip: [[1, 0], [1, 1]], mirrored: false },
    { cells: [[0, 0], [1, 0], [1, 1]], marks: [0, 2], turn: [[0, 1], [0, 0]], back: [[3, 0], [3, 1]], flip: [[0, 0], [0, 1]], mirrored: false },
    { cells: [[0, 0], [0, 1], [1, 1]], marks: [0, 2], turn: [[3, 1], [3, 0]], back: [[0, 0], [0, 1]], flip: [[3, 0], [3, 1]], mirrored: false },
    { cells: [[1, 0], [0, 1], [1, 1]], marks: [0, 1], turn: [[1, 0], [1, 1]], back: [[2, 1], [2, 0]], flip: [[2, 0], [2, 1]], mirrored: false },
  ],
};

export const square: Tile = {
  tile: "R4", colour: "R", size: 4, count: { "2": 2 }, printed: [[0, 0]],
  shapes: [
    {
      cells: [[0, 0], [1, 0], [0, 1], [1, 1]], marks: [0, 1, 2, 3],
      turn: [[0, 2], [0, 0], [0, 3], [0, 1]], back: [[0, 1], [0, 3], [0, 0], [0, 2]], flip: [[0, 1], [0, 0], [0, 3], [0, 2]], mirrored: false,
    },
  ],
};

export const bar: Tile = {
  tile: "R2", colour: "R", size: 2, count: { "2": 2 }, printed: [[0, 0]],
  shapes: [
    { cells: [[0, 0], [1, 0]], marks: [0, 1], turn: [[1, 1], [1, 0]], back: [[1, 0], [1, 1]], flip: [[0, 1], [0, 0]], mirrored: false },
    { cells: [[0, 0], [0, 1]], marks: [0, 1], turn: [[0, 0], [0, 1]], back: [[0, 1], [0, 0]], flip: [[1, 0], [1, 1]], mirrored: false },
  ],
};

/** A way to pay, as it stands in a move. */
export const payment = (pay: string, ...abilities: string[]): Payment => {
  const letters = pay.replace(/[-+]/g, "");
  return { pay, letters, bonuses: pay.replace("-", "").length - letters.length, abilities };
};

/** Choices in which nothing is offered. */
export const nothingOffered: Choices = { seat: 0, plan: false, phase: "action", moves: [], fields: [], gains: {}, then: {}, means: {}, single: null, tiles: [] };

export function choice(tile: string, shapes: Partial<ShapeChoice>[]): TileChoice {
  const nothing = { take: "open" as const, legal: 0, covered: 0, unsupported: 0, unaffordable: 0, touching: 0, gains: [] };
  return {
    tile, left: 2, price: 2, payments: [], touching: [], without_mark: false,
    shapes: shapes.map((one, shape) => ({ shape, ...nothing, ...one })),
  };
}
