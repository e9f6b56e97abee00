// Names of things in words: games, colours, tiles, cards, dice, cells.

import { clients } from "../../games";
import { cellIndex, cellName } from "../placement/cells";
import { type Key, listed, maybe, t } from "./words.svelte";

/** A game, by what the server calls it if there are no words for it. */
export const gameName = (game: string): string => maybe(`game.${game}`) ?? game;

/** A colour by its letter, or by its name as the engine writes it. */
export const colour = (name: string): string => t(`colour.${name.charAt(0).toUpperCase()}` as Key);
/** An ability, whichever game has it. */
export const abilityName = (name: string): string =>
  clients.map(({ words }) => maybe(`${words}ability.${name}`)).find((found) => found !== undefined) ?? name;
export const tileName = (tile: string): string =>
  tile === "W1" ? t("tile.special") : t("tile.name", { colour: colour(tile.charAt(0)), size: tile.slice(1) });

/** A bot, and how well it plays if it is one of the levels. */
export function botWords(name: string | null): string {
  const level = maybe(`bot.${name}`);
  return level ? `${t("bot")} (${level})` : t("bot");
}

/** Letters as words, equal ones counted: "2 blue", "1 red". */
export function counts(text: string): string[] {
  const found = new Map<string, number>();
  for (const letter of text) found.set(letter, (found.get(letter) ?? 0) + 1);
  return [...found].map(([letter, n]) => t("cards.some", { n, colour: colour(letter) }));
}

/** Cards as words: "2 blue and 1 red". */
export const cards = (text: string): string => listed(counts(text)) || t("cards.none");

/** Cells from the first to the last, as they are read: "a1–b2". */
export function span(cells: string[]): string {
  const sorted = cells.map(cellIndex).sort((a, b) => a - b);
  const first = cellName(sorted[0]!);
  return sorted.length > 1 ? `${first}–${cellName(sorted.at(-1)!)}` : first;
}

/** Values of a code by their names that hold several of what another name holds one of. */
const PLURALS: Record<string, string> = { abilities: "ability", tracks: "track" };

/** What comes with a code, to be put into its sentence. */
export const valueWords = (values: Record<string, unknown>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueWord(name, value)]));

function valueWord(name: string, value: unknown): string | number {
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return listed(value.map((one) => String(valueWord(PLURALS[name] ?? "", one))));
  if (name === "tile") return tileName(String(value));
  if (name === "colour" || name === "track" || name === "face") return colour(String(value));
  if (name === "ability") return abilityName(String(value));
  return String(value);
}
