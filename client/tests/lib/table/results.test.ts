import { expect, test } from "vitest";
import { byEmptyCells, places } from "../../../src/lib/table/results";
import { soundOf } from "../../../src/lib/device/sound";
import { duration, groupsOf } from "../../../src/lib/table/statistics";

test("who ties has the same rank, and the next are counted behind all of them", () => {
  const ranks = places([[2, 0], [1], [3]]).map(({ seat, rank }) => [seat, rank]);
  expect(ranks).toEqual([[2, 1], [0, 1], [1, 3], [3, 4]]);
});

test("empty cells are told where they decided", () => {
  const end = { winners: [0], empty_cells: [5, 9, 9], forfeited: [] as number[] };
  expect(byEmptyCells({ ...end, ranking: [[0], [1], [2]], scores: [8, 8, 3] })).toBe(true);
  expect(byEmptyCells({ ...end, ranking: [[0], [1], [2]], scores: [8, 7, 3] })).toBe(false);
  expect(byEmptyCells({ ...end, ranking: [[0, 1], [2]], scores: [8, 8, 3] })).toBe(false);
  // Whoever lost by time is last for that reason.
  expect(byEmptyCells({ ...end, ranking: [[0], [1]], scores: [8, 8], forfeited: [1] })).toBe(false);
});

const nothing = { R: 0, Y: 0, G: 0, B: 0, P: 0 };
const seat = (take: object) => ({
  turns: 3, cells: 4, tiles: { ...nothing, R: 2 }, sizes: { 2: 2, 3: 0, 4: 0, 5: 0 }, singles: 0, touching: 0,
  points: { rows: { windows: 2, mixed: 0 }, columns: { windows: 0, mixed: 0 } },
  coats: { earned: 0, special: 0 }, abilities: { any: 1, both: 0 },
  cards: { start: 2, take: { ...nothing, ...take }, pay: nothing, discard: nothing },
});

test("statistics are rows with a number for each seat, without those in which nobody did anything", () => {
  const groups = groupsOf("copenhagen", { turns: 6, moves: 7, time: [65_000, 0], seats: [seat({ R: 3, B: 1 }), seat({ B: 2 })] });
  const found = Object.fromEntries(groups.map(({ title, rows }) => [title, rows.map(({ label, values }) => [label, ...values])]));
  expect(found["stats.points"]).toEqual([["stats.points.rows.windows", 2, 2]]);
  expect(found["stats.cards"]).toEqual([["stats.cards.start", 2, 2], ["stats.cards.take", 4, 2]]);
  expect(found["stats.cards.taken"]).toEqual([["colour.R", 3, 0], ["colour.B", 1, 2]]);
  expect(found["stats.abilities"]).toEqual([["any", 1, 1]]);
  expect(found["stats.course"]).toEqual([["stats.turns", 3, 3], ["stats.time", 65_000, 0]]);
  expect(found["stats.coats"]).toBeUndefined();
});

test("boxes of the dice game are added up by track", () => {
  const boxes = { start: { red: 1, blue: 0 }, mark: { red: 2, blue: 0 }, coat: { red: 0, blue: 2 } };
  const groups = groupsOf("roll-and-write", { turns: 1, moves: 1, time: [0], seats: [{ boxes }] });
  expect(groups.find(({ title }) => title === "stats.boxes")!.rows.map(({ letter, values }) => [letter, ...values])).toEqual([["R", 3], ["B", 2]]);
});

test("times are told as a clock does", () => {
  expect([0, 5_400, 65_000, 3_605_000].map(duration)).toEqual(["0:00", "0:05", "1:05", "1:00:05"]);
});

test("a move sounds like the greatest thing in it", () => {
  expect(soundOf([{ effect: "pay" }, { effect: "cover" }, { effect: "line" }])).toBe("row");
  expect(soundOf([{ effect: "pay" }, { effect: "cover" }])).toBe("tile");
  expect(soundOf([{ effect: "take" }])).toBe("card");
  expect(soundOf([{ effect: "turn" }])).toBeNull();
});
