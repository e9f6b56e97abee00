import { expect, test } from "vitest";
import { archiveOf, clientOf, clients, gameOfRule, gamesWithRules, knownGames, partsOf } from "../../src/games";
import plain from "../../src/games/plain";
import type { Components } from "../../src/lib/net/components";
import type { Move } from "../../src/lib/table/moves";
import { speak } from "../../src/lib/words/words.svelte";
import words from "../../src/words/en.json";

Object.assign(globalThis, { location: { hash: "" }, document: { documentElement: {} } }); // where a browser would be

test("games are found by the names of their folders", () => {
  expect(knownGames).toEqual(["copenhagen", "roll-and-write"]);
  expect(gamesWithRules).toEqual(knownGames);
  expect(knownGames.map(clientOf)).toEqual(clients);
  expect(clients).not.toContain(plain);
});

test.each(knownGames)("%s has words for its name, its options and its help", async (game) => {
  const { options } = clientOf(game);
  const { help } = await archiveOf(clientOf(game));
  const keys = [`game.${game}`, `home.${game}`, ...options.map(({ label }) => label), ...help.steps, ...help.keys({} as Components).map(([, key]) => key)];
  const abilities = help.abilities.flatMap(({ key }) => [key, `${key}.text`]);
  expect([...keys, ...abilities].filter((key) => !(key in words))).toEqual([]);
});

test("rules are told apart by their letters", () => {
  expect(knownGames.map((game) => gameOfRule(`${clientOf(game).ruleLetter}7`))).toEqual(knownGames);
  expect(gameOfRule("Q7")).toBeUndefined();
});

test("a game that only the server knows is played plainly, and hides what it may have to hide", async () => {
  expect(clientOf("somebody-elses")).toBe(plain);
  expect(clientOf("constructor")).toBe(plain);
  expect(plain.hiddenHands).toBe(true);
  await speak("en");
  const { log, moveWords } = await partsOf(plain);
  const move = { move: "jump a1", fields: { kind: "jump", to: "a1" } } as object as Move;
  expect(moveWords(move)).toBe("jump a1");
  const line = { n: 1, at: 0, seat: 0, effects: [] };
  expect(log.deed({ ...line, kind: "move", event: null, move }, { name: "Ida", mine: false })).toEqual(["Ida: jump a1"]);
  expect(log.deed({ ...line, kind: "sit", event: null }, { name: "Ida", mine: false })).toBeNull();
});
