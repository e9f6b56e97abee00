// Laying tables: what the first page and the waiting room ask the server for.

import { api } from "./api";
import type { NewSeat, NewTable } from "./protocol";
import { go, tableHash } from "./route.svelte";
import { settings } from "./settings.svelte";

export type Game = NewTable["game"];
export const BOT_NAMES = ["Ida", "Mads", "Freja", "Emil"];

/** Bots that play a game; better ones later. */
export async function botsFor(game: Game): Promise<string[]> {
  const { bots } = await api.bots();
  return bots.filter((bot) => bot.games.includes(game)).map((bot) => bot.name);
}

/** The bot for whoever does not choose: one that plays sensibly and at once. */
export const usual = (bots: string[]): string => (bots.includes("greedy") ? "greedy" : bots.at(-1)!);

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
