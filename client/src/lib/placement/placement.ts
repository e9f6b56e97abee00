// Placing a tile, over `choices` alone: what the server says is possible is possible, and nothing else.

import type { Choices, Payment, ShapeChoice, TileChoice } from "../net/protocol";
import { CELLS, HEIGHT, type Point, WIDTH, cellAt, cellName, cellsOf, columnOf, has, rowOf } from "./cells";
import { type Pose, type Tile, poses } from "./tiles";

export type Reason = "legal" | "covered" | "unsupported" | "unaffordable" | "outside";
export type Direction = "up" | "down" | "left" | "right";

/** A tile in the hand: how it is turned, and over which anchor it floats (null: nowhere on the house yet). */
export interface Held extends Pose {
  tile: string;
  anchor: number | null;
  /** Where its lower left corner is, if it sticks out of the house. */
  outside?: Point;
}

export interface Gain {
  points: number;
  coats: number;
  /** The lines that are completed: rows by number, columns by letter. */
  lines: string;
}

export const NO_GAIN: Gain = { points: 0, coats: 0, lines: "" };

export const choiceOf = (choices: Choices | null, tile: string): TileChoice | undefined =>
  choices?.tiles.find((one) => one.tile === tile);

export const shapeOf = (choice: TileChoice | undefined, shape: number): ShapeChoice | undefined =>
  choice?.shapes.find((one) => one.shape === shape);

/** Tiles that have a place and can be paid. */
export const available = (choices: Choices | null): string[] =>
  choices?.tiles.filter((one) => one.shapes.some((shape) => shape.legal > 0)).map((one) => one.tile) ?? [];

/** How a tile lies in the hand at first: in the first pose that has a legal place. */
export function firstPose(tile: Tile, choice: TileChoice | undefined): Pose {
  const [shape, mark] = tile.printed[0] ?? [0, 0];
  const start = { shape, mark };
  return poses(tile, start).find(({ pose }) => (shapeOf(choice, pose.shape)?.legal ?? 0) > 0)?.pose ?? start;
}

const pointOf = (anchor: number): Point => ({ x: columnOf(anchor), y: rowOf(anchor) });
const isCell = ({ x, y }: Point): boolean => x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT;

/** Where the cells of a shape come to lie, in its own order, inside the house or not. */
export const spread = (tile: Tile, shape: number, corner: Point): Point[] =>
  (tile.shapes[shape]?.cells ?? []).map(([x, y]) => ({ x: x + corner.x, y: y + corner.y }));

/** The cells a shape covers at an anchor, in its own order; null where it sticks out of the house. */
export function cellsAt(tile: Tile, shape: number, anchor: number): number[] | null {
  const points = spread(tile, shape, pointOf(anchor));
  return points.length && points.every(isCell) ? points.map(({ x, y }) => cellAt(x, y)) : null;
}

/** Where a held piece is to be drawn: nowhere while it is not over the house. */
export function lying(tile: Tile, { shape, anchor, outside }: Held): Point[] {
  const corner = anchor === null ? outside : pointOf(anchor);
  return corner ? spread(tile, shape, corner) : [];
}

export function reasonAt(choice: TileChoice | undefined, shape: number, anchor: number | null): Reason {
  const one = shapeOf(choice, shape);
  if (!one || anchor === null || anchor < 0 || anchor >= CELLS) return "outside";
  for (const reason of ["legal", "covered", "unsupported", "unaffordable"] as const)
    if (has(one[reason], anchor)) return reason;
  return "outside";
}

/** Whether a tile would fit somewhere, and can be paid nowhere. */
export const isBeyondMeans = (choice: TileChoice | undefined): boolean =>
  choice !== undefined && choice.shapes.every(({ legal }) => legal === 0) && choice.shapes.some(({ unaffordable }) => unaffordable > 0);

export const legalAnchors = (choice: TileChoice | undefined, shape: number): number[] =>
  cellsOf(shapeOf(choice, shape)?.legal ?? 0);

/** Every cell that some legal place of the tile, however turned, would cover. */
export function reach(tile: Tile, choice: TileChoice | undefined): Set<number> {
  const found = new Set<number>();
  for (const shape of choice?.shapes ?? [])
    for (const anchor of cellsOf(shape.legal)) cellsAt(tile, shape.shape, anchor)?.forEach((cell) => found.add(cell));
  return found;
}

const middle = (side: number[]): number => (Math.min(...side) + Math.max(...side) + 1) / 2;
const centre = (points: Point[]): Point => ({ x: middle(points.map(({ x }) => x)), y: middle(points.map(({ y }) => y)) });
const centreAt = (tile: Tile, shape: number, anchor: number): Point => centre(spread(tile, shape, pointOf(anchor)));

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** How far a place is from a point on the house (in cells, from its lower left corner): 0 where it covers the point. */
function gap(tile: Tile, shape: number, anchor: number, point: Point): number {
  const cells = cellsAt(tile, shape, anchor) ?? [];
  const gaps = cells.map((cell) => {
    const dx = Math.max(columnOf(cell) - point.x, 0, point.x - columnOf(cell) - 1);
    const dy = Math.max(rowOf(cell) - point.y, 0, point.y - rowOf(cell) - 1);
    return Math.hypot(dx, dy);
  });
  return Math.min(...gaps);
}

/**
 * The legal place nearest to a point that was tapped. As it is turned now comes first; the piece is turned only if that
 * brings it over the cell that was tapped and nothing else does, or if it fits nowhere as it is.
 */
export function nearest(tile: Tile, choice: TileChoice | undefined, held: Pose, point: Point): Held | null {
  let best: { place: Held; cost: number } | null = null;
  for (const { pose, steps } of poses(tile, held))
    for (const anchor of legalAnchors(choice, pose.shape)) {
      const away = gap(tile, pose.shape, anchor, point);
      const cost = (away > 0 ? 100 + away * 10 : 0) + steps * 8 + distance(centreAt(tile, pose.shape, anchor), point);
      if (!best || cost < best.cost) best = { place: { tile: tile.tile, ...pose, anchor }, cost };
    }
  return best?.place ?? null;
}

export type Place = Pick<Held, "anchor" | "outside">;

/** Cells from which a legal place draws a dragged piece to it. */
const DRAWN = 1.5;

/** Where a dragged piece lies: the nearest legal place if that is close, else what is under it. */
export function under(tile: Tile, choice: TileChoice | undefined, shape: number, corner: Point): Place {
  const legal = legalAnchors(choice, shape).map((anchor) => ({
    anchor,
    away: distance(corner, pointOf(anchor)),
  }));
  const close = legal.filter(({ away }) => away < DRAWN).sort((a, b) => a.away - b.away)[0];
  if (close) return { anchor: close.anchor };
  const at = { x: Math.round(corner.x), y: Math.round(corner.y) };
  const inside = spread(tile, shape, at).filter(isCell).length;
  if (inside === tile.size) return { anchor: cellAt(at.x, at.y) };
  return inside ? { anchor: null, outside: at } : { anchor: null };
}

const STEPS: Record<Direction, Point> = {
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The next legal anchor in a direction; straight ahead before aside. The same one if there is none. */
export function step(choice: TileChoice | undefined, shape: number, from: number | null, to: Direction): number | null {
  const legal = legalAnchors(choice, shape);
  if (from === null) return legal[0] ?? null;
  const way = STEPS[to];
  const ranked = legal
    .map((anchor) => {
      const dx = columnOf(anchor) - columnOf(from);
      const dy = rowOf(anchor) - rowOf(from);
      const ahead = dx * way.x + dy * way.y;
      const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
      return { anchor, ahead, cost: ahead + aside * 2 };
    })
    .filter(({ ahead }) => ahead > 0)
    .sort((a, b) => a.cost - b.cost);
  return ranked[0]?.anchor ?? from;
}

/** After a turn: the legal anchor nearest to where the piece was; where it was if it fits nowhere. */
export function settle(tile: Tile, choice: TileChoice | undefined, before: Held, pose: Pose): Held {
  const was = lying(tile, before);
  if (!was.length) return { ...before, ...pose };
  const closest = legalAnchors(choice, pose.shape)
    .map((anchor) => ({ anchor, away: distance(centreAt(tile, pose.shape, anchor), centre(was)) }))
    .sort((a, b) => a.away - b.away)[0];
  return { ...before, ...pose, anchor: closest?.anchor ?? before.anchor, outside: undefined };
}

/** The ways to pay for a tile where it is held; none where it is not allowed. */
export function payments(choice: TileChoice | undefined, held: Held): Payment[] {
  if (!choice || held.anchor === null || reasonAt(choice, held.shape, held.anchor) !== "legal") return [];
  return touches(choice, held) ? choice.touching : choice.payments;
}

export const touches = (choice: TileChoice | undefined, held: Held): boolean =>
  held.anchor !== null && has(shapeOf(choice, held.shape)?.touching ?? 0, held.anchor);

/** Ways to pay, the one that spares most first: no abilities before some, few cards before many. */
export const sorted = (ways: Payment[]): Payment[] =>
  ways.toSorted((a, b) => a.abilities.length - b.abilities.length || a.letters.length - b.letters.length);

export function gainOf(choice: TileChoice | undefined, held: Held): Gain {
  const found = shapeOf(choice, held.shape)?.gains?.find(([at, mark]) => at === held.anchor && mark === held.mark);
  return found ? { points: found[2], coats: found[3], lines: found[4] } : NO_GAIN;
}

/** The move as text: the one spelling that the server takes. */
export function moveText([verb, paid]: [string, string], tile: Tile, held: Held, payment: Payment): string {
  const shape = tile.shapes[held.shape];
  const cells = held.anchor === null || !shape ? null : cellsAt(tile, held.shape, held.anchor);
  if (!cells || !shape) throw new Error(`${tile.tile} is not on the house`);
  const marked = cells[shape.marks[held.mark] ?? -1];
  const names = cells
    .toSorted((a, b) => a - b)
    .map((cell) => cellName(cell) + (cell === marked ? "*" : ""));
  return `${verb} ${tile.tile} ${names.join(" ")} ${paid} ${payment.pay}`;
}
