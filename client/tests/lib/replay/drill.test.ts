import { expect, test } from "vitest";
import type { Decision, Effect, Option } from "../../../src/lib/net/protocol";
import { Drill, isGood } from "../../../src/lib/replay/drill.svelte";
import { betterSketch, sketchOf } from "../../../src/lib/replay/sketch";
import { cardMove } from "../../moves";

const option = (text: string, lost: number): Option => ({ ...cardMove(text), effects: [], lost }) as Option;
const best = option("take 2 3", 0);
const equal = option("take 3 4", 0.004);
const played = option("take 1 2", 0.06);
const decision = { number: 5, seat: 0, move: played.move, best: best.move, options: [played, best, equal] } as Decision;

test("each exercise is chosen, judged once, and followed by the next", () => {
  const drill = new Drill([decision, { ...decision, number: 9 }]);
  drill.check();
  expect(drill.judged).toBe(false);
  drill.choose(equal);
  drill.check();
  drill.check();
  expect([drill.judged, drill.found]).toEqual([true, 1]);
  drill.choose(played);
  expect(drill.chosen).toBe(equal);
  drill.next();
  expect([drill.decision?.number, drill.chosen, drill.judged]).toEqual([9, null, false]);
  drill.choose(played);
  drill.check();
  drill.next();
  expect([drill.over, drill.found, drill.decision]).toEqual([true, 1, undefined]);
  drill.restart();
  expect([drill.at, drill.found, drill.over]).toEqual([0, 0, false]);
});

test("what loses less than a percent is as good as the best", () => {
  expect([best, equal, played].map(isGood)).toEqual([true, true, false]);
});

const cover = (cells: string[], mark: object) => ({ effect: "cover", seat: 0, tile: "G3", cells, ...mark }) as unknown as Effect;

test("a move is sketched with its brick or X, and what follows by its cells", () => {
  const then = { seat: 0, effects: [cover(["c1", "c2"], { brick: null })] };
  const sketch = betterSketch({ ...decision, best_effects: [cover(["a1", "b1", "b2"], { brick: "b1" })], continuation: [then] } as unknown as Decision);
  expect(sketch).toEqual({ ghost: { letter: "G", cells: [[0, 0], [1, 0], [1, 1]], brick: 1, legal: true, drawn: true }, later: [["c1", "c2"]] });
  expect(sketchOf([cover(["a1"], { cross: "a1" })], 0).ghost?.brick).toBe(0);
  expect(sketchOf([cover(["a1"], { cross: "a1" })], 1)).toEqual({ ghost: null, later: [] });
});
