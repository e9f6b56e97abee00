/** What stands behind the houses: clouds, skylines, waves. Always the same for a seed. */
import { chance, short } from "./geometry";

export function cloud(x: number, y: number, w: number): string {
  const h = w * 0.26;
  const arc = (rx: number, ry: number, dx: number, dy: number) => `a${short(rx)} ${short(ry)} 0 0 1 ${short(dx)} ${short(dy)}`;
  return (
    `M${x} ${y}` + arc(h * 0.5, h * 0.5, h * 0.2, -h) + arc(w * 0.2, h * 0.9, w * 0.36, -h * 0.35) +
    arc(w * 0.19, h * 0.8, w * 0.34, h * 0.4) + arc(h * 0.5, h * 0.48, w * 0.12, h * 0.95) + "z"
  );
}

/** Short ripples strewn over an area. */
export function waves(x: number, y: number, w: number, h: number, count: number, seed: number): string {
  const next = chance(seed);
  let path = "";
  for (let i = 0; i < count; i++) {
    path += `M${Math.round(x + next() * (w - 40))} ${Math.round(y + next() * h)}q5-4 10 0t10 0${next() > 0.5 ? "t10 0t10 0" : ""}`;
  }
  return path;
}

/** Stars strewn over an area: one path, since there are many. */
export function stars(x: number, y: number, w: number, h: number, small: number, large: number, count: number, seed: number): string {
  const next = chance(seed);
  let path = "";
  for (let i = 0; i < count; i++) {
    const [cx, cy, r] = [next() * w + x, next() * h + y, short(small + next() * (large - small))];
    path += `M${short(cx)} ${short(cy)}m${-r} 0a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
  }
  return path;
}

/** Roofs far away: gables, steps and flat ones. */
export function skyline(x: number, w: number, base: number, low: number, high: number, seed: number): string {
  const next = chance(seed);
  let path = `M${x} ${base}`;
  for (let at = x; at < x + w; ) {
    const ww = 24 + next() * 20;
    const top = Math.round(base - low - next() * (high - low));
    const kind = next();
    const step = short(ww / 5);
    if (kind < 0.34) path += `V${top}l${short(ww / 2)} ${short(-ww * 0.45)}l${short(ww / 2)} ${short(ww * 0.45)}`;
    else if (kind < 0.67) path += `V${top}h${step}v-7h${step}v-7h${step}v7h${step}v7h${step}`;
    else path += `V${top}h${short(ww)}`;
    at += ww;
  }
  return `${path}V${base}z`;
}

export function spire(x: number, base: number, h: number): string {
  const [a, b, c] = [short(h * 0.42), short(h * 0.12), short(h * 0.44)];
  return `M${x - 10} ${base}v${-a}l3-4v${-b}h4l3 ${-c}l3 ${c}h4v${b}l3 4v${a}z`;
}
