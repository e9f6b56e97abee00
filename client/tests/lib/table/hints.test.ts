import { beforeEach, expect, test } from "vitest";
import type { Idea } from "../../../src/lib/net/protocol";
import { ideaPrompt, why } from "../../../src/lib/table/hints";
import { speak } from "../../../src/lib/words/words.svelte";

beforeEach(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
  await speak("en");
});

const idea = (move: string, ...reasons: Idea["reasons"]): Idea => ({ move, share: 0.42, effects: [], reasons });

test("what speaks for an idea is one sentence", () => {
  expect(why(idea("x", { code: "points", n: 2 }, { code: "coats", n: 1 }))).toBe("it brings 2 points and it earns a coat of arms");
  expect(why(idea("x", { code: "last", tile: "R5" }))).toBe("it takes the last red 5");
  expect(why(idea("x", { code: "stars", colour: "blue" }))).toBe("it unlocks a star: blue");
  expect(why(idea("x", { code: "collect", colour: "R", n: 3 }))).toContain("red");
  expect(why(idea("x", { code: "something new" }))).toBe("that seems best");
  expect(why(idea("x"))).toBe("that seems best");
});

test("an idea takes the place of the prompt", () => {
  expect(ideaPrompt(idea("take 2 3"), () => "Take 2 + 3")).toMatchObject({ title: "An idea", text: "Take 2 + 3 – that seems best.", more: "42% to win" });
  expect(ideaPrompt({ ...idea("take 2 3"), share: null }, String).more).toBe("");
});
