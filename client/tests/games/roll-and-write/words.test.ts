import { beforeEach, expect, test } from "vitest";
import { moveWords } from "../../../src/games/roll-and-write/words";
import { LANGUAGES } from "../../../src/lib/words/languages";
import { speak } from "../../../src/lib/words/words.svelte";
import { diceMove } from "../../moves";

beforeEach(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
  await speak("en");
});

test("a move is told before it is made, with the words of the buttons", () => {
  expect(moveWords(diceMove("draw R4 a1 b1* a2 b2 using RRW+"))).toBe("Draw the red 4 on a1–b2");
  expect(moveWords(diceMove("reroll RRW"))).toBe("Reroll 2 red and 1 white");
  expect(moveWords(diceMove("change RR W"))).toBe("Turn 2 red to white");
  expect(moveWords(diceMove("mark red blue"))).toBe("Mark red and blue");
  expect(moveWords(diceMove("mark -"))).toBe("Don’t mark");
  expect(moveWords(diceMove("coat track blue"))).toBe("Mark blue");
  expect(moveWords(diceMove("coat window c4"))).toBe("Draw an O in c4");
});

test.each(LANGUAGES)("%s: every kind of move has words without holes", async (language) => {
  await speak(language);
  const moves = [
    "start red", "reroll RW", "change RR W", "single c4*", "draw R2 a1 b1* using RR", "pass", "done", "coat window c4", "coat track blue", "coat decline",
    "mark red", "mark -",
  ];
  for (const move of moves) {
    expect(moveWords(diceMove(move)), move).not.toMatch(/[{}]|undefined|^\w+(\.\w+)+$/);
    expect(moveWords(diceMove(move)).trim(), move).not.toBe("");
  }
});
