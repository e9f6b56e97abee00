import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal, api } from "../src/lib/api";
import { ideaPrompt, moveWords, why } from "../src/lib/hinting";
import type { Analysis, Decision, Idea, Review } from "../src/lib/protocol";
import { Reviewing, courseOf, curvesOf } from "../src/lib/reviewing.svelte";
import { LANGUAGES } from "../src/lib/settings.svelte";
import { refused } from "../src/lib/telling";
import { speak } from "../src/lib/words.svelte";

beforeEach(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: "" } }, location: { href: "http://x/" } });
  await speak("en");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

// Ideas

const idea = (move: string, ...reasons: Idea["reasons"]): Idea => ({ move, share: 0.42, effects: [], reasons });

test("a move is told before it is made, with the words of the buttons", () => {
  expect(moveWords("take 2 3")).toBe("Take 2 + 3");
  expect(moveWords("discard RRB")).toContain("2 red and 1 blue");
  expect(moveWords("build Y4 a1 b1* b2 c2 pay YYG")).toBe("Build yellow 4: a1–c2");
  expect(moveWords("coat special c4")).toContain("c4");
  expect(moveWords("draw R4 a1 b1* a2 b2 using RRW+")).toBe("Draw red 4: a1–b2");
  expect(moveWords("reroll RRW")).toBe("Reroll: 2 red and 1 white");
  expect(moveWords("change RR W")).toBe("Change: 2 red → white");
  expect(moveWords("mark red blue")).toBe("Mark red and blue");
  expect(moveWords("mark -")).toBe("Don’t mark");
  expect(moveWords("coat track blue")).toBe("Mark blue");
  expect(moveWords("coat window c4")).toContain("c4");
});

test.each(LANGUAGES)("%s: every kind of move has words without holes", async (language) => {
  await speak(language);
  const moves = [
    "take 1 2", "discard R", "build R2 a1 b1* pay RR", "end", "coat special c4", "coat ability both", "coat refresh", "coat decline",
    "start red", "reroll RW", "change RR W", "single c4*", "draw R2 a1 b1* using RR", "pass", "done", "coat window c4", "coat track blue", "mark red", "mark -",
  ];
  for (const move of moves) {
    expect(moveWords(move), move).not.toMatch(/[{}]|undefined|^\w+(\.\w+)+$/);
    expect(moveWords(move).trim(), move).not.toBe("");
  }
});

test("what speaks for an idea is one sentence", () => {
  expect(why(idea("x", { code: "points", n: 2 }, { code: "coats", n: 1 }))).toBe("scores 2 points and earns a coat of arms");
  expect(why(idea("x", { code: "last", tile: "R5" }))).toBe("takes the last red 5");
  expect(why(idea("x", { code: "stars", colour: "blue" }))).toBe("unlocks a blue star");
  expect(why(idea("x", { code: "collect", colour: "R", n: 3 }))).toContain("red");
  expect(why(idea("x", { code: "something new" }))).toBe("this looks best");
  expect(why(idea("x"))).toBe("this looks best");
});

test("an idea takes the place of the prompt", () => {
  expect(ideaPrompt(idea("take 2 3"))).toMatchObject({ title: "Hint", text: "Take 2 + 3 – this looks best.", more: "42% chance of winning" });
  expect(ideaPrompt({ ...idea("take 2 3"), share: null }).more).toBe("");
});

// Refusals, as the coach and the table tell them

test("a refusal of either engine is told with its details in words", () => {
  const say = (code: string, details: Record<string, unknown>) => refused(new Refusal(code, details));
  expect(say("no star", { track: "red", ability: "reroll", have: 0, fresh: 0 })).toBe("You have no red star to use.");
  expect(say("not rolled", { face: "white", dice: 2, have: 1 })).toBe("There aren’t that many unused white dice.");
  expect(say("no die", { tracks: ["red", "blue"], dice: "GGG" })).toBe("The unused dice don’t let you mark red and blue.");
  expect(say("too few", { tile: "G4", needed: 4, used: 3, have: 3 })).toContain("green 4 needs 4");
  expect(say("not in hand", { colour: "purple", cards: 3, have: 1 })).toBe("You don’t have that many purple cards.");
  expect(say("take needs ability", { docks: [1, 3], abilities: ["any", "extra"] })).not.toMatch(/ability\.|any,/);
  expect(say("ability owned", { ability: "both" })).not.toContain("ability.");
  expect(say("nobody knows this", {})).toBe("You can’t do that now.");
});

// Reviews

const decision = (number: number, seat: number, win_share: number): Decision =>
  ({ number, seat, win_share, move: "take 1 2", best: "take 1 2", lost: 0, clear: false }) as unknown as Decision;
const analysis = (more: Partial<Analysis> = {}): Analysis =>
  ({ players: 2, decisions: [decision(1, 0, 0.5), decision(2, 1, 0.4), decision(3, 0, 0.7)], over: true, winners: [0], ...more }) as Analysis;

test("each seat has a curve, which ends with what it won", () => {
  expect(curvesOf(analysis())).toEqual([[[1, 0.5], [3, 0.7], [3, 1]], [[2, 0.4], [3, 0]]]);
  expect(curvesOf(analysis({ winners: [0, 1] })).map((curve) => curve.at(-1))).toEqual([[3, 0.5], [3, 0.5]]);
  expect(curvesOf(analysis({ over: false, winners: [] }))).toEqual([[[1, 0.5], [3, 0.7]], [[2, 0.4]]]);
});

test("a curve is told from its first to its last", () => {
  expect(courseOf([[1, 0.5], [3, 0.7], [3, 1]])).toEqual([0.5, 1]);
  expect(courseOf([])).toBeNull();
});

const answers = (...told: (Partial<Review> | Refusal)[]) =>
  vi.spyOn(api, "review").mockImplementation(async () => {
    const next = told.length > 1 ? told.shift()! : told[0]!;
    if (next instanceof Refusal) throw next;
    return { review: "r", done: 0, total: 3, analysis: null, replay: null, ...next } as Review;
  });

test("a review is looked at until it is done, also while the server starts again", async () => {
  vi.useFakeTimers();
  const asked = answers({ done: 1 }, new Refusal("offline"), { done: 2 }, { done: 3, analysis: analysis() });
  const reviewing = new Reviewing();
  await reviewing.open("r");
  expect(reviewing.progress).toBeCloseTo(1 / 3);
  await vi.advanceTimersByTimeAsync(1300);
  expect(reviewing.problem?.code).toBe("offline");
  expect(reviewing.failed).toBe(false);
  await vi.advanceTimersByTimeAsync(1300);
  expect(reviewing.problem).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1300);
  expect(reviewing.decision(2)?.seat).toBe(1);
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked).toHaveBeenCalledTimes(4);
});

test("a review that failed is not looked at again, and can be asked for again", async () => {
  vi.useFakeTimers();
  const asked = answers(new Refusal("review failed"));
  vi.spyOn(api, "newReview").mockResolvedValue({ review: "r" });
  const reviewing = new Reviewing();
  await reviewing.start({ replay: "x" });
  expect(reviewing.failed).toBe(true);
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked).toHaveBeenCalledTimes(1);
  answers({ analysis: analysis() });
  await reviewing.start({ replay: "x" });
  expect([reviewing.failed, reviewing.problem]).toEqual([false, undefined]);
});

test("who goes away asks no more", async () => {
  vi.useFakeTimers();
  const asked = answers({ done: 1 });
  const reviewing = new Reviewing();
  await reviewing.open("r");
  reviewing.stop();
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked).toHaveBeenCalledTimes(1);
});
