import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cellIndex, maskOf } from "../src/lib/cells";
import type { Components, Tile } from "../src/lib/components";
import * as dice from "../src/lib/dice";
import type { Socket } from "../src/lib/connection";
import { DicePlay } from "../src/lib/diceplay.svelte";
import { dicePrompt } from "../src/lib/diceprompt";
import { TRACK_WORDS, facadeWords, sheetCellWords, trackWords } from "../src/lib/dicetelling";
import type { Effect } from "../src/lib/fresh";
import { type Choices, PROTOCOL, type Payment, type TileChoice } from "../src/lib/protocol";
import { type Line, Table } from "../src/lib/table.svelte";
import { told } from "../src/lib/telling";
import { speak } from "../src/lib/words.svelte";
import { bar, choice } from "./tiles";

const at = (...names: string[]) => maskOf(names.map(cellIndex));
const none = { red: 0, yellow: 0, green: 0, blue: 0, purple: 0 };
const pays = (...ways: string[]): Payment[] => ways.map((pay) => ({ pay, abilities: [] }));

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

const components = {
  game: "roll-and-write", goal: 12, placing: ["draw", "using"], tiles: [{ ...bar, printed: [[1, -1]] }, S4], dice: 5,
  starting_rerolls: 2, track_points: 2, coats: { cells: [], rows: [2], columns: ["b"] },
  tracks: {
    red: { ability: "reroll", boxes: ["bonus", "star", "bonus", "star", "star", "star", null, null, null] },
    yellow: { ability: "again", boxes: ["bonus", null, "star", "bonus", null, "star", "star", null, null] },
    green: { ability: "change", boxes: [] }, blue: { ability: "no-x", boxes: [] }, purple: { ability: "single-x", boxes: [] },
  },
} as unknown as Components;

const seat = (more: Partial<dice.DiceSeat> = {}): dice.DiceSeat => ({ sheet: {}, tracks: none, stars: none, bonuses: none, ...more });

function view(more: Partial<dice.DiceView> = {}): dice.DiceView {
  return {
    game: "roll-and-write", players: 2, seat: 0, turn: 0, scores: [0, 0], empty_cells: [45, 45], over: false, winners: [], ranking: [],
    phase: "turn", coats: 0, active: 0, round: 1, dice: "RRYW", crossed_out: { Y4: [false, false] }, seats: [seat(), seat()],
    fresh: { stars: none, bonuses: none }, ...more,
  };
}

/** A table at which it is my turn, that remembers what was sent. */
function at_table(moves: string[], { phase = "turn", tiles = [] as TileChoice[], gains = {} as Choices["gains"], ...more }: Partial<Omit<dice.DiceView, "phase">> & { phase?: dice.DiceView["phase"]; tiles?: TileChoice[]; gains?: Choices["gains"] } = {}) {
  const sent: string[] = [];
  const choices: Choices = { seat: 0, plan: false, phase, moves, gains, tiles };
  const table = {
    view: view({ phase, ...more }), choices, held: null, seat: 0, myTurn: true, lines: [], name: String,
    send: ({ move }: { move: string }) => (sent.push(move), Promise.resolve(true)),
  };
  return { play: new DicePlay(table as unknown as Table, components), sent };
}

const red = (more: Partial<TileChoice> = {}): TileChoice => ({
  ...choice("R2", [{ legal: at("a1", "b1") }, { legal: at("a1", "c1"), gains: [[2, 0, 1, 1], [2, 1, 2, 1]] }]),
  payments: pays("RW", "RR", "R+"), ...more,
});

describe("tracks", () => {
  test("what was unlocked first is used first, what came in this turn waits", () => {
    const one = seat({ tracks: { ...none, red: 5 }, stars: { ...none, red: 3 }, bonuses: { ...none, red: 1 } });
    const table = view({ seats: [one, seat()], fresh: { stars: { ...none, red: 1 }, bonuses: none } });
    const { boxes, extra } = dice.boxesOf(components, table, 0, "red");
    expect(extra.map((box) => box.state)).toEqual(["used", "used"]);
    expect(boxes.map((box) => box.state)).toEqual(["used", "ready", "ready", "ready", "fresh", "open", "open", "open", "open"]);
  });

  test("a marked box without anything is just marked, and what is fresh for one is ready for another", () => {
    const one = seat({ tracks: { ...none, yellow: 3 }, stars: { ...none, yellow: 1 }, bonuses: { ...none, yellow: 1 } });
    const table = view({ active: 1, seats: [one, seat()], fresh: { stars: { ...none, yellow: 1 }, bonuses: none } });
    expect(dice.boxesOf(components, table, 0, "yellow").boxes.slice(0, 4).map((box) => box.state)).toEqual(["ready", "marked", "ready", "open"]);
  });
});

describe("dice", () => {
  test("letters are found from the left, each die once", () => {
    expect(dice.placesOf("RRYW", "RW")).toEqual([0, 3]);
    expect(dice.placesOf("RRYW", "RR+")).toEqual([0, 1]);
  });

  test("only what some offered move has can be selected, and is sent as it is spelt", () => {
    const { play, sent } = at_table(["reroll R", "reroll RY", "change Y R", "change Y W", "pass"]);
    expect(play.selectable).toEqual([0, 1, 2]);
    play.pickDie(2);
    expect(play.changes).toEqual(["R", "W"]);
    expect(play.rerollMove).toBeUndefined();
    play.pickDie(0);
    expect(play.rerollMove).toBe("reroll RY");
    expect(play.changes).toEqual([]);
    expect(play.selectable).not.toContain(1);
    play.pickDie(0);
    void play.changeTo("W");
    expect(sent).toEqual(["change Y W"]);
  });

  test("nothing can be selected that is not offered, and nothing is sent that is not", () => {
    const { play, sent } = at_table(["pass"]);
    play.pickDie(0);
    expect(play.chosen).toEqual([]);
    void play.play("reroll R");
    expect(sent).toEqual([]);
  });

  test("the way to pay without bonuses comes first; a die is exchanged for another; selected dice are used", () => {
    const { play } = at_table(["reroll RR", "reroll R"], { tiles: [red({ payments: pays("R+", "RW", "RR") })] });
    play.pickTile("R2", 0);
    expect(play.payment!.pay).toBe("RW");
    expect(play.raised).toEqual([0, 3]);
    play.pickDie(3);
    expect(play.payment!.pay).toBe("RR");
    play.pickDie(1);
    expect(play.payment!.pay).toBe("RW");
    play.reset();
    play.pickDie(0);
    play.pickDie(1);
    play.pickTile("R2", 0);
    expect(play.payment!.pay).toBe("RR");
  });
});

describe("drawing", () => {
  test("a tile, its place, its X: as the server spells it", () => {
    const { play, sent } = at_table([], { tiles: [red()] });
    play.pickTile("R2", 0);
    play.tapSheet({ x: 0.5, y: 0.5 }, "a1");
    expect(play.placeMove).toBe("draw R2 a1* a2 using RW");
    play.tapSheet({ x: 0.5, y: 1.5 }, "a2");
    expect(play.placeMove).toBe("draw R2 a1 a2* using RW");
    play.moveCross();
    play.moveCross();
    void play.place();
    expect(sent).toEqual(["draw R2 a1 a2* using RW"]);
    expect(play.held).toBeNull();
  });

  test("until it is moved, the X goes where most points are", () => {
    const { play } = at_table([], { tiles: [red()] });
    play.pickTile("R2", 0);
    play.put(cellIndex("c1"));
    expect(play.placeMove).toBe("draw R2 c1 c2* using RW");
    expect(play.gain).toEqual({ points: 2, coats: 1 });
    play.moveCross();
    expect(play.gain).toEqual({ points: 1, coats: 1 });
    play.put(cellIndex("a1"));
    play.put(cellIndex("c1"));
    expect(play.placeMove).toBe("draw R2 c1* c2 using RW");
  });

  test("the X is left out only where that is offered", () => {
    const without = at_table([], { tiles: [red()] }).play;
    without.pickTile("R2", 0);
    without.put(cellIndex("a1"));
    without.toggleCross();
    expect(without.placeMove).toBe("draw R2 a1* a2 using RW");
    const { play } = at_table([], { tiles: [red({ without_mark: true })] });
    play.pickTile("R2", 0);
    play.put(cellIndex("a1"));
    play.toggleCross();
    expect(play.placeMove).toBe("draw R2 a1 a2 using RW");
    play.toggleCross();
    expect(play.placeMove).toBe("draw R2 a1* a2 using RW");
  });

  test("a place that is not legal draws nothing", () => {
    const { play } = at_table([], { tiles: [red()] });
    play.pickTile("R2", 0);
    play.put(cellIndex("b5"));
    expect(play.placeMove).toBeUndefined();
  });
});

describe("the facade sheet", () => {
  // The first one is crossed out and can be had for a star, its mirror image is open.
  const shapes = [
    { legal: at("a1"), take: "again" as const }, { legal: at("a1"), take: "open" as const },
    { legal: at("b1"), take: "open" as const }, { legal: at("c1"), take: "again" as const },
  ];
  const crossed = { crossed_out: { Y4: [true, false] } };
  const tiles = [{ ...choice("Y4", shapes), payments: pays("YYYY") }];

  test("shows each copy as it can be had", () => {
    const { play } = at_table([], { ...crossed, tiles });
    const shown = (choices: Choices | null, held: { tile: string; shape: number } | null) =>
      dice.facadeTiles(components, play.view!, choices, held).filter(({ name }) => name === "Y4").map((tile) => [tile.crossed, tile.state, tile.picked]);
    expect(shown(play.choices, { tile: "Y4", shape: 1 })).toEqual([[true, "can", false], [false, "can", true]]);
    const gone = tiles.map((tile) => ({ ...tile, shapes: tile.shapes.filter(({ take }) => take === "open") }));
    expect(shown({ ...play.choices!, tiles: gone }, null)).toEqual([[true, "idle", false], [false, "can", false]]);
    expect(shown(null, null)).toEqual([[true, "idle", false], [false, "idle", false]]);
  });

  test("no tap, turn or flip spends a star that was not asked for", () => {
    const { play } = at_table([], { ...crossed, tiles });
    play.pickTile("Y4", 1);
    expect(play.again).toBe(false);
    play.tap({ x: 2.5, y: 0.5 });
    play.turn("flip");
    expect([1, 2]).toContain(play.held!.shape);
    expect(play.flippable).toBe(false);
    play.pickTile("Y4", 0);
    expect(play.again).toBe(true);
    play.tap({ x: 2.5, y: 0.5 });
    expect(play.placeMove).toMatch(/^draw Y4 c1\*? c2\*? d2\*? d3\*? using YYYY$/);
  });
});

describe("single cells and coats of arms", () => {
  test("what a single cell brings is told before it is placed", () => {
    const { play } = at_table(["single c1*", "single c1", "single d1*"], { gains: { "single c1*": [1, 1], "single c1": [2, 1] } });
    play.pickSingle();
    play.put(2);
    expect(play.gain).toEqual({ points: 1, coats: 1 });
    play.toggleCross();
    expect(play.gain).toEqual({ points: 2, coats: 1 });
    play.put(3);
    expect(play.gain).toEqual({ points: 0, coats: 0 });
  });

  test("what a window brings is told for each cell", () => {
    const { play } = at_table(["coat window c1", "coat window d1"], { phase: "coat", gains: { "coat window d1": [3, 0] } });
    expect(["c1", "d1"].map((cell) => play.gainAt(cell).points)).toEqual([0, 3]);
  });

  test("a single cell is placed like a tile, with an X, or an O where that is offered", () => {
    const { play, sent } = at_table(["single c1*", "single c1", "single d1*"]);
    play.pickSingle();
    play.tapSheet({ x: 3.5, y: 0.5 }, "d1");
    expect(play.placeMove).toBe("single d1*");
    play.toggleCross();
    expect(play.placeMove).toBeUndefined();
    play.tapSheet({ x: 2.5, y: 0.5 }, "c1");
    expect(play.placeMove).toBe("single c1");
    void play.place();
    expect(sent).toEqual(["single c1"]);
  });

  test("it is not there without a star", () => {
    const { play } = at_table(["pass"]);
    play.pickSingle();
    expect(play.held).toBeNull();
  });

  test("a coat of arms: a cell that is offered, or a track", () => {
    const { play, sent } = at_table(["coat window b1", "coat track blue", "coat decline"], { phase: "coat" });
    expect(play.anchors).toEqual(["b1"]);
    play.tapSheet({ x: 4.5, y: 8.5 }, "e9");
    expect(sent).toEqual([]);
    expect(play.markable).toEqual(["blue"]);
    play.pickTrack("red");
    play.tapSheet({ x: 1.4, y: 1.2 }, "b2");
    expect(sent).toEqual(["coat window b1"]);
  });
});

describe("marking", () => {
  test("one box: the tap marks", () => {
    const { play, sent } = at_table(["mark -", "mark red", "mark yellow"], { phase: "mark" });
    expect(play.markable).toEqual(["red", "yellow"]);
    expect(play.mostMarks).toBe(1);
    play.pickTrack("green");
    play.pickTrack("yellow");
    expect(sent).toEqual(["mark yellow"]);
  });

  test("two boxes: in the order of the tracks, the same one twice only if that is offered, or one alone", () => {
    const moves = ["mark -", "mark red", "mark blue", "mark red blue", "mark red red"];
    const { play, sent } = at_table(moves, { phase: "mark" });
    play.pickTrack("blue");
    expect(play.markMove).toBe("mark blue");
    expect(play.markable).toEqual(["red"]);
    play.pickTrack("blue");
    expect(play.picked).toEqual([]);
    play.pickTrack("blue");
    play.pickTrack("red");
    expect(sent).toEqual(["mark red blue"]);
    play.pickDie(0);
    play.pickDie(1);
    expect(sent.at(-1)).toBe("mark red red");
  });

  test("the track to begin with", () => {
    const { play, sent } = at_table(["start red", "start blue"], { phase: "start" });
    expect(play.markable).toEqual(["red", "blue"]);
    play.pickTrack("yellow");
    play.pickTrack("blue");
    expect(sent).toEqual(["start blue"]);
  });
});

test("what is not offered any more is put back", () => {
  const { play } = at_table(["reroll R"], { tiles: [red()] });
  play.check();
  play.pickDie(0);
  play.check();
  expect(play.chosen).toEqual([0]);
  play.pickTile("R2", 0);
  (play.table as { choices: Choices | null }).choices = null;
  play.check();
  expect(play.held).toBeNull();
  expect(play.busy).toBe(false);
});

describe("in words", () => {
  beforeAll(async () => {
    vi.stubGlobal("document", { documentElement: {} });
    await speak("en");
  });
  afterAll(() => vi.unstubAllGlobals());

  const line = (move: string | null, effects: Effect[], by = 1): Line => ({
    n: 1, at: 0, kind: move === null ? "chance" : "move", seat: by, event: { move }, effects,
  });
  const say = (...what: Parameters<typeof line>) => {
    const { deed, more } = told(line(...what), { seat: 0, name: () => "Ida" });
    return more ? `${deed}: ${more}` : deed;
  };

  test("a draw tells cells, X, dice, what was crossed out and what it brought", () => {
    const effects: Effect[] = [
      { effect: "dice", seat: 1, used: "GGW", left: "BR" },
      { effect: "bonus", seat: 1, track: "green", used: 1, left: 0 },
      { effect: "tile", tile: "G4", copy: 0, crossed_out: true },
      { effect: "cover", seat: 1, tile: "G4", cells: ["a1", "b1", "c1", "b2"], cross: "b2" },
      { effect: "points", seat: 1, points: 2, score: 4 },
      { effect: "coats", seat: 1, earned: 1, owed: 1 },
    ];
    expect(say("draw G4 a1 b1 c1 b2* using GGW+", effects)).toBe(
      "Ida drew green 4 on a1–b2: X in b2 · 2 green, 1 white, and 1 bonus · green 4 is crossed out · +2 points · coat of arms",
    );
  });

  test("rolls, stars, marks and coats of arms", () => {
    expect(say(null, [{ effect: "roll", dice: "RRW" }], 0)).toBe("You rolled 2 red and 1 white");
    expect(say("reroll RY", [{ effect: "star", ability: "reroll" }])).toBe("Ida rerolled 1 red and 1 yellow");
    expect(say("change RR W", [{ effect: "star", ability: "change" }])).toBe("Ida turned 2 red to white: used Change");
    expect(say("single c4*", [{ effect: "cover", cells: ["c4"], cross: "c4" }], 0)).toBe("You drew a single X in c4");
    expect(say("coat window c4", [{ effect: "cover", cells: ["c4"], cross: null }])).toBe("Ida drew an O in c4");
    expect(say("mark -", [])).toBe("Ida didn’t mark");
    const marks = [{ effect: "mark", track: "red", boxes: [3, 4], stars: 1, bonuses: 1 }];
    expect(say("coat track red", marks)).toBe("Ida marked 2 × red: 1 star unlocked · 1 bonus unlocked");
    expect(say("pass", [], 0)).toBe("You passed");
    expect(say("coat decline", [])).toBe("Ida skipped a coat of arms");
  });

  test("cells, tiles and tracks for those who do not see them", () => {
    expect(sheetCellWords("b3", { b3: ["R", "X"] }, [], null, [])).toBe("row 3, column b, red, X");
    expect(sheetCellWords("b3", {}, ["b3"], "b3", [])).toBe("row 3, column b, free, the tile you’re placing, X");
    const tile = { name: "R4", copy: 0, letter: "R" as const, size: 4, cells: [] };
    expect(facadeWords({ ...tile, crossed: true, state: "idle" })).toBe("red 4, crossed out, can’t be drawn now");
    expect(facadeWords({ ...tile, crossed: true, state: "can" })).toBe("red 4, crossed out, with an Again star");
    const one = seat({ tracks: { ...none, red: 2 }, stars: { ...none, red: 3 }, bonuses: { ...none, red: 1 } });
    const [track] = dice.tracksOf(components, view({ seats: [one, seat()] }), 0, TRACK_WORDS);
    expect(trackWords(track!, 1)).toBe("red track, Reroll, 2 of 9 marked, 3 stars ready, 1 bonus ready, 1 more to be marked");
  });

  test("one sentence says what can be done", () => {
    const text = (...what: Parameters<typeof at_table>) => dicePrompt(at_table(...what).play).text;
    expect(text(["pass"])).toBe("No tile fits these dice.");
    expect(text(["reroll R", "pass"])).toBe("No tile fits these dice: pick dice to reroll, or pass.");
    expect(text(["reroll R"], { tiles: [red()] })).toBe("Pick a tile on the facade sheet, or dice to reroll.");
    expect(text(["mark -", "mark red blue"], { phase: "mark" })).toBe("Mark up to 2 boxes, or skip.");
    expect(text(["done", "single a1*"], { phase: "after draw" })).toBe("Use another star or end your turn.");
    const { play } = at_table([], { tiles: [red()] });
    play.pickTile("R2", 0);
    expect(dicePrompt(play).text).toBe("Tap your sheet to draw red 2.");
    play.put(cellIndex("a1"));
    expect(dicePrompt(play).text).toBe("Draw red 2 with 1 red and 1 white.");
    play.put(cellIndex("b5"));
    expect(dicePrompt(play).tone).toBe("bad");
  });
});

test("the log tells whose dice were rolled, also after a move was taken back", () => {
  vi.stubGlobal("location", { href: "http://x/" });
  const sent: { id: string }[] = [];
  const socket: Socket = { onopen: null, onmessage: null, onclose: null, send: (text) => void sent.push(JSON.parse(text)), close: () => {} };
  const table = new Table("t", 0, () => socket);
  const hear = (message: object) => socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  const roll = (n: number, dice: string, next?: number) => ({
    n, event: { kind: "chance", at: 0 }, effects: [{ effect: "roll", dice }, ...(next === undefined ? [] : [{ effect: "turn", seat: next }])],
  });
  const move = (n: number, by: number, text: string, next?: number) => ({
    n, event: { kind: "move", at: 0, seat: by, move: text }, effects: next === undefined ? [] : [{ effect: "turn", seat: next }],
  });
  const events = [
    roll(1, "RRYGW"), move(2, 0, "reroll RR"), roll(3, "BB"), move(4, 0, "draw …", 1), { n: 5, event: { kind: "undo", at: 0, seat: 0, moves: 1 } },
    move(6, 0, "reroll Y"), roll(7, "P"), move(8, 0, "pass", 1), move(9, 1, "mark -"), roll(10, "RYGBP"), move(11, 1, "pass", 0), move(12, 0, "mark -", 2), roll(13, "WWWWW"),
  ];
  socket.onopen?.(new Event("open"));
  hear({ protocol: PROTOCOL, version: "1", now: 0 });
  hear({ ack: sent[0]!.id, n: 13, table: {}, events, view: null, held: null, undo: 0, choices: null, clock: null });
  expect(table.lines.filter(({ kind }) => kind === "chance").map(({ n, seat }) => [n, seat])).toEqual([[1, 0], [3, 0], [7, 0], [10, 1], [13, 2]]);
  table.close();
  vi.unstubAllGlobals();
});
