import { expect, test } from "vitest";
import { counts } from "../../../src/games/roll-and-write/statistics";
import { groupsOf } from "../../../src/lib/table/statistics";

test("boxes are added up by track", () => {
  const boxes = { start: { red: 1, blue: 0 }, mark: { red: 2, blue: 0 }, coat: { red: 0, blue: 2 } };
  const groups = groupsOf(counts, { turns: 1, moves: 1, time: [0], seats: [{ boxes }] });
  expect(groups.find(({ title }) => title === "roll-and-write.stats.boxes")!.rows.map(({ letter, values }) => [letter, ...values])).toEqual([["R", 3], ["B", 2]]);
});
