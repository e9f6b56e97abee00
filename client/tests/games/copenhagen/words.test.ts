import { beforeEach, expect, test } from "vitest";
import { moveWords } from "../../../src/games/copenhagen/words";
import { LANGUAGES } from "../../../src/lib/words/languages";
import { speak } from "../../../src/lib/words/words.svelte";
import { cardMove } from "../../moves";

beforeEach(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
  await speak("en");
});

test("a move is told before it is made, with the words of the buttons", () => {
  expect(moveWords(cardMove("take 2 3"))).toBe("Take 2 + 3");
  expect(moveWords(cardMove("discard RRB"))).toBe("Discard 2 red and 1 blue");
  expect(moveWords(cardMove("build Y4 a1 b1* b2 c2 pay YYG"))).toBe("Build the yellow 4 on a1–c2");
  expect(moveWords(cardMove("coat special c4"))).toBe("Place a special tile on c4");
});

test.each(LANGUAGES)("%s: every kind of move has words without holes", async (language) => {
  await speak(language);
  const moves = [
    "take 1 2", "discard R", "build R2 a1 b1* pay RR", "end", "coat special c4", "coat ability both", "coat refresh", "coat decline",
  ];
  for (const move of moves) {
    expect(moveWords(cardMove(move)), move).not.toMatch(/[{}]|undefined|^\w+(\.\w+)+$/);
    expect(moveWords(cardMove(move)).trim(), move).not.toBe("");
  }
});
