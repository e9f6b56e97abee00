import { expect, test } from "vitest";
import { everyMove } from "../../../src/games/plain/moves";
import type { Components } from "../../../src/lib/net/components";
import { cellIndex, maskOf } from "../../../src/lib/placement/cells";
import { bar, choice } from "../../tiles";

const components = { game: "somebody-elses", placing: ["build", "pay"], tiles: [bar] } as unknown as Components;
const offered = { seat: 0, plan: false, phase: "turn", moves: ["pass"], fields: [], gains: {} };

test("moves that place a tile are spelt out, each once", () => {
  const tile = { ...choice("R2", [{ legal: maskOf([cellIndex("a1")]) }]), payments: [{ pay: "RR", abilities: [] }, { pay: "R", abilities: ["discount"] }] };
  const moves = everyMove({ ...offered, tiles: [tile] }, components);
  expect(moves[0]).toBe("pass");
  expect(new Set(moves).size).toBe(moves.length);
  expect(moves.slice(1).every((move) => /^build R2 .*a1.* pay RR?$/.test(move))).toBe(true);
  expect(moves.length).toBe(1 + 2 * (bar.shapes[0]?.marks.length ?? 0));
});

test("a tile that the client does not know is left out", () => {
  expect(everyMove({ ...offered, tiles: [choice("Q9", [{ legal: 1 }])] }, components)).toEqual(["pass"]);
});
