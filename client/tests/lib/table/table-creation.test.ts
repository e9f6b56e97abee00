import { beforeEach, expect, test } from "vitest";
import { settings } from "../../../src/lib/device/settings.svelte";

Object.assign(globalThis, { location: { hash: "" } }); // where a browser would be
const { levelsOf, usualBot } = await import("../../../src/lib/table/table-creation");

beforeEach(() => {
  settings.bot = "";
});

test("levels are offered from the weakest on, as far as the server has them", () => {
  expect(levelsOf(["greedy", "master", "easy", "random"])).toEqual(["easy", "master"]);
  expect(levelsOf(["random"])).toEqual([]);
});

test("the bot that is used by default plays sensibly", () => {
  expect(usualBot(["random", "greedy", "medium", "hard"])).toBe("medium");
  expect(usualBot(["random", "greedy"])).toBe("greedy");
  expect(usualBot(["random", "own"])).toBe("own");
});

test("what was chosen last is chosen again, where there is it", () => {
  settings.bot = "hard";
  expect(usualBot(["greedy", "medium", "hard"])).toBe("hard");
  expect(usualBot(["greedy", "medium"])).toBe("medium");
});
