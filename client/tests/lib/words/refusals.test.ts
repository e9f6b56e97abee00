import { beforeEach, expect, test } from "vitest";
import { Refusal } from "../../../src/lib/net/api";
import { refused } from "../../../src/lib/words/refusals";
import { speakEnglish } from "../../english";

beforeEach(speakEnglish);

test("a refusal of any game is told with its details in words", () => {
  const say = (code: string, details: Record<string, unknown>) => refused(new Refusal(code, details));
  expect(say("no star", { track: "red", ability: "reroll", have: 0, fresh: 0 })).toBe("You have no red star to use.");
  expect(say("not rolled", { face: "white", dice: 2, have: 1 })).toBe("That needs 2 unused white dice; there is 1.");
  expect(say("no die", { tracks: ["red", "blue"], dice: "GGG" })).toBe("The unused dice don’t let you mark red and blue.");
  expect(say("too few", { tile: "G4", needed: 4, used: 3, have: 3 })).toContain("green 4 needs 4");
  expect(say("not in hand", { colour: "purple", cards: 3, have: 1 })).toMatch(/^That needs 3 purple.*; you have 1\.$/);
  expect(say("take needs ability", { docks: [1, 3], abilities: ["any", "extra"] })).not.toMatch(/ability\.|any,/);
  expect(say("ability owned", { ability: "both" })).not.toContain("ability.");
  expect(say("nobody knows this", {})).toBe("You can’t do that now.");
});
