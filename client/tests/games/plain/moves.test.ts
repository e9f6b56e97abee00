import { expect, test } from "vitest";
import { byKind, everyMove, matching } from "../../../src/games/plain/moves";
import type { Components } from "../../../src/lib/net/components";
import { cellIndex, maskOf } from "../../../src/lib/placement/cells";
import { diceMove, told } from "../../moves";
import { bar, choice, nothingOffered, payment } from "../../tiles";

const components = { game: "somebody-elses", placing: ["build", "pay"], tiles: [bar] } as unknown as Components;
const offered = { ...nothingOffered, phase: "turn", ...told(diceMove, ["pass"]) };

test("moves that place a tile are spelt out, each once", () => {
  const tile = { ...choice("R2", [{ legal: maskOf([cellIndex("a1")]) }]), payments: [payment("RR"), payment("R", "discount")] };
  const listed = everyMove({ ...offered, tiles: [tile] }, components);
  const moves = listed.map(({ text }) => text);
  expect(moves[0]).toBe("pass");
  expect(byKind(listed).map(([kind, found]) => [kind, found.length])).toEqual([["pass", 1], ["build", moves.length - 1]]);
  expect(new Set(moves).size).toBe(moves.length);
  expect(moves.slice(1).every((move) => /^build R2 .*a1.* pay RR?$/.test(move))).toBe(true);
  expect(moves.length).toBe(1 + 2 * (bar.shapes[0]?.marks.length ?? 0));
});

test("a tile that the client does not know is left out", () => {
  expect(everyMove({ ...offered, tiles: [choice("Q9", [{ legal: 1 }])] }, components)).toEqual([{ kind: "pass", text: "pass" }]);
});

test("words that were typed narrow moves down, in any case and order", () => {
  const moves = ["take 1 2", "build R2 a1* b1 pay RR", "build R2 a2* b2 pay RR"].map((text) => ({ kind: "", text }));
  expect(matching(moves, " RR build ").map(({ text }) => text)).toEqual(moves.slice(1).map(({ text }) => text));
  expect(matching(moves, "A2 r2")).toEqual([moves[2]]);
  expect(matching(moves, "")).toEqual(moves);
  expect(matching(moves, "yellow")).toEqual([]);
});
