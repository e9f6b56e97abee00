/** Positions to look at. They are legal, but nothing here plays. */
import type { Ability, Box, Coat, Cover, FacadeTile, Letter, Piece, RackTile, Track, XY } from "../art/types";

const piece = (text: string): Piece => {
  const [tile = "", ...cells] = text.split(" ");
  const brick = cells.find((cell) => cell.endsWith("*"))?.slice(0, 2) ?? null;
  return { tile, cells: cells.map((cell) => cell.slice(0, 2)), brick };
};
const cover = (pieces: readonly Piece[], kinds: readonly [string, string]): Cover =>
  Object.fromEntries(pieces.flatMap((p) => p.cells.map((cell) => [cell, [p.tile[0]!, cell === p.brick ? kinds[1] : kinds[0]]] as const)));
const house = (...texts: string[]) => ({ pieces: texts.map(piece), house: cover(texts.map(piece), ["window", "brick"]) });
const sheet = (...texts: string[]) => ({ pieces: texts.map(piece), sheet: cover(texts.map(piece), ["O", "X"]) });

export const me = house("P4 a1* b1 c1 d1", "G2 e1* e2", "R4 a2 b2 a3* b3", "B3 c2 d2 d3*", "Y3 c3* c4 b4", "W1 e3", "R2 a4 a5*", "P3 b5 b6 b7*", "Y2 c5 c6*");
export const ida = house("P5 a1* b1 c1 d1 e1", "R5 a2* b2 c2 b3 c3", "B4 d2 e2 e3 e4*", "W1 c4", "Y2 d3 d4*", "R3 a3 a4 b4*", "G3 a5* b5 c5");
export const mads = house("R4 a1* b1 a2 b2", "B5 c2* d2 e1 e2 e3", "P2 c1* d1", "G4 a3 b3 c3 b4*", "Y3 d3* d4 e4", "P3 c4 c5 c6*", "B2 e5 e6*");
export const mySheet = sheet("P4 a1* b1 c1 d1", "G2 e1* e2", "R4 a2 b2 a3* b3", "B3 c2 d2 d3*", "Y3 c3* c4 d4", "W1 e3", "G3 b4 b5 b6*", "P3 e4 e5 e6*");
export const idaSheet = sheet("P5 a1* b1 c1 d1 e1", "R5 a2* b2 c2 b3 c3", "B4 d2 e2 e3 e4*", "W1 c4", "Y2 d3 d4*", "R3 a3 a4 b4*", "G3 a5* b5 c5");

const cells = ["c3", "e5", "b7", "d9"].map((at) => ({ at }));
const rows = (earned: string): Coat[] => ["2", "4", "6"].map((at) => ({ at, earned: earned.includes(at) }));
export const coats = (earned: string): Coat[] => [...cells, ...rows(earned)];
export const sheetCoats = (earned: string): Coat[] => [...rows(earned), { at: "b" }, { at: "d" }];

const shapes: Record<string, readonly [cells: string, brick: number | null]> = {
  R2: ["00 10", 0], R3: ["00 01 11", 0], R4: ["00 10 01 11", 0], R5: ["00 10 20 11 21", 0],
  Y2: ["00 10", 0], Y3: ["00 01 11", 0], Y4: ["00 10 11 21", 1], Y5: ["20 01 11 21 02", 0],
  G2: ["00 10", 0], G3: ["00 10 20", 0], G4: ["10 01 11 21", 0], G5: ["10 01 11 21 12", 1],
  B2: ["00 10", 0], B3: ["00 01 11", 0], B4: ["00 10 20 21", 0], B5: ["20 01 11 21 22", 1],
  P2: ["00 10", 0], P3: ["00 10 20", 0], P4: ["00 10 20 30", 0], P5: ["00 10 20 30 40", 0], W1: ["00", null],
};
const grid = (text: string): XY[] => text.split(" ").map((at) => [Number(at[0]), Number(at[1])]);
const left: Record<string, number> = { R4: 0, R5: 0, Y2: 0, B5: 0, P5: 0, R3: 2, Y4: 2, G3: 2, B3: 2 };
export const rack: RackTile[] = Object.entries(shapes).map(([name, [text, brick]]) => {
  const n = name === "W1" ? 10 : (left[name] ?? 1);
  const state = n === 0 ? "gone" : ["R2", "Y3", "Y4", "B2", "B3", "B4", "P2", "W1"].includes(name) ? "can" : "dear";
  return { name, letter: name[0] as Letter, size: Number(name[1]), cells: grid(text), brick, left: n, state, picked: name === "B3", count: n ? `×${n}` : "gone" };
});

const drawn: Record<string, string[]> = {
  R2: ["00 01"], R3: ["00 10 11"], R4: ["00 10 01 11", "00 10 01 11"], R5: ["00 10 20 11 21"],
  Y2: ["00 01"], Y3: ["00 10 11"], Y4: ["00 01 11 12", "10 01 11 02"], Y5: ["00 01 11 21 22"],
  G2: ["00 01"], G3: ["00 01 02"], G4: ["10 01 11 12", "00 01 11 02"], G5: ["10 01 11 21 12"],
  B2: ["00 01"], B3: ["00 10 11"], B4: ["00 10 11 12", "00 10 01 02"], B5: ["00 10 20 11 12"],
  P2: ["00 01"], P3: ["00 01 02"], P4: ["00 01 02 03", "00 01 02 03"], P5: ["00 10 20 30 40"],
};
export const facades: FacadeTile[] = Object.entries(drawn).flatMap(([name, texts]) =>
  texts.map((text, copy) => {
    const crossed = ["R40", "R41", "R50", "Y40", "G50", "B40", "P40", "P50"].includes(name + copy);
    const state = !crossed && ["R2", "R3", "G2", "G3", "G4", "B2", "B3", "P2"].includes(name) ? "can" : "idle";
    return { name, copy, letter: name[0] as Letter, size: Number(name[1]), cells: grid(text), crossed, state, picked: name === "G3" };
  }),
);

export const abilities: Ability[] = [
  { name: "any", icon: "any", state: "used", title: "Any cards", text: "used, turned over" },
  { name: "extra", icon: "extra", state: "none", title: "Extra card", text: "not yours yet" },
  { name: "discount", icon: "discount", state: "active", title: "Discount", text: "pay one card less", pickable: true },
  { name: "recolour", icon: "recolour", state: "none", title: "Recolour", text: "not yours yet" },
  { name: "both", icon: "both", state: "active", title: "Both actions", text: "take, then build", pickable: true, picked: true },
];

// A row of boxes: + and * open, capital P and S ready, p and s used, x marked, f fresh star, . open
const boxes = (text: string): Box[] =>
  [...text].map((sign) => ({
    kind: "+Pp".includes(sign) ? "plus" : "*Ssf".includes(sign) ? "star" : "",
    state: "PS".includes(sign) ? "ready" : "ps".includes(sign) ? "used" : sign === "x" ? "marked" : sign === "f" ? "fresh" : "open",
    usable: "PS".includes(sign),
  }));
export const tracks: Track[] = [
  { letter: "R", icon: "reroll", title: "Reroll", text: "roll any dice again", boxes: boxes("pSP***..."), extra: boxes("sS"), reward: "+2" },
  { letter: "Y", icon: "again", title: "Again", text: "take a crossed-out tile", boxes: boxes("pxS+.**.."), reward: "+2", markable: true },
  { letter: "G", icon: "change", title: "Change", text: "set equal dice to one face", boxes: boxes("PxxsP.**."), reward: "+2" },
  { letter: "B", icon: "no-x", title: "No X", text: "this tile gets only O", boxes: boxes("Pf.*+*..."), reward: "+2" },
  { letter: "P", icon: "single-x", title: "Single X", text: "draw one extra cell", boxes: boxes("P.*+*.*.."), reward: "+2" },
];
