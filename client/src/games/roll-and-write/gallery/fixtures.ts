/** Positions to look at. They are legal, but nothing here plays. */
import type { Coat, Letter } from "../../../art/types";
import { front, grid, rows } from "../../../gallery/positions";
import type { Box, FacadeTile, Track } from "../art/types";

const sheet = (...texts: string[]) => front(["O", "X"], ...texts);

export const me = sheet("P4 a1* b1 c1 d1", "G2 e1* e2", "R4 a2 b2 a3* b3", "B3 c2 d2 d3*", "Y3 c3* c4 d4", "W1 e3", "G3 b4 b5 b6*", "P3 e4 e5 e6*");
export const ida = sheet("P5 a1* b1 c1 d1 e1", "R5 a2* b2 c2 b3 c3", "B4 d2 e2 e3 e4*", "W1 c4", "Y2 d3 d4*", "R3 a3 a4 b4*", "G3 a5* b5 c5");

export const coats = (earned: string): Coat[] => [...rows(earned), { at: "b" }, { at: "d" }];

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
    return { name, copy, letter: name[0] as Letter, size: Number(name[1]), cells: grid(text), once: Number(name[1]) > 3, crossed, state, picked: name === "G3" };
  }),
);

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
