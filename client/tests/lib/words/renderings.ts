// Every message with whatever can be put into it: to be read by people (`npm run renderings`), a part of it as a golden.

import { type MessageFormatElement, TYPE, parse } from "@formatjs/icu-messageformat-parser";
import type { Values } from "../../../src/lib/words/messages";
import { abilityName, cards, colour, dice, tileName } from "../../../src/lib/words/names";
import { type Key, listed, sentences, t } from "../../../src/lib/words/words.svelte";

type Value = Values[string];
/** What is put into a message, by what it is called where that is not seen. */
type Sample = Record<string, () => Value>;

/** Names that begin with a vowel, end with an s, and are long. */
const NAMES = ["Ida", "Jonas", "Maximiliane-Charlotte H."];
const NUMBERS = [0, 1, 2, 5, 21];
const LETTERS = ["R", "Y", "G", "B", "P"];
const TILES = [...LETTERS.map((letter) => `${letter}3`), "R2", "R4", "R5", "W1"];
const CARDS = ["R", "Y", "G", "B", "P", "RR", "GGP", "BBYY", ""];
const DICE = ["R", "Y", "G", "B", "P", "W", "RRW", "GG+", "BYY++"];
const ABILITIES = ["any", "extra", "discount", "recolour", "both", "reroll", "again", "change", "no-x", "single-x"];

const each = <T>(things: readonly T[], say: (thing: T) => Value): Sample => Object.fromEntries(things.map((one) => [String(one), () => say(one)]));
const texts = (...things: string[]): Sample => each(things, String);
const numbers = (...things: number[]): Sample => each(things, Number);

const SAMPLES: Record<string, Sample> = {
  abilities: each([["any"], ["any", "extra"]], (names) => listed(names.map(abilityName))),
  ability: each(ABILITIES, abilityName),
  all: numbers(9),
  bank: texts("10 min"),
  bot: texts("greedy"),
  card: each([...LETTERS, ""], (letter) => (letter ? t("card", { colour: colour(letter) }) : t("copenhagen.dock.empty"))),
  cards: each(CARDS, cards),
  cell: texts("c4"),
  cells: texts("a1–b2"),
  change: numbers(0.11, -0.07),
  code: texts("K7QX"),
  colour: each([...LETTERS, "W"], colour),
  column: texts("b"),
  dice: each(DICE, (text) => dice(text.replaceAll("+", ""), text.split("+").length - 1)),
  dock: numbers(3),
  docks: texts("3 + 4"),
  face: each([...LETTERS, "W"], colour),
  first: texts("a"),
  form: texts(""),
  game: each(["copenhagen", "roll-and-write"], (game) => t(`game.${game}` as Key)),
  increment: texts("10 s"),
  last: numbers(12),
  level: each(["easy", "master"], (level) => t(`bot.${level}` as Key)),
  limit: numbers(7),
  move: each(["R3"], (tile) => t("copenhagen.play.build", { tile: tileName(tile), cells: "a1–b2" })),
  moves: each([["R3", "B4"]], (tiles) => sentences(tiles.map((tile) => t("copenhagen.play.build", { tile: tileName(tile), cells: "a1–b2" })))),
  name: texts(...NAMES),
  names: each([["Ida"], ["Jonas", "Ida"]], listed),
  next: texts("b"),
  reasons: each([2], (n) => listed([t("idea.points", { n }), t("idea.cheap", { n })])),
  row: texts("3"),
  rule: texts("C12"),
  score: numbers(7),
  share: numbers(0, 0.42, 1),
  sign: texts("X", "O"),
  size: numbers(2, 3, 4, 5),
  text: texts("…"),
  tile: each(TILES, tileName),
  track: each(LETTERS, colour),
  tracks: each([["R"], ["R", "B"]], (tracks) => listed(tracks.map((track) => colour(track)()))),
  why: each([2], (n) => t("idea.points", { n })),
};
/** Where a value has the name of something else. */
const OWN: Record<string, Record<string, Sample>> = {
  "clock.move": { move: texts("10 s") },
  "roll-and-write.missing": { have: each(["RW", ""], dice) },
  "copenhagen.missing": { have: each(["RRW", ""], cards) },
  "refused.discard count": { cards: numbers(...NUMBERS) },
  "refused.discard first": { cards: numbers(...NUMBERS) },
  "refused.not in hand": { cards: numbers(...NUMBERS) },
  "refused.not rolled": { dice: numbers(...NUMBERS) },
  "review.course": { first: numbers(0.33), last: numbers(0.05) },
};

/** The values that a message asks for. */
export function asked(message: string): string[] {
  const names = (elements: MessageFormatElement[]): string[] =>
    elements.flatMap((one) => {
      if (one.type === TYPE.literal || one.type === TYPE.pound || !("value" in one)) return [];
      const inside = "options" in one ? Object.values(one.options).flatMap(({ value }) => names(value)) : [];
      return [one.value.split("_")[0]!, ...inside];
    });
  return [...new Set(names(parse(message, { ignoreTag: true })))];
}

export interface Case {
  key: string;
  /** Which of the values is not the first of its sample, and what it is. */
  with: string;
  say: () => string;
}

/** A message with each value of each of its samples, one at a time. */
export function casesOf(key: string, message: string): Case[] {
  const names = asked(message).filter((name) => name !== "form");
  const samples = names.map((name) => [name, OWN[key]?.[name] ?? SAMPLES[name] ?? numbers(...NUMBERS)] as const);
  const usual = (): Values => Object.fromEntries(samples.map(([name, sample]) => [name, Object.values(sample)[0]!()]));
  const say = (values: () => Values) => () => t(key as Key, values());
  if (!samples.length) return [{ key, with: "", say: say(() => ({})) }];
  return samples.flatMap(([name, sample], place) =>
    Object.entries(sample).slice(place ? 1 : 0).map(([called, make]) => ({ key, with: `${name} ${called}`, say: say(() => ({ ...usual(), [name]: make() })) })),
  );
}
