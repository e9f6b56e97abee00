// Names of things in words: games, colours, tiles, cards, dice, cells. Sentences put them into the form that they need.

import { clients } from "../../games";
import { cellIndex, cellName } from "../placement/cells";
import type { Phrase, Values } from "./messages";
import { type Key, listed, maybe, t } from "./words.svelte";

/** A game, by what the server calls it if there are no words for it. */
export const gameName = (game: string): string => maybe(`game.${game}`) ?? game;

/** A colour by its letter, or by its name as the engine writes it. */
export const colour = (name: string): Phrase => (form = "") => t(`colour.${name.charAt(0).toUpperCase()}` as Key, { form });
/** An ability, whichever game has it. */
export const abilityName = (name: string): string =>
  clients.map(({ words }) => maybe(`${words}ability.${name}`)).find((found) => found !== undefined) ?? name;
export const tileName = (tile: string): Phrase => (form = "") =>
  tile === "W1" ? t("tile.special", { form }) : t("tile.name", { colour: colour(tile.charAt(0)), size: Number(tile.slice(1)), form });
/** A card: "red card". */
export const cardName = (letter: string): string => t("card", { colour: colour(letter) });

/** A bot, and how well it plays if it is one of the levels. */
export function botWords(name: string | null): string {
  const level = maybe(`bot.${name}`);
  return level ? t("bot.level", { level }) : t("bot");
}

/** Letters as words, equal ones counted: "2 blue", "1 red". Cards and dice may have different endings. */
function counts(text: string, key: "cards.some" | "dice.some", form: string): string[] {
  const found = new Map<string, number>();
  for (const letter of text) found.set(letter, (found.get(letter) ?? 0) + 1);
  return [...found].map(([letter, n]) => t(key, { n, colour: colour(letter), form }));
}

/** Cards as words: "2 blue and 1 red". */
export const cards = (text: string): Phrase => (form = "") =>
  listed(counts(text, "cards.some", form)) || t("cards.none");

/** Dice as words, with the bonuses beside them: "2 green, 1 white and 1 bonus". */
export const dice = (text: string, bonuses = 0): Phrase => (form = "") => {
  const all = [...counts(text, "dice.some", form), ...(bonuses ? [t("dice.bonuses", { n: bonuses })] : [])];
  return listed(all) || t("dice.none");
};

/** Cells from the first to the last, as they are read: "a1–b2". */
export function span(cells: string[]): string {
  const sorted = cells.map(cellIndex).sort((a, b) => a - b);
  const first = cellName(sorted[0]!);
  return sorted.length > 1 ? `${first}–${cellName(sorted.at(-1)!)}` : first;
}

/** Values of a code by their names that hold several of what another name holds one of. */
const PLURALS: Record<string, string> = { abilities: "ability", tracks: "track" };

/** What comes with a code, to be put into its sentence. */
export const valueWords = (values: Record<string, unknown>): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueWord(name, value)]));

function valueWord(name: string, value: unknown): Values[string] {
  if (typeof value === "number") return value;
  if (Array.isArray(value)) {
    const words = value.map((one) => valueWord(PLURALS[name] ?? "", one));
    return (form = "") => listed(words.map((word) => (typeof word === "function" ? word(form) : String(word))));
  }
  if (name === "tile") return tileName(String(value));
  if (name === "colour" || name === "track" || name === "face") return colour(String(value));
  if (name === "ability") return abilityName(String(value));
  return String(value);
}
