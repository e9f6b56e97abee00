import { beforeEach, expect, test } from "vitest";
import { moveWords as cardWords } from "../../src/games/copenhagen/words";
import { moveWords as diceWords } from "../../src/games/roll-and-write/words";
import { LANGUAGES } from "../../src/lib/words/languages";
import { speak } from "../../src/lib/words/words.svelte";
import { speakEnglish } from "../english";
import { cardMove, diceMove } from "../moves";

const CARD_MOVES = [
  "take 1 2", "discard R", "build R2 a1 b1* pay RR", "end", "coat special c4", "coat ability both", "coat refresh", "coat decline",
];
const DICE_MOVES = [
  "start red", "reroll RW", "change RR W", "single c4*", "draw R2 a1 b1* using RR", "pass", "done", "coat window c4", "coat track blue", "coat decline",
  "mark red", "mark -",
];

beforeEach(speakEnglish);

test("a move is told before it is made, with the words of the buttons", () => {
  expect(cardWords(cardMove("take 2 3"))).toBe("Take 2 + 3");
  expect(cardWords(cardMove("discard RRB"))).toBe("Discard 2 red and 1 blue");
  expect(cardWords(cardMove("build Y4 a1 b1* b2 c2 pay YYG"))).toBe("Build the yellow 4 on a1–c2");
  expect(cardWords(cardMove("coat special c4"))).toBe("Place a special tile on c4");
  expect(diceWords(diceMove("draw R4 a1 b1* a2 b2 using RRW+"))).toBe("Draw the red 4 on a1–b2");
  expect(diceWords(diceMove("reroll RRW"))).toBe("Reroll 2 red and 1 white");
  expect(diceWords(diceMove("change RR W"))).toBe("Turn 2 red to white");
  expect(diceWords(diceMove("mark red blue"))).toBe("Mark red and blue");
  expect(diceWords(diceMove("mark -"))).toBe("Don’t mark");
  expect(diceWords(diceMove("coat track blue"))).toBe("Mark blue");
  expect(diceWords(diceMove("coat window c4"))).toBe("Draw an O in c4");
});

test.each(LANGUAGES)("%s: every kind of move has words without holes", async (language) => {
  await speak(language);
  const told = [...CARD_MOVES.map((move) => cardWords(cardMove(move))), ...DICE_MOVES.map((move) => diceWords(diceMove(move)))];
  for (const words of told) {
    expect(words).not.toMatch(/[{}]|undefined|^\w+(\.\w+)+$/);
    expect(words.trim()).not.toBe("");
  }
});
