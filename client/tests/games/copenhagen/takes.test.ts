import { expect, test } from "vitest";
import { exactly, goingOn, nextDocks } from "../../../src/games/copenhagen/takes";
import { ofKind } from "../../../src/lib/table/moves";
import { cardMove } from "../../moves";

const takes = ofKind(["take 1 2", "take 2 3", "take 2 3 4", "take 1 7", "coat decline", "end"].map(cardMove), "take");

test("only takes are takes", () => {
  expect(takes.map(({ fields }) => fields.docks)).toEqual([[1, 2], [2, 3], [2, 3, 4], [1, 7]]);
});

test("docks can be picked as long as some take goes on with them", () => {
  expect(nextDocks(takes, [])).toEqual([1, 2, 3, 4, 7]);
  expect(nextDocks(takes, [2])).toEqual([1, 3, 4]);
  expect(nextDocks(takes, [2, 3])).toEqual([4]);
  expect(nextDocks(takes, [1, 7])).toEqual([]);
});

test("a take is exactly what is picked", () => {
  expect(exactly(takes, [3, 2])?.move).toBe("take 2 3");
  expect(exactly(takes, [2])).toBeUndefined();
  expect(goingOn(takes, [2, 3]).map((take) => take.move)).toEqual(["take 2 3", "take 2 3 4"]);
});
