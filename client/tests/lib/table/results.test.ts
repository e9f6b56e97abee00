import { beforeAll, expect, test } from "vitest";
import type { Ending, Result, TableInfo } from "../../../src/lib/net/protocol";
import { endedWords, places } from "../../../src/lib/table/results";
import { speakEnglish } from "../../english";

beforeAll(speakEnglish);

const tableWith = (ending: Ending | null) => ({
  info: { result: { ending } as Result } as TableInfo,
  name: (seat: number) => ["Ada", "Bob", "Cleo"][seat]!,
});

test("players who tie share a rank, and the next rank counts all of them", () => {
  const ranks = places([[2, 0], [1], [3]]).map(({ seat, rank }) => [seat, rank]);
  expect(ranks).toEqual([[2, 1], [0, 1], [1, 3], [3, 4]]);
});

test("why a game ended is told by the server; here are only the words", () => {
  const ended = (ending: Ending | null) => endedWords(tableWith(ending), { goal: 12 });
  expect(ended({ reason: "goal", seats: [0, 2] })).toBe("The game is over: Ada and Cleo reached 12 points.");
  expect(ended({ reason: "end card", seats: [] })).toBe("The game is over: the End card was revealed.");
  expect(ended({ reason: "last round", seats: [] })).toBe("The game is over: the last round has been played.");
  expect(ended({ reason: "time", seats: [1] })).toBe("The game is over: time ran out.");
  // A game of another package may not say it, or in a way that has no words here.
  expect(ended(null)).toBe("The game is over");
  expect(ended({ reason: "flood", seats: [] })).toBe("The game is over");
});
