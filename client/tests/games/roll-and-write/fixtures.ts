// A small box of this game, and tables at which it is my turn.

import { Play } from "../../../src/games/roll-and-write/play.svelte";
import type { Components, Seat, View } from "../../../src/games/roll-and-write/view";
import type { Choices, Payment, TileChoice } from "../../../src/lib/net/protocol";
import { cellIndex, maskOf } from "../../../src/lib/placement/cells";
import type { Tile } from "../../../src/lib/placement/tiles";
import type { Table } from "../../../src/lib/table/table.svelte";
import { diceMove, told } from "../../moves";
import { bar, choice, nothingOffered, payment } from "../../tiles";

export const at = (...names: string[]) => maskOf(names.map(cellIndex));
export const none = { red: 0, yellow: 0, green: 0, blue: 0, purple: 0 };
export const pays = (...ways: string[]): Payment[] => ways.map((pay) => payment(pay));

/** The two mirror images of four cells: printed 3 and 2, each with one more when it is turned. */
const S4: Tile = {
  tile: "Y4", colour: "Y", size: 4, count: {}, printed: [[3, -1], [2, -1]],
  shapes: [
    { cells: [[1, 0], [2, 0], [0, 1], [1, 1]], marks: [0, 1, 2, 3], turn: [[3, 1], [3, 0], [3, 3], [3, 2]], back: [[3, 2], [3, 3], [3, 0], [3, 1]], flip: [[1, 1], [1, 0], [1, 3], [1, 2]], mirrored: false },
    { cells: [[0, 0], [1, 0], [1, 1], [2, 1]], marks: [0, 1, 2, 3], turn: [[2, 3], [2, 1], [2, 2], [2, 0]], back: [[2, 0], [2, 2], [2, 1], [2, 3]], flip: [[0, 1], [0, 0], [0, 3], [0, 2]], mirrored: false },
    { cells: [[1, 0], [0, 1], [1, 1], [0, 2]], marks: [0, 1, 2, 3], turn: [[1, 0], [1, 2], [1, 1], [1, 3]], back: [[1, 3], [1, 1], [1, 2], [1, 0]], flip: [[3, 0], [3, 2], [3, 1], [3, 3]], mirrored: false },
    { cells: [[0, 0], [0, 1], [1, 1], [1, 2]], marks: [0, 1, 2, 3], turn: [[0, 2], [0, 3], [0, 0], [0, 1]], back: [[0, 1], [0, 0], [0, 3], [0, 2]], flip: [[2, 0], [2, 2], [2, 1], [2, 3]], mirrored: false },
  ],
};

const single: Tile = {
  tile: "W1", colour: "W", size: 1, count: null, printed: [[0, 0]],
  shapes: [{ cells: [[0, 0]], marks: [0], turn: [[0, 0]], back: [[0, 0]], flip: [[0, 0]], mirrored: false }],
};

/** A single cell that can be drawn at c1 and d1, at c1 also without its X. */
export const singleChoice: TileChoice = {
  ...choice("W1", [{ legal: at("c1", "d1"), gains: [[2, 0, 1, 1, "1"], [2, -1, 2, 1, "1"]] }]), left: null, price: 0, without_mark: true, payments: [payment("")],
};

export const components = {
  game: "roll-and-write", goal: 12, placing: ["draw", "using"], tiles: [{ ...bar, printed: [[1, -1]] }, S4], dice: 5,
  track_points: 2, boxes: { start: 2, coat: 2, mark: 1 }, uses: { again: "again", single: "single-x", unmarked: "no-x" }, single, coats: { cells: [], rows: [2], columns: ["b"] },
  tracks: {
    red: { ability: "reroll", stars: 2, boxes: ["bonus", "star", "bonus", "star", "star", "star", null, null, null] },
    yellow: { ability: "again", stars: 0, boxes: ["bonus", null, "star", "bonus", null, "star", "star", null, null] },
    green: { ability: "change", stars: 0, boxes: [] }, blue: { ability: "no-x", stars: 0, boxes: [] }, purple: { ability: "single-x", stars: 0, boxes: [] },
  },
} as unknown as Components;

export const seat = (more: Partial<Seat> = {}): Seat => ({ sheet: {}, lines: "", tracks: none, stars: none, bonuses: none, ...more });

export function view(more: Partial<View> = {}): View {
  return {
    game: "roll-and-write", players: 2, options: { mirror: false }, seat: 0, turn: 0, scores: [0, 0], empty_cells: [45, 45], over: false, winners: [], ranking: [],
    phase: "turn", coats: 0, active: 0, round: 1, dice: "RRYW", crossed_out: { Y4: [false, false] }, seats: [seat(), seat()],
    fresh: { stars: none, bonuses: none }, ...more,
  };
}

/** A table at which it is my turn, that remembers what was sent. */
export function at_table(moves: string[], { phase = "turn", tiles = [] as TileChoice[], offers = {} as Partial<Choices>, ...more }: Partial<Omit<View, "phase">> & { phase?: View["phase"]; tiles?: TileChoice[]; offers?: Partial<Choices> } = {}) {
  const sent: string[] = [];
  const choices: Choices = { ...nothingOffered, phase, ...told(diceMove, moves), tiles, ...offers };
  const table = {
    view: view({ phase, ...more }), choices, held: null, seat: 0, myTurn: true, lines: [], name: String,
    send: ({ move }: { move: string }) => (sent.push(move), Promise.resolve(true)),
  };
  return { play: new Play(table as unknown as Table, components), sent };
}

export const red = (more: Partial<TileChoice> = {}): TileChoice => ({
  ...choice("R2", [{ legal: at("a1", "b1") }, { legal: at("a1", "c1"), gains: [[2, 0, 1, 1, "b"], [2, 1, 2, 1, "b"]] }]),
  payments: pays("RW", "RR", "R+"), ...more,
});
