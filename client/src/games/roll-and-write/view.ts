// The dice game as its view tells it, and what drawings need of it.

import type { Box, FacadeTile, IconName, Letter, Track } from "../../art";
import { type Components, type Pose, type Tile, turned } from "../../lib/net/components";
import { shapeOf } from "../../lib/placement/placement";
import type { Choices, ShapeChoice, TileChoice } from "../../lib/net/protocol";
import type { Standing } from "../../lib/table/view";

export const TRACKS = ["red", "yellow", "green", "blue", "purple"] as const;
export type TrackName = (typeof TRACKS)[number];
export const DICE_ABILITIES = ["reroll", "again", "change", "no-x", "single-x"] as const;
type ByTrack = Record<TrackName, number>;

export type SheetCells = Record<string, [Letter, "O" | "X"]>;

export interface DiceSeat {
  sheet: SheetCells;
  /** Boxes marked. */
  tracks: ByTrack;
  stars: ByTrack;
  bonuses: ByTrack;
}

export interface DiceView extends Standing {
  phase: "start" | "turn" | "after draw" | "coat" | "mark" | "over";
  coats: number;
  active: number;
  round: number;
  /** Faces of the unused dice. */
  dice: string;
  crossed_out: Record<string, boolean[]>;
  seats: DiceSeat[];
  fresh: { stars: ByTrack; bonuses: ByTrack };
}

export const letterOf = (track: string): Letter => track.charAt(0).toUpperCase() as Letter;
/** The track of a colour; white has none. */
export const trackOf = (letter: string): TrackName | undefined => TRACKS.find((name) => letterOf(name) === letter);
export const abilityOf = (components: Components, track: TrackName): IconName =>
  (components.tracks?.[track]?.ability ?? "star") as IconName;

/** How often each thing is in a list. */
export function counted<T>(things: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}

/** Whether a list has all of another, each as often. */
export function holds<T>(all: Iterable<T>, some: Iterable<T>): boolean {
  const counts = counted(all);
  return [...counted(some)].every(([thing, n]) => (counts.get(thing) ?? 0) >= n);
}

/** Where the letters of a text stand in a row of dice: each die once, from the left. */
export function placesOf(dice: string, text: string): number[] {
  const left = [...text];
  return [...dice].flatMap((face, index) => {
    const at = left.indexOf(face);
    if (at < 0) return [];
    left.splice(at, 1);
    return [index];
  });
}

/**
 * The boxes of a track with what became of them. The sheet tells how many stars and bonuses are left; those that were
 * unlocked first count as used first, those of this turn come last.
 */
export function boxesOf(components: Components, view: DiceView, seat: number, track: TrackName): { boxes: Box[]; extra: Box[] } {
  const one = view.seats[seat]!;
  const marked = one.tracks[track];
  const own = seat === view.active;
  const printed = components.tracks?.[track]?.boxes ?? [];
  const gifts = track === "red" ? (components.starting_rerolls ?? 0) : 0;
  const boxes = printed.map((kind, index): Box => {
    const what = kind === "bonus" ? "plus" : kind === "star" ? "star" : "";
    return { kind: what, state: index < marked ? "marked" : "open" };
  });
  const extra = Array.from({ length: gifts }, (): Box => ({ kind: "star", state: "marked" }));
  const settle = (kind: "plus" | "star", left: number, fresh: number) => {
    const unlocked = [...extra, ...boxes].filter((box) => box.kind === kind && box.state === "marked");
    const used = unlocked.length - left;
    unlocked.forEach((box, index) => {
      box.state = index < used ? "used" : index < unlocked.length - fresh ? "ready" : "fresh";
    });
  };
  settle("star", one.stars[track], own ? view.fresh.stars[track] : 0);
  settle("plus", one.bonuses[track], own ? view.fresh.bonuses[track] : 0);
  return { boxes, extra };
}

/** The name of an ability, and what it does. */
export interface TrackWords {
  title: (ability: string) => string;
  text: (ability: string) => string;
}

/** The five tracks of a seat as they are drawn. */
export function tracksOf(components: Components, view: DiceView, seat: number, words: TrackWords): Track[] {
  return TRACKS.map((track) => {
    const ability = abilityOf(components, track);
    return {
      letter: letterOf(track),
      icon: ability,
      title: words.title(ability),
      text: words.text(ability),
      reward: `+${components.track_points ?? 0}`,
      ...boxesOf(components, view, seat, track),
    };
  });
}

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

/** The copy of a tile that is drawn with a shape: of equal ones the first that is not crossed out, as it is taken. */
function copyDrawn(tile: Tile, crossed: boolean[], shape: number): number {
  const same = tile.printed.flatMap((_, copy) => (turnsOf(tile, printedShape(tile, copy)).includes(shape) ? [copy] : []));
  return same.find((copy) => !crossed[copy]) ?? same[0] ?? tile.printed.findIndex((_, copy) => !crossed[copy]);
}

/** The facade sheet: every printed tile, whether it is crossed out, whether it can be drawn now. */
export function facadeTiles(
  components: Components, view: DiceView, choices: Choices | null, held: { tile: string; shape: number } | null,
): FacadeTile[] {
  return components.tiles.flatMap((tile) => {
    const choice = choices?.tiles.find((one) => one.tile === tile.tile);
    const crossed = view.crossed_out[tile.tile] ?? [];
    const picked = held?.tile === tile.tile ? copyDrawn(tile, crossed, held.shape) : -1;
    return tile.printed.map(([shape], copy) => {
      const wanted = crossed[copy] ? "again" : "open";
      const can = turnsOf(tile, shape).some((one) => {
        const found = shapeOf(choice, one);
        return found?.take === wanted && found.legal > 0;
      });
      return {
        name: tile.tile, copy, letter: tile.colour as Letter, size: tile.size, cells: tile.shapes[shape]!.cells,
        crossed: crossed[copy] ?? false, state: can ? ("can" as const) : ("idle" as const), picked: picked === copy,
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
  const gains = shapeOf(choice, shape)?.gains.filter(([at, mark]) => at === anchor && mark >= 0) ?? [];
  const worth = (mark: number) => gains.find((gain) => gain[1] === mark)?.[2] ?? 0;
  return gains.map(([, mark]) => mark).reduce((best, mark) => (worth(mark) > worth(best) ? mark : best), now);
}

/** A single cell as a piece, so that it is placed like any other. */
export const SINGLE: Tile = {
  tile: "W1", colour: "W", size: 1, count: {}, printed: [[0, 0]],
  shapes: [{ cells: [[0, 0]], marks: [0], turn: [[0, 0]], back: [[0, 0]], flip: [[0, 0]], mirrored: false }],
};
