import { afterEach, expect, test, vi } from "vitest";
import { Refusal, api } from "../../../src/lib/net/api";
import type { Analysis, Decision, Review } from "../../../src/lib/net/protocol";
import { ReviewRequest, courseOf, curvesOf } from "../../../src/lib/replay/review.svelte";
import { cardMove } from "../../moves";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const { move } = cardMove("take 1 2");
const decision = (number: number, seat: number, win_share: number): Decision =>
  ({ number, seat, win_share, move, best: move, legal: 9, error: 0, lost: 0, clear: false });
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

test("a mistake is something clearly better, by a percent at least", () => {
  const reviewing = new ReviewRequest();
  const slip = (lost: number, more: Partial<Decision> = {}) => ({ ...decision(1, 0, 0.5), best: cardMove("take 2 3").move, clear: true, lost, ...more });
  const found = (one: Decision) => {
    reviewing.review = { analysis: analysis({ decisions: [one] }) } as Review;
    return reviewing.mistake(1);
  };
  expect(found(slip(0.02))?.best).toBe("take 2 3");
  expect(found(slip(0.004))).toBeUndefined();
  expect(found(slip(0.02, { clear: false }))).toBeUndefined();
  expect(found(slip(0.02, { best: move }))).toBeUndefined();
});

test("the costliest decisions and the largest luck of a seat come first", () => {
  const reviewing = new ReviewRequest();
  const best = cardMove("take 2 3").move;
  const slip = (number: number, seat: number, lost: number) => ({ ...decision(number, seat, 0.5), best, clear: true, lost });
  const turn = (number: number, seat: number, kind: "slip" | "luck", size: number) => ({ number, seat, kind, size });
  const decisions = [slip(1, 0, 0.03), slip(2, 1, 0.2), slip(3, 0, 0.08)];
  const turning_points = [turn(1, 0, "slip", -0.03), turn(1, 0, "luck", 0.06), turn(2, 0, "luck", -0.2), turn(2, 1, "slip", -0.2), turn(3, 0, "slip", -0.08)];
  reviewing.review = { analysis: analysis({ decisions, turning_points }) } as Review;
  expect(reviewing.slips(0).map(({ number }) => number)).toEqual([3, 1]);
  expect(reviewing.slips(1).map(({ number }) => number)).toEqual([2]);
  expect(reviewing.lucks(0).map(({ size }) => size)).toEqual([-0.2, 0.06]);
  expect(reviewing.lucks(1)).toEqual([]);
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
  const reviewing = new ReviewRequest();
  await reviewing.open("r");
  expect(reviewing.progress).toBeCloseTo(1 / 3);
  await vi.advanceTimersByTimeAsync(600);
  expect(reviewing.problem?.code).toBe("offline");
  expect(reviewing.failed).toBe(false);
  await vi.advanceTimersByTimeAsync(600);
  expect(reviewing.problem).toBeUndefined();
  await vi.advanceTimersByTimeAsync(600);
  expect(reviewing.decision(2)?.seat).toBe(1);
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked).toHaveBeenCalledTimes(4);
});

test("a review that failed is not looked at again, and can be asked for again", async () => {
  vi.useFakeTimers();
  const asked = answers(new Refusal("review failed"));
  vi.spyOn(api, "newReview").mockResolvedValue({ review: "r" });
  const reviewing = new ReviewRequest();
  await reviewing.start({ replay: "x" });
  expect(reviewing.failed).toBe(true);
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked).toHaveBeenCalledTimes(1);
  answers({ analysis: analysis() });
  await reviewing.start({ replay: "x" });
  expect([reviewing.failed, reviewing.problem]).toEqual([false, undefined]);
});

test("after going away, it asks no more", async () => {
  vi.useFakeTimers();
  const asked = answers({ done: 1 });
  const reviewing = new ReviewRequest();
  await reviewing.open("r");
  reviewing.stop();
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked).toHaveBeenCalledTimes(1);
});
