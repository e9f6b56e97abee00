import { beforeEach, expect, test } from "vitest";
import type { BotResult, FinishedGame } from "../../../src/lib/net/protocol";
import { speak } from "../../../src/lib/words/words.svelte";

Object.assign(globalThis, { location: { hash: "" } }); // where a browser would be
const { clockWords, conditionWords } = await import("../../../src/lib/table/conditions");
const { byBot, isAlone, resultWords, seatWords } = await import("../../../src/lib/table/my-games");

beforeEach(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
  await speak("en");
});

const result = (bot: string, share: number, game = "copenhagen"): BotResult => ({ at: 0, game, bot, share });

test("results are told by game and level, weaker bots first, the last twenty one by one", () => {
  const many = Array.from({ length: 40 }, (_, at) => result("hard", at < 35 ? 0 : 1));
  const [cards, dice] = byBot([...many, result("easy", 0.5), result("mine", 1), result("easy", 1, "roll-and-write")]);
  expect(cards!.bots.map(({ bot, n, won, lately }) => [bot, n, won, lately])).toEqual([["mine", 1, 1, 1], ["easy", 1, 1, 1], ["hard", 40, 5, 5]]);
  expect(cards!.bots[2]!.shown).toHaveLength(20);
  expect(dice).toMatchObject({ game: "roll-and-write", bots: [{ bot: "easy", n: 1 }] });
});

const game = (changes: Partial<FinishedGame> = {}): FinishedGame => ({
  id: "t", game: "copenhagen", players: 3, status: "over", open_seats: 0, created: 0, updated: 0, position: false,
  names: ["Ada", "Ida", ""], bots: [null, "easy", null], scores: [9, 12, 4], winners: [1], mine: [0], replay: "x", ...changes,
});

test("a game says who played, how well, and how it ended for me", () => {
  expect(seatWords(game())).toEqual(["You 9", "Ida (Easy) 12", "Player 3 4"]);
  expect(resultWords(game())).toBe("Lost");
  expect(resultWords(game({ winners: [0] }))).toBe("Won");
  expect(resultWords(game({ winners: [0, 1] }))).toBe("Shared win");
  expect(resultWords(game({ mine: [0, 2] }))).toBe("Ida wins");
});

test("nobody else plays where all others are bots", () => {
  expect(isAlone(game({ status: "playing" }))).toBe(false);
  expect(isAlone(game({ status: "playing", bots: [null, "easy", "hard"] }))).toBe(true);
  expect(isAlone(game({ status: "playing", mine: [0, 2] }))).toBe(true);
});

test("a table tells its clock in the largest unit that fits, and what was chosen", () => {
  expect(clockWords(null)).toBe("No clock");
  expect(clockWords({ move: 86_400, bank: null })).toBe("1 day per turn");
  expect(clockWords({ bank: 90, increment: 5 })).toBe("90 seconds each plus 5 seconds per turn");
  const table = { game: "copenhagen", players: 2, options: {}, show_known: true, hints: false, clock: null };
  expect(conditionWords(table)).toEqual(["2 players", "No clock", "Show known cards in each hand"]);
  expect(conditionWords({ ...table, game: "roll-and-write", options: { mirror: true }, show_known: false, hints: true })).toEqual([
    "2 players", "No clock", "Tiles may be flipped", "Hints are allowed at this table.",
  ]);
});
