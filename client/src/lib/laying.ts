// Laying tables: what the first page and the waiting room ask the server for.

import { api } from "./api";
import type { NewSeat, NewTable } from "./protocol";
import { go, tableHash } from "./route.svelte";
import { settings } from "./settings.svelte";

export type Game = NewTable["game"];
export const BOT_NAMES = ["Ida", "Mads", "Freja", "Emil"];

/** Bots for people, by how well they play; a server may have them all, some or none. */
export const LEVELS = ["gentle", "easy", "medium", "hard", "master"] as const;
export type Level = (typeof LEVELS)[number];

/** Bots that play a game, or any; better ones later. */
export async function botsFor(game?: Game): Promise<string[]> {
  const { bots } = await api.bots();
  return bots.filter((bot) => !game || bot.games.includes(game)).map((bot) => bot.name);
}

export const levelsOf = (bots: string[]): Level[] => LEVELS.filter((level) => bots.includes(level));

/** The bot that was chosen last; else one that plays sensibly and at once. */
export const usual = (bots: string[]): string =>
  [settings.bot, "medium", "greedy"].find((bot) => bots.includes(bot)) ?? bots.at(-1)!;

export const botSeat = (bot: string, number: number): NewSeat => ({ kind: "bot", bot, name: BOT_NAMES[number % 4] });

/** Lays a table and goes there. */
export async function lay(wanted: NewTable): Promise<void> {
  const { id } = await api.create(wanted);
  go(tableHash(id));
}

export async function playNow(game: Game, players = 3): Promise<void> {
  const bot = usual(await botsFor(game));
  const others = Array.from({ length: players - 1 }, (_, number) => botSeat(bot, number));
  await lay({ game, players, seats: [{ kind: "me", name: settings.name }, ...others] });
}
