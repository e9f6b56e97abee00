import { beforeEach, expect, test } from "vitest";
import { Refusal } from "../../../src/lib/net/api";
import { refused } from "../../../src/lib/words/refusals";
import { speak } from "../../../src/lib/words/words.svelte";

beforeEach(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
  await speak("en");
});

test("a refusal of any game is told with its details in words", () => {
  const say = (code: string, details: Record<string, unknown>) => refused(new Refusal(code, details));
  expect(say("no star", { track: "red", ability: "reroll", have: 0, fresh: 0 })).toBe("No star of this colour is ready: red.");
  expect(say("not rolled", { face: "white", dice: 2, have: 1 })).toBe("Not so many unused dice show this: white.");
  expect(say("no die", { tracks: ["red", "blue"], dice: "GGG" })).toBe("The unused dice are not enough to mark this: red and blue.");
  expect(say("too few", { tile: "G4", needed: 4, used: 3, have: 3 })).toContain("green 4 needs 4");
  expect(say("not in hand", { colour: "purple", cards: 3, have: 1 })).toBe("You do not have so many purple cards.");
  expect(say("take needs ability", { docks: [1, 3], abilities: ["any", "extra"] })).not.toMatch(/ability\.|any,/);
  expect(say("ability owned", { ability: "both" })).not.toContain("ability.");
  expect(say("nobody knows this", {})).toBe("That is not possible now.");
});
