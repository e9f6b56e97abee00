/** Shapes in numbers: cells, outlines, gables. Drawings put a cell on 40 units, with y down. */
import type { Coat, Cover, GableName, Letter, Piece, XY } from "./types";

export const CELL = 40;
export const COLUMNS = 5;
export const ROWS = 9;
export const HUE: Readonly<Record<Letter, string>> = {
  R: "red", Y: "yellow", G: "green", B: "blue", P: "purple", W: "white",
};

/** The lines between the cells. */
export const LATTICE =
  Array.from({ length: COLUMNS - 1 }, (_, i) => `M${(i + 1) * CELL} 0v${ROWS * CELL}`).join("") +
  Array.from({ length: ROWS - 1 }, (_, i) => `M0 ${(i + 1) * CELL}h${COLUMNS * CELL}`).join("");

/** Whether a coat of arms is at the end of a row, not on top of a column. */
export const isRow = (coat: Coat): boolean => coat.at < "a";

/** "b3" is [1, 2]. */
export const xy = (cell: string): XY => [cell.charCodeAt(0) - 97, cell.charCodeAt(1) - 49];

/** [1, 2] is "b3"; null beyond the grid. */
export const cellName = (x: number, y: number): string | null =>
  x >= 0 && x < COLUMNS && y >= 0 && y < ROWS ? "abcde"[x]! + String(y + 1) : null;

export const hue = (letter: string): string => HUE[letter as Letter];

/** Two decimals at most. */
export const short = (value: number): number => Math.round(value * 100) / 100;

export interface Shape {
  letter: Letter;
  cells: readonly XY[];
  /** Names of the cells, and which of them have brick or a cross. */
  names: readonly string[];
  bricks: readonly number[];
}

const marked = (kind: string | undefined): boolean => kind === "brick" || kind === "X";

/** The pieces of a house or sheet. Covered cells that no piece explains are joined with neighbours of their colour. */
export function shapes(cover: Cover, pieces: readonly Piece[]): Shape[] {
  const open = new Set(Object.keys(cover));
  const groups = pieces
    .filter((piece) => piece.cells.every((cell) => cover[cell]?.[0] === piece.tile[0]))
    .map((piece) => [...piece.cells]);
  for (const group of groups) for (const cell of group) open.delete(cell);
  for (const start of [...open].sort()) {
    if (!open.delete(start)) continue;
    const group = [start];
    const letter = cover[start]![0];
    for (const cell of group) {
      const [x, y] = xy(cell);
      for (const next of [cellName(x + 1, y), cellName(x - 1, y), cellName(x, y + 1), cellName(x, y - 1)]) {
        if (next && letter !== "W" && cover[next]?.[0] === letter && open.delete(next)) group.push(next);
      }
    }
    groups.push(group);
  }
  return groups.map((names) => ({
    letter: cover[names[0]!]![0] as Letter,
    cells: names.map((name): XY => [xy(name)[0], ROWS - 1 - xy(name)[1]]),
    names,
    bricks: names.flatMap((name, i) => (marked(cover[name]?.[1]) ? [i] : [])),
  }));
}

/** The corners of the outline round cells (y down), one closed loop after the other, each with both its directions. */
function corners(cells: readonly XY[]): { at: XY; into: XY; out: XY }[][] {
  const next = new Map<string, XY[]>();
  const has = new Set(cells.map(String));
  const edge = (from: XY, to: XY) => next.set(String(from), [...(next.get(String(from)) ?? []), to]);
  for (const [x, y] of cells) {
    if (!has.has(`${x},${y - 1}`)) edge([x, y], [x + 1, y]);
    if (!has.has(`${x + 1},${y}`)) edge([x + 1, y], [x + 1, y + 1]);
    if (!has.has(`${x},${y + 1}`)) edge([x + 1, y + 1], [x, y + 1]);
    if (!has.has(`${x - 1},${y}`)) edge([x, y + 1], [x, y]);
  }
  const loops = [];
  for (const first of next.keys()) {
    const loop: XY[] = [];
    let at = first;
    for (let to = next.get(at)!.pop(); to; to = next.get(at)!.pop()) {
      loop.push(to);
      at = String(to);
    }
    const turn = (from: XY, to: XY): XY => [to[0] - from[0], to[1] - from[1]];
    const all = loop.map((point, i) => {
      const before = loop[(i + loop.length - 1) % loop.length]!;
      return { at: point, into: turn(before, point), out: turn(point, loop[(i + 1) % loop.length]!) };
    });
    if (loop.length) loops.push(all.filter(({ into, out }) => String(into) !== String(out)));
  }
  return loops;
}

/** A rounded path round cells (y down); `inset` draws it in by so many units. */
export function outline(cells: readonly XY[], cell = CELL, radius = 4, inset = 0): string {
  let path = "";
  for (const loop of corners(cells)) {
    loop.forEach(({ at, into, out }, i) => {
      const x = at[0] * cell - inset * (into[1] + out[1]);
      const y = at[1] * cell + inset * (into[0] + out[0]);
      path += `${i ? "L" : "M"}${short(x - into[0] * radius)} ${short(y - into[1] * radius)}`;
      path += `Q${short(x)} ${short(y)} ${short(x + out[0] * radius)} ${short(y + out[1] * radius)}`;
    });
    path += "Z";
  }
  return path;
}

/** The corner points alone, for a line drawn by hand. */
export const cornerPoints = (cells: readonly XY[], cell: number, inset: number): XY[][] =>
  corners(cells).map((loop) =>
    loop.map(({ at, into, out }) => [at[0] * cell - inset * (into[1] + out[1]), at[1] * cell + inset * (into[0] + out[0])]),
  );

/** A gable of width w and height h standing on (x, y). */
export function gable(name: GableName, x: number, y: number, w: number, h: number): string {
  const rise = (parts: readonly (readonly [string, ...number[]])[]) =>
    parts.map(([verb, ...numbers]) => verb + numbers.map((v, i) => short(v * (i % 2 ? h : w))).join(" ")).join("");
  const start = `M${short(x)} ${short(y)}`;
  if (name === "step") {
    const up = `v${short(-h / 5)}h${short(w * 0.11)}`;
    const down = `h${short(w * 0.11)}v${short(h / 5)}`;
    return `${start}${up.repeat(4)}v${short(-h / 5)}h${short(w * 0.12)}v${short(h / 5)}${down.repeat(4)}z`;
  }
  if (name === "bell") {
    return `${start}v${short(-h * 0.14)}${rise([
      ["c", 0.1, 0, 0.15, -0.1, 0.18, -0.36], ["c", 0.02, -0.16, 0.08, -0.22, 0.14, -0.24],
      ["c", 0.05, -0.22, 0.31, -0.22, 0.36, 0], ["c", 0.06, 0.02, 0.12, 0.08, 0.14, 0.24],
      ["c", 0.03, 0.26, 0.08, 0.36, 0.18, 0.36],
    ])}v${short(h * 0.14)}z`;
  }
  if (name === "neck") {
    return `${start}${rise([
      ["c", 0.16, -0.04, 0.25, -0.16, 0.27, -0.5], ["l", 0, -0.26], ["l", -0.03, 0], ["l", 0, -0.06], ["l", 0.26, -0.18],
      ["l", 0.26, 0.18], ["l", 0, 0.06], ["l", -0.03, 0], ["l", 0, 0.26], ["c", 0.02, 0.34, 0.11, 0.46, 0.27, 0.5],
    ])}z`;
  }
  return `M${short(x - w * 0.02)} ${short(y)}L${short(x + w / 2)} ${short(y - h)}L${short(x + w * 1.02)} ${short(y)}z`;
}

/** Numbers that look random and are always the same for a seed: from 0 to 1. */
export function chance(seed: number): () => number {
  let state = seed * 2654435761 + 12345;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
