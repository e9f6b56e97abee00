import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import client from "../../../src/games/roll-and-write";
import { log } from "../../../src/games/roll-and-write/log";
import { promptOf } from "../../../src/games/roll-and-write/prompt";
import { tracksOf } from "../../../src/games/roll-and-write/tracks";
import { TRACK_WORDS, cellWords, facadeWords, trackWords } from "../../../src/games/roll-and-write/words";
import type { Socket } from "../../../src/lib/net/connection";
import { type Effect, type FailedEvent, PROTOCOL } from "../../../src/lib/net/protocol";
import { cellIndex } from "../../../src/lib/placement/cells";
import { logText } from "../../../src/lib/table/log";
import { type Line, Table } from "../../../src/lib/table/table.svelte";
import { speak } from "../../../src/lib/words/words.svelte";
import { diceMove } from "../../moves";
import { at_table, components, none, red, seat, view } from "./fixtures";

describe("in words", () => {
  beforeAll(async () => {
    vi.stubGlobal("document", { documentElement: {} });
    await speak("en");
  });
  afterAll(() => vi.unstubAllGlobals());

  const line = (move: string | null, effects: Effect[], by = 1): Line => ({
    n: 1, at: 0, kind: move === null ? "chance" : "move", seat: by, event: null, move: move === null ? undefined : diceMove(move), effects,
  });
  const say = (...what: Parameters<typeof line>) => {
    const { deed, more } = logText(line(...what), { seat: 0, name: () => "Ida", parts: { log } });
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
      "Ida drew a green 4 on a1–b2: X in b2 · 2 green, 1 white and 1 bonus · the green 4 is crossed out · +2 points · coat of arms",
    );
  });

  test("rolls, stars, marks and coats of arms", () => {
    expect(say(null, [{ effect: "roll", dice: "RRW" }], 0)).toBe("You rolled 2 red and 1 white");
    expect(say("reroll RY", [{ effect: "star", ability: "reroll" }])).toBe("Ida rerolled 1 red and 1 yellow");
    expect(say("change RR W", [{ effect: "star", ability: "change" }])).toBe("Ida turned 2 red to white: used Change");
    expect(say("single c4*", [{ effect: "cover", cells: ["c4"], cross: "c4" }], 0)).toBe("You drew a single X in c4");
    expect(say("coat window c4", [{ effect: "cover", cells: ["c4"], cross: null }])).toBe("Ida drew an O in c4");
    expect(say("mark -", [])).toBe("Ida didn’t mark a box");
    const marks = [{ effect: "mark", track: "red", boxes: [3, 4], stars: 1, bonuses: 1 }];
    expect(say("coat track red", marks)).toBe("Ida marked 2 × red: 1 star unlocked · 1 bonus unlocked");
    expect(say("pass", [], 0)).toBe("You passed");
    expect(say("coat decline", [])).toBe("Ida skipped a coat of arms");
  });

  test("a bot that failed, and which one plays instead", () => {
    const failed = (more: Pick<FailedEvent, "why" | "plays" | "rest">): string =>
      logText({ n: 1, at: 0, kind: "failed", seat: 1, event: { kind: "failed", at: 0, seat: 1, bot: "hard", ...more }, effects: [] }, { seat: 0, name: () => "Ida", parts: { log } }).deed;
    expect(failed({ why: "time", plays: "greedy", rest: false })).toBe("Ida took too long: the bot greedy made this move");
    expect(failed({ why: "error", plays: "greedy", rest: false })).toBe("Ida couldn’t decide: the bot greedy made this move");
    expect(failed({ why: "error", plays: "greedy", rest: true })).toBe("Ida failed again: the bot greedy plays to the end");
  });

  test("cells, tiles and tracks for those who do not see them", () => {
    expect(cellWords("b3", { b3: ["R", "X"] }, [], null, [])).toBe("row 3, column b, red, X");
    expect(cellWords("b3", {}, ["b3"], "b3", [])).toBe("row 3, column b, free, the tile you’re placing, X");
    const tile = { name: "R4", copy: 0, letter: "R" as const, size: 4, cells: [], once: true };
    expect(facadeWords({ ...tile, crossed: true, state: "idle" })).toBe("red 4, crossed out, can’t be drawn now");
    expect(facadeWords({ ...tile, crossed: true, state: "can" })).toBe("red 4, crossed out, with an Again star");
    const one = seat({ tracks: { ...none, red: 2 }, stars: { ...none, red: 3 }, bonuses: { ...none, red: 1 } });
    const [track] = tracksOf(components, view({ seats: [one, seat()] }), 0, TRACK_WORDS);
    expect(trackWords(track!, 1)).toBe("red track, Reroll, 2 of 9 marked, 3 stars ready, 1 bonus ready, 1 more to mark");
  });

  test("one sentence says what can be done", () => {
    const text = (...what: Parameters<typeof at_table>) => promptOf(at_table(...what).play).text;
    expect(text(["pass"])).toBe("No tile fits these dice.");
    expect(text(["reroll R", "pass"])).toBe("No tile fits these dice: pick dice to reroll, or pass.");
    expect(text(["reroll R"], { tiles: [red()] })).toBe("Pick a tile on the facade sheet, or dice to reroll.");
    expect(text(["mark -", "mark red blue"], { phase: "mark" })).toBe("Mark up to 2 boxes, or skip.");
    expect(text(["done", "single a1*"], { phase: "after draw" })).toBe("Use another star or end your turn.");
    const { play } = at_table([], { tiles: [red()] });
    play.pickTile("R2", 0);
    expect(promptOf(play).text).toBe("Tap your sheet to draw the red 2.");
    play.put(cellIndex("a1"));
    expect(promptOf(play).text).toBe("Draw the red 2 with 1 red and 1 white.");
    play.put(cellIndex("b5"));
    expect(promptOf(play).tone).toBe("bad");
  });
});

test("the log tells whose dice were rolled, also after a move was taken back", () => {
  vi.stubGlobal("location", { href: "http://x/" });
  const sent: { id: string }[] = [];
  const socket: Socket = { onopen: null, onmessage: null, onclose: null, send: (text) => void sent.push(JSON.parse(text)), close: () => {} };
  const table = new Table("t", 0, client, () => socket);
  const hear = (message: object) => socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  const roll = (n: number, dice: string, next?: number) => ({
    n, event: { kind: "chance", at: 0 }, effects: [{ effect: "roll", dice }, ...(next === undefined ? [] : [{ effect: "turn", seat: next }])],
  });
  const move = (n: number, by: number, text: string, next?: number) => ({
    n, event: { kind: "move", at: 0, seat: by, ...diceMove(text) }, effects: next === undefined ? [] : [{ effect: "turn", seat: next }],
  });
  const events = [
    roll(1, "RRYGW"), move(2, 0, "reroll RR"), roll(3, "BB"), move(4, 0, "draw R2 a1* b1 using RR", 1), { n: 5, event: { kind: "undo", at: 0, seat: 0, moves: 1 } },
    move(6, 0, "reroll Y"), roll(7, "P"), move(8, 0, "pass", 1), move(9, 1, "mark -"), roll(10, "RYGBP"), move(11, 1, "pass", 0), move(12, 0, "mark -", 2), roll(13, "WWWWW"),
  ];
  socket.onopen?.(new Event("open"));
  hear({ protocol: PROTOCOL, version: "1", now: 0 });
  hear({ ack: sent[0]!.id, n: 13, table: {}, events, view: null, held: null, undo: 0, choices: null, clock: null });
  expect(table.lines.filter(({ kind }) => kind === "chance").map(({ n, seat }) => [n, seat])).toEqual([[1, 0], [3, 0], [7, 0], [10, 1], [13, 2]]);
  table.close();
  vi.unstubAllGlobals();
});
