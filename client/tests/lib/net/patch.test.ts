import { expect, test } from "vitest";
import { applied } from "../../../src/lib/net/patch";

test("values are set, things are gone, the rest stays the same objects", () => {
  const view = { turn: 0, seats: [{ house: { a1: ["R", "brick"] }, count: 2 }, { house: {}, count: 3 }], docks: ["R", "B"] };
  const next = applied(view, [
    [["turn"], 1],
    [["seats", 0, "house", "b1"], ["Y", "window"]],
    [["seats", 0, "house", "a1"]],
    [["docks", 1], null],
  ]);
  expect(next).toEqual({ turn: 1, seats: [{ house: { b1: ["Y", "window"] }, count: 2 }, { house: {}, count: 3 }], docks: ["R", null] });
  expect(next.seats[1]).toBe(view.seats[1]);
  expect(view.turn).toBe(0);
  expect(view.seats[0]!.house).toEqual({ a1: ["R", "brick"] });
});

test("an empty path is the whole", () => {
  expect(applied({ a: 1 } as unknown, [[[], { b: 2 }]])).toEqual({ b: 2 });
});
