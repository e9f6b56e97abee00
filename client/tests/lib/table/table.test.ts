import { beforeEach, expect, test, vi } from "vitest";
import { clientOf } from "../../../src/games";
import type { Socket } from "../../../src/lib/net/connection";
import type { EventMessage } from "../../../src/lib/net/protocol";
import { settings } from "../../../src/lib/device/settings.svelte";
import { Table } from "../../../src/lib/table/table.svelte";

/** The server's end of the line. */
class Line implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  sent: Record<string, unknown>[] = [];
  send = (text: string) => void this.sent.push(JSON.parse(text));
  close() {}
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
}

const seat = (seat: number, yours: boolean) => ({ seat, yours, kind: "person", name: yours ? "Anna" : "Ida" });
const view = { turn: 0, seats: [{ house: {} }, { house: {} }], scores: [0, 0] };
let line: Line;
let table: Table;

/** An event with what it did. */
const event = (n: number, kind: string, more: object, rest: object = {}): EventMessage =>
  ({ n, event: { kind, at: n, ...more }, ...rest }) as EventMessage;

beforeEach(() => {
  settings.pace = "none"; // events are shown as they come
  Object.assign(globalThis, { location: { href: "http://x/" } });
  table = new Table("t", 0, clientOf("copenhagen"), () => (line = new Line()));
  line.onopen?.(new Event("open"));
  const subscribed = { n: 1, table: { status: "playing", seats: [seat(0, true), seat(1, false)] }, events: [], view };
  line.say({ ack: line.sent[0]!.id, ...subscribed, held: null, undo: 0, choices: null, clock: null });
});

test("events change the view, the log and the outlines of tiles", () => {
  const cover = { effect: "cover", seat: 1, tile: "R2", cells: ["a1", "b1"], brick: "a1" };
  line.say(event(2, "move", { seat: 1, move: "build R2 a1* b1 pay RR" }, { effects: [cover], patch: [[["turn"], 0]] }));
  expect(table.pieces[1]).toEqual([{ tile: "R2", cells: ["a1", "b1"], brick: "a1" }]);
  expect(table.lines.map(({ n }) => n)).toEqual([2]);
  expect(table.changes.cells[1]).toEqual(["a1", "b1"]);
});

test("what is taken back leaves the log and the house", () => {
  const cover = { effect: "cover", seat: 0, tile: "W1", cells: ["a1"], brick: null };
  line.say(event(2, "move", { seat: 0, move: "coat special a1" }, { effects: [cover], undo: 1 }));
  expect(table.undo).toBe(1);
  line.say(event(3, "undo", { seat: 0, moves: 1 }, { undo: 0 }));
  expect(table.pieces[0]).toEqual([]);
  expect(table.lines.map(({ kind }) => kind)).toEqual(["undo"]);
  expect(table.undo).toBe(0);
});

test("a second tap while a move is on its way sends nothing", async () => {
  const first = table.send({ move: "take 1 2" });
  expect(await table.send({ move: "take 1 2" })).toBe(false);
  const moves = line.sent.filter((message) => message.move);
  expect(moves).toHaveLength(1);
  line.say({ ack: moves[0]!.id, n: 2 });
  expect(await first).toBe(true);
  void table.send({ move: "take 3 4" });
  expect(line.sent.filter((message) => message.move)).toHaveLength(2);
});

test("what is refused is told", async () => {
  const sent = table.send({ move: "take 1 9" });
  line.say({ refused: line.sent.at(-1)!.id, code: "not your turn", details: {}, sentence: "" });
  expect(await sent).toBe(false);
  expect(table.refusal?.code).toBe("not your turn");
});

test("the clock runs for the seat that thinks", () => {
  line.say({ protocol: 1, version: "", now: Date.now() + 1000 });
  line.say(event(2, "move", { seat: 1 }, { clock: { left: [60_000, 30_000], running: 0, at: Date.now() } }));
  expect(table.timeLeft(1, Date.now())).toBe(30_000);
  expect(table.timeLeft(0, Date.now() + 9_000)).toBeLessThanOrEqual(50_200);
});

test("pictures and what chance brings are kept for a game that only the server can draw", () => {
  expect(line.sent[0]!.subscribe).toEqual({ since: 0, seat: 0, patches: true });
  table = new Table("t", 0, clientOf("somebody-elses"), () => (line = new Line()));
  line.onopen?.(new Event("open"));
  expect(line.sent[0]!.subscribe).toEqual({ since: 0, seat: 0, patches: true, picture: true });
  const joined = { n: 1, table: { status: "playing", seats: [seat(0, true), seat(1, false)] }, events: [], view, picture: "<svg>1</svg>" };
  line.say({ ack: line.sent[0]!.id, ...joined, held: null, undo: 0, choices: null, clock: null });
  expect(table.picture).toBe("<svg>1</svg>");
  line.say(event(2, "move", { seat: 1, move: "take" }));
  expect(table.picture).toBe("<svg>1</svg>");
  line.say(event(3, "chance", { chance: "dock R" }, { picture: "<svg>2</svg>" }));
  line.say(event(4, "chance", {})); // somebody else's secret
  expect(table.picture).toBe("<svg>2</svg>");
  expect(table.lines.map(({ n }) => n)).toEqual([2, 3]);
  table.lookAs(1);
  expect(table.picture).toBeNull();
});

test("choices are kept by patches, and stay where nothing changes them", () => {
  const choices = { seat: 0, plan: false, phase: "action", moves: ["take 1 2"], fields: [], gains: {}, tiles: [] };
  line.say(event(2, "move", { seat: 0 }, { choices, undo: 0, held: null }));
  const patch = [[["plan"], true], [["moves"], []]];
  line.say(event(3, "move", { seat: 0 }, { choices_patch: patch, undo: 0, held: null }));
  expect(table.choices).toEqual({ ...choices, plan: true, moves: [] });
  line.say(event(4, "chat", { seat: 1, text: "well" }));
  expect(table.choices?.plan).toBe(true);
  line.say(event(5, "over", {}, { choices: null, undo: 0, held: null }));
  expect(table.choices).toBeNull();
});

test("moves of others are shown at the pace that was chosen", () => {
  vi.useFakeTimers();
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }) }); // no motion, but time to read
  const shown = () => table.lines.length;
  const bots = (first: number) => {
    for (const n of [first, first + 1]) line.say(event(n, "move", { seat: 1, move: "take 1 2" }));
  };
  settings.pace = "slow";
  bots(2);
  expect(shown()).toBe(1);
  vi.advanceTimersByTime(2500);
  expect(shown()).toBe(1);
  vi.advanceTimersByTime(200);
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(9000);
  settings.pace = "none";
  bots(4);
  expect(shown()).toBe(4);
  vi.useRealTimers();
});

test("what others did since my move is stepped through, and gone with my next move", () => {
  const cover = { effect: "cover", seat: 1, tile: "R2", cells: ["a1", "b1"], brick: "a1" };
  line.say(event(2, "move", { seat: 1, move: "build R2 a1* b1 pay RR" }, { effects: [cover], patch: [[["scores"], [0, 1]]] }));
  line.say(event(3, "move", { seat: 1, move: "coat refresh" }, { patch: [[["scores"], [0, 2]]] }));
  expect([table.steps.length, table.glowing[1]]).toEqual([2, ["a1", "b1"]]);
  table.step(-1);
  table.step(-1);
  expect([table.view?.scores, table.shownSince]).toEqual([[0, 1], true]);
  table.step(1);
  table.step(1);
  expect([table.view?.scores, table.shownSince]).toEqual([[0, 2], false]);
  line.say(event(4, "move", { seat: 0, move: "take 1 2" }));
  expect([table.steps, table.glowing]).toEqual([[], {}]);
});

test("what others did while I was away is kept, and told in the present position where there is no other", () => {
  const cover = { effect: "cover", seat: 1, tile: "R2", cells: ["a1", "b1"], brick: "a1" };
  line.say(event(2, "move", { seat: 0, move: "take 1 2" }));
  line.say(event(3, "move", { seat: 1, move: "take 3 4" }, { patch: [[["scores"], [0, 1]]] }));
  line.onopen?.(new Event("open")); // a new connection
  const missed = [event(4, "chance", { chance: "refill 3=R" }), event(5, "move", { seat: 1, move: "build R2 a1* b1 pay RR" }, { effects: [cover] })];
  const joined = { n: 5, table: { status: "playing", seats: [seat(0, true), seat(1, false)] }, events: missed, view: { ...view, scores: [0, 3] } };
  line.say({ ack: line.sent.at(-1)!.id, ...joined, held: null, undo: 0, choices: null, clock: null });
  expect([table.steps.map((one) => one.line.n), table.glowing[1]]).toEqual([[3, 5], ["a1", "b1"]]);
  table.step(-1);
  expect([table.view?.scores, table.shownSince, table.changes.cells[1]]).toEqual([[0, 3], true, ["a1", "b1"]]);
  table.step(-1);
  expect(table.view?.scores).toEqual([0, 1]);
});
