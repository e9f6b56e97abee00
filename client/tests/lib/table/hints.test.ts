import { beforeEach, expect, test } from "vitest";
import type { Idea } from "../../../src/lib/net/protocol";
import { ideaPrompt, isBest, why } from "../../../src/lib/table/hints";
import { cardMove, diceMove } from "../../moves";
import { speakEnglish } from "../../english";

beforeEach(speakEnglish);

const idea = (...reasons: Idea["reasons"]): Idea => ({ ...cardMove("take 2 3"), share: 0.42, effects: [], reasons });

test("what speaks for an idea is one sentence", () => {
  expect(why(idea({ code: "points", n: 2 }, { code: "coats", n: 1 }), true)).toBe("scores 2 points and earns a coat of arms");
  expect(why(idea({ code: "last", tile: "R5" }), true)).toBe("takes the last red 5");
  expect(why(idea({ code: "stars", colour: "blue" }), true)).toBe("unlocks a blue star");
  expect(why(idea({ code: "collect", colour: "R", n: 3 }), true)).toContain("red");
  expect(why(idea({ code: "something new" }), true)).toBe("this looks best");
  expect(why(idea(), true)).toBe("this looks best");
});

test("an idea takes the place of the prompt", () => {
  expect(ideaPrompt(idea(), [], { moveWords: () => "Take 2 + 3" })).toMatchObject({ title: "Hint", text: "Take 2 + 3 – this looks best.", more: "42% chance of winning" });
  expect(ideaPrompt({ ...idea(), share: null }, [], { moveWords: ({ move }) => move }).more).toBe("");
});

test("an idea says which abilities it uses up", () => {
  const costly = { ...idea(), effects: [{ effect: "ability" }, { effect: "take" }] };
  const parts = { moveWords: () => "Take 2 + 6", log: { spent: ({ effect }: { effect: string }) => (effect === "ability" ? "Any cards" : null) } };
  expect(ideaPrompt(costly, [costly], parts).text).toBe("Take 2 + 6 (uses Any cards) – this looks best.");
});

test("only the best idea is called the best", () => {
  const [good, poor] = [{ ...idea(), ...diceMove("mark red"), share: 0.18 }, { ...idea(), ...diceMove("mark -"), share: 0.15 }];
  const all = [good, poor];
  expect(ideaPrompt(good, all, { moveWords: ({ move }) => move }).text).toContain("this looks best");
  expect(ideaPrompt(poor, all, { moveWords: ({ move }) => move }).text).toBe("mark - – another possibility.");
  expect(isBest({ ...poor, share: null }, [poor])).toBe(true);
});
