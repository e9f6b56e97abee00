import { expect, test, vi } from "vitest";
import type { OpenView, ReplayStep } from "../../../src/lib/net/protocol";
import { framesOf, moments, turnFrom } from "../../../src/lib/replay/frames";
import { cardMove, diceMove } from "../../moves";
import { Replayer } from "../../../src/lib/replay/replayer.svelte";

const begin: OpenView = {
  game: "a game", players: 2, options: {}, seat: null, turn: 0, scores: [0, 0], empty_cells: [45, 45], over: false, winners: [], ranking: [], hands: ["RR", "B"],
};
const step = (more: Partial<ReplayStep>): ReplayStep => ({ n: 0, effects: [], patch: [], ...more });
const steps: ReplayStep[] = [
  step({ n: 0, chance: "docks RRYYGGB", effects: [{ effect: "deal", dock: 1, card: "R" }] }),
  step({ n: 1, seat: 0, ...cardMove("take 1 2"), effects: [{ effect: "take", seat: 0, dock: 1, card: "R" }] }),
  step({
    n: 2,
    chance: "refill 1=P",
    effects: [{ effect: "deal", dock: 1, card: "P" }],
    patch: [[["hands", 0], "RRRR"]],
  }),
  step({
    n: 3,
    seat: 0,
    ...cardMove("build R2 a1* b1 pay RR"),
    effects: [
      { effect: "cover", seat: 0, tile: "R2", cells: ["a1", "b1"], brick: "a1" },
      { effect: "line", seat: 0, line: "row 1", points: 2, windows: true },
      { effect: "points", seat: 0, points: 2, score: 2 },
    ],
    patch: [[["hands", 0], "RR"], [["scores", 0], 2], [["turn"], 1]],
  }),
  step({ n: 4, seat: 1, ...cardMove("end"), patch: [[["turn"], null], [["over"], true]] }),
];
const frames = framesOf({ view: begin, steps });

test("a frame is a move with the chance behind it, after the beginning", () => {
  expect(frames.map(({ line }) => line?.move?.move)).toEqual([undefined, "take 1 2", "build R2 a1* b1 pay RR", "end"]);
  expect(frames.map(({ view }) => view.hands[0])).toEqual(["RR", "RRRR", "RR", "RR"]);
  expect(frames[1]!.changes.effects).toContainEqual(expect.objectContaining({ effect: "deal", dock: 1 }));
  expect(frames[1]!.line!.effects).toHaveLength(2);
  expect(frames[0]!.view.scores).toEqual([0, 0]);
});

test("tiles stay, with what they completed shown once", () => {
  expect(frames.map(({ pieces }) => pieces[0]!.length)).toEqual([0, 0, 1, 1]);
  expect(frames[2]!.changes).toMatchObject({ cells: { 0: ["a1", "b1"] }, lines: { 0: ["1"] } });
  expect(frames[3]!.changes.lines).toEqual({});
});

test("turns are counted, and gone to from within and between", () => {
  expect(frames.map(({ turn }) => turn)).toEqual([1, 1, 2, 2]);
  expect(turnFrom(frames, 0, 1)).toBe(2);
  expect(turnFrom(frames, 2, 1)).toBe(3);
  expect(turnFrom(frames, 3, -1)).toBe(2);
  expect(turnFrom(frames, 2, -1)).toBe(0);
});

test("while others mark in the dice game, it is still the roller's turn", () => {
  const dice: OpenView = { ...begin, active: 0, hands: [null, null] };
  const marking = framesOf({
    view: dice,
    steps: [step({ seat: 0, ...diceMove("pass"), patch: [[["turn"], 1]] }), step({ seat: 1, ...diceMove("mark -"), patch: [[["active"], 1]] })],
  });
  expect(marking.map(({ turn }) => turn)).toEqual([1, 1, 2]);
});

test("points are found", () => {
  expect(moments(frames)).toEqual([{ frame: 2, seat: 0, points: 2, score: 2 }]);
});

test("keys go through a replay and stay inside", () => {
  const replayer = new Replayer(frames);
  const at = (...keys: string[]) => {
    for (const key of keys) expect(replayer.key(key)).toBe(true);
    return replayer.at;
  };
  expect(at("ArrowLeft")).toBe(0);
  expect(at("ArrowRight")).toBe(1);
  expect(at("PageDown")).toBe(2);
  expect(at("End", "ArrowRight")).toBe(3);
  expect(at("Home")).toBe(0);
  expect(replayer.key("x")).toBe(false);
});

test("it plays by itself to the end, and from there again", () => {
  vi.useFakeTimers();
  const replayer = new Replayer(frames);
  replayer.setSpeed(4);
  replayer.key(" ");
  vi.advanceTimersByTime(400);
  expect(replayer.at).toBe(1);
  vi.advanceTimersByTime(4000);
  expect([replayer.at, replayer.playing]).toEqual([3, false]);
  replayer.toggle();
  expect([replayer.at, replayer.playing]).toEqual([0, true]);
  replayer.stop();
  vi.advanceTimersByTime(4000);
  expect(replayer.at).toBe(0);
  vi.useRealTimers();
});
