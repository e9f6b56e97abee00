import { describe, expect, test } from "vitest";
import { boxesOf } from "../../../src/games/roll-and-write/tracks";
import { components, none, seat, view } from "./fixtures";

describe("tracks", () => {
  test("what was unlocked first is used first, what came in this turn waits", () => {
    const one = seat({ tracks: { ...none, red: 5 }, stars: { ...none, red: 3 }, bonuses: { ...none, red: 1 } });
    const table = view({ seats: [one, seat()], fresh: { stars: { ...none, red: 1 }, bonuses: none } });
    const { boxes, extra } = boxesOf(components, table, 0, "red");
    expect(extra.map((box) => box.state)).toEqual(["used", "used"]);
    expect(boxes.map((box) => box.state)).toEqual(["used", "ready", "ready", "ready", "fresh", "open", "open", "open", "open"]);
  });

  test("a marked box without anything is just marked, and what is fresh for one is ready for another", () => {
    const one = seat({ tracks: { ...none, yellow: 3 }, stars: { ...none, yellow: 1 }, bonuses: { ...none, yellow: 1 } });
    const table = view({ active: 1, seats: [one, seat()], fresh: { stars: { ...none, yellow: 1 }, bonuses: none } });
    expect(boxesOf(components, table, 0, "yellow").boxes.slice(0, 4).map((box) => box.state)).toEqual(["ready", "marked", "ready", "open"]);
  });
});
