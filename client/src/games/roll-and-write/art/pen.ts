/** Marks of the blue pen, drawn by a quick hand that never draws the same ring twice. */
import { chance, cornerPoints, short } from "../../../art/geometry";
import type { XY } from "../../../art/types";

/** How its lines look, as attributes of what is drawn with it. */
export const INK = { fill: "none", stroke: "var(--pen)", "stroke-linecap": "round", "stroke-linejoin": "round" } as const;

/** A ring that does not quite close. */
export function ring(cx: number, cy: number, r: number, seed: number): string {
  const next = chance(seed);
  const j = () => (next() - 0.5) * 0.2 * r;
  const k = 0.56 * r;
  const turn = (next() - 0.5) * 0.7;
  const at = (x: number, y: number) => {
    const [dx, dy] = [x + j(), y + j()];
    return `${short(cx + dx * Math.cos(turn) - dy * Math.sin(turn))} ${short(cy + dx * Math.sin(turn) + dy * Math.cos(turn))}`;
  };
  return (
    `M${at(0, -r)}C${at(k, -r)} ${at(r, -k)} ${at(r, 0)}S${at(k, r)} ${at(0, r)}` +
    `S${at(-r, k)} ${at(-r, 0)}S${at(-k * 0.8, -r * 1.06)} ${at(r * 0.22, -r * 0.94)}`
  );
}

/** Two strokes. */
export function cross(cx: number, cy: number, r: number, seed: number, ry = r): string {
  const next = chance(seed + 77);
  const j = () => (next() - 0.5) * 0.28 * r;
  const at = (x: number, y: number, wide = 1) => `${short(cx + x + j() * wide)} ${short(cy + y + j() * wide)}`;
  return `M${at(-r, -ry)}Q${at(0, 0, 2)} ${at(r, ry)}M${at(r, -ry)}Q${at(0, 0, 2)} ${at(-r, ry)}`;
}

/** Up and down over a box: used. */
export function scribble(x: number, y: number, w: number, h: number, seed: number): string {
  const next = chance(seed);
  const j = () => (next() - 0.5) * 0.09 * w;
  let path = `M${short(x)} ${short(y + h * 0.3)}`;
  for (let i = 1; i <= 5; i++) path += `L${short(x + (w * i) / 5 + j())} ${short(y + h * (i % 2 ? 0.08 : 0.92) + j())}`;
  return path;
}

/** A line round a tile, straight runs bowed a little. Cells with y down. */
export function round(cells: readonly XY[], cell: number, inset: number, width: number, seed: number): string {
  const next = chance(seed);
  const j = (k: number) => (next() - 0.5) * 2 * k * width;
  return cornerPoints(cells, cell, inset)
    .map((loop) => {
      const points = loop.map(([x, y]): XY => [x + j(0.35), y + j(0.35)]);
      const start = points[points.length - 1]!;
      let path = `M${short(start[0])} ${short(start[1])}`;
      points.forEach(([x, y], i) => {
        const [bx, by] = points[(i + points.length - 1) % points.length]!;
        path += `Q${short((bx + x) / 2 + j(0.55))} ${short((by + y) / 2 + j(0.55))} ${short(x)} ${short(y)}`;
      });
      return `${path}Z`;
    })
    .join("");
}
