/** Positions to look at. They are legal, but nothing here plays. */
import type { Coat, Letter } from "../../../art/types";
import { front, grid, rows } from "../../../gallery/positions";
import type { Ability, RackTile } from "../art/types";

const house = (...texts: string[]) => front(["window", "brick"], ...texts);

export const me = house("P4 a1* b1 c1 d1", "G2 e1* e2", "R4 a2 b2 a3* b3", "B3 c2 d2 d3*", "Y3 c3* c4 b4", "W1 e3", "R2 a4 a5*", "P3 b5 b6 b7*", "Y2 c5 c6*");
export const ida = house("P5 a1* b1 c1 d1 e1", "R5 a2* b2 c2 b3 c3", "B4 d2 e2 e3 e4*", "W1 c4", "Y2 d3 d4*", "R3 a3 a4 b4*", "G3 a5* b5 c5");
export const mads = house("R4 a1* b1 a2 b2", "B5 c2* d2 e1 e2 e3", "P2 c1* d1", "G4 a3 b3 c3 b4*", "Y3 d3* d4 e4", "P3 c4 c5 c6*", "B2 e5 e6*");

const cells = ["c3", "e5", "b7", "d9"].map((at) => ({ at }));
export const coats = (earned: string): Coat[] => [...cells, ...rows(earned)];

const shapes: Record<string, readonly [cells: string, brick: number | null]> = {
  R2: ["00 10", 0], R3: ["00 01 11", 0], R4: ["00 10 01 11", 0], R5: ["00 10 20 11 21", 0],
  Y2: ["00 10", 0], Y3: ["00 01 11", 0], Y4: ["00 10 11 21", 1], Y5: ["20 01 11 21 02", 0],
  G2: ["00 10", 0], G3: ["00 10 20", 0], G4: ["10 01 11 21", 0], G5: ["10 01 11 21 12", 1],
  B2: ["00 10", 0], B3: ["00 01 11", 0], B4: ["00 10 20 21", 0], B5: ["20 01 11 21 22", 1],
  P2: ["00 10", 0], P3: ["00 10 20", 0], P4: ["00 10 20 30", 0], P5: ["00 10 20 30 40", 0], W1: ["00", null],
};
const left: Record<string, number> = { R4: 0, R5: 0, Y2: 0, B5: 0, P5: 0, R3: 2, Y4: 2, G3: 2, B3: 2 };
export const rack: RackTile[] = Object.entries(shapes).map(([name, [text, brick]]) => {
  const n = name === "W1" ? 10 : (left[name] ?? 1);
  const state = n === 0 ? "gone" : ["R2", "Y3", "Y4", "B2", "B3", "B4", "P2", "W1"].includes(name) ? "can" : "dear";
  return { name, letter: name[0] as Letter, size: Number(name[1]), cells: grid(text), brick, left: n, state, picked: name === "B3", count: n ? `×${n}` : "gone" };
});

export const abilities: Ability[] = [
  { name: "any", icon: "any", state: "used", title: "Any cards", text: "used, turned over" },
  { name: "extra", icon: "extra", state: "none", title: "Extra card", text: "not yours yet" },
  { name: "discount", icon: "discount", state: "active", title: "Discount", text: "pay one card less", pickable: true },
  { name: "recolour", icon: "recolour", state: "none", title: "Recolour", text: "not yours yet" },
  { name: "both", icon: "both", state: "active", title: "Both actions", text: "take, then build", pickable: true, picked: true },
];
