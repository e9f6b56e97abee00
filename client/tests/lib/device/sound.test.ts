import { expect, test } from "vitest";
import { soundOf } from "../../../src/lib/device/sound";

test("a move sounds like the greatest thing in it", () => {
  const sounds = { take: "card" } as const;
  expect(soundOf([{ effect: "pay" }, { effect: "cover" }, { effect: "line" }], sounds)).toBe("row");
  expect(soundOf([{ effect: "pay" }, { effect: "cover" }], sounds)).toBe("tile");
  expect(soundOf([{ effect: "take" }], sounds)).toBe("card");
  expect(soundOf([{ effect: "turn" }], sounds)).toBeNull();
});
