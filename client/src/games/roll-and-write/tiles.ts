// The tiles of the facade sheet: which can be drawn, as what, and how they lie in the hand.

import type { Letter, XY } from "../../art";
import type { Choices, ShapeChoice, TileChoice } from "../../lib/net/protocol";
import { shapeOf } from "../../lib/placement/placement";
import { type Pose, type Tile, turned } from "../../lib/placement/tiles";
import type { FacadeTile } from "./art/types";
import type { Components, View } from "./view";

/** The shapes that a tile has when it is only turned. */
export function turnsOf(tile: Tile, shape: number): number[] {
  const found = [shape];
  for (const one of found) {
    const next = turned(tile, { shape: one, mark: 0 }, "turn").shape;
    if (!found.includes(next)) found.push(next);
  }
  return found;
}

const printedShape = (tile: Tile, copy: number): number => (tile.printed[copy] ?? tile.printed[0])?.[0] ?? 0;

/** What it takes to have a tile as it is printed. */
export function takeOf(tile: Tile, choice: TileChoice | undefined, copy: number): ShapeChoice["take"] {
  return shapeOf(choice, printedShape(tile, copy))?.take ?? "gone";
}

/** A tile's choice without the shapes that are to be had in another way: a star is never spent in passing. */
export const narrowed = (choice: TileChoice, take: ShapeChoice["take"]): TileChoice => ({
  ...choice,
  shapes: choice.shapes.filter((shape) => shape.take === take),
});

/** How a tile lies in the hand at first: as printed, or turned so that it has a legal place; with the X in its first cell. */
export function firstPose(tile: Tile, choice: TileChoice, copy: number): Pose {
  const printed = printedShape(tile, copy);
  const fits = (shape: number) => (shapeOf(choice, shape)?.legal ?? 0) > 0;
  return { shape: turnsOf(tile, printed).find(fits) ?? printed, mark: 0 };
}

/** The facade sheet: every printed tile, whether it is crossed out, whether it can be drawn now. */
export function facadeTiles(
  components: Components, view: View, choices: Choices | null, held: { tile: string; copy: number } | null,
): FacadeTile[] {
  return components.tiles.flatMap((tile) => {
    const choice = choices?.tiles.find((one) => one.tile === tile.tile);
    const crossed = view.crossed_out[tile.tile] ?? [];
    return tile.printed.map(([shape], copy) => {
      const wanted = crossed[copy] ? "again" : "open";
      const can = turnsOf(tile, shape).some((one) => {
        const found = shapeOf(choice, one);
        return found?.take === wanted && found.legal > 0;
      });
      return {
        name: tile.tile, copy, letter: tile.colour as Letter, size: tile.size, cells: tile.shapes[shape]!.cells,
        once: tile.count !== null, crossed: crossed[copy] ?? false, state: can ? ("can" as const) : ("idle" as const), picked: held?.tile === tile.tile && held.copy === copy,
      };
    });
  });
}

/** Whether a tile can be turned over into a shape that turning alone does not reach. */
export function canFlip(tile: Tile, choice: TileChoice | undefined, shape: number): boolean {
  const flipped = turned(tile, { shape, mark: 0 }, "flip").shape;
  return shapeOf(choice, flipped) !== undefined && !turnsOf(tile, shape).includes(flipped);
}

/** Where the X costs least: the mark whose place brings most, the present one if none is better. */
export function bestMark(choice: TileChoice | undefined, shape: number, anchor: number, now: number): number {
  const gains = shapeOf(choice, shape)?.gains?.filter(([at, mark]) => at === anchor && mark >= 0) ?? [];
  const worth = (mark: number) => gains.find((gain) => gain[1] === mark)?.[2] ?? 0;
  return gains.map(([, mark]) => mark).reduce((best, mark) => (worth(mark) > worth(best) ? mark : best), now);
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
