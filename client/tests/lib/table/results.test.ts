import { expect, test } from "vitest";
import { byEmptyCells, places } from "../../../src/lib/table/results";

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
