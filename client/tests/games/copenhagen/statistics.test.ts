import { expect, test } from "vitest";
import { counts } from "../../../src/games/copenhagen/statistics";
import { groupsOf } from "../../../src/lib/table/statistics";

const nothing = { R: 0, Y: 0, G: 0, B: 0, P: 0 };
const seat = (take: object) => ({
  turns: 3, cells: 4, tiles: { ...nothing, R: 2 }, sizes: { 2: 2, 3: 0, 4: 0, 5: 0 }, singles: 0, touching: 0,
  points: { rows: { windows: 2, mixed: 0 }, columns: { windows: 0, mixed: 0 } },
  coats: { earned: 0, special: 0 }, abilities: { any: 1, both: 0 },
  cards: { start: 2, take: { ...nothing, ...take }, pay: nothing, discard: nothing },
});

test("statistics are rows with a number for each seat, without those in which nobody did anything", () => {
  const groups = groupsOf(counts, { turns: 6, moves: 7, time: [65_000, 0], seats: [seat({ R: 3, B: 1 }), seat({ B: 2 })] });
  const found = Object.fromEntries(groups.map(({ title, rows }) => [title, rows.map(({ label, values }) => [label, ...values])]));
  expect(found["stats.points"]).toEqual([["copenhagen.stats.points.rows.windows", 2, 2]]);
  expect(found["copenhagen.stats.cards"]).toEqual([["copenhagen.stats.cards.start", 2, 2], ["copenhagen.stats.cards.take", 4, 2]]);
  expect(found["copenhagen.stats.cards.taken"]).toEqual([["colour.R", 3, 0], ["colour.B", 1, 2]]);
  expect(found["stats.abilities"]).toEqual([["any", 1, 1]]);
  expect(found["stats.course"]).toEqual([["stats.turns", 3, 3], ["stats.time", 65_000, 0]]);
  expect(found["stats.coats"]).toBeUndefined();
});
