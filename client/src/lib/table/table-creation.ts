// Creating tables: what the first page and the waiting room ask the server for.

import type { Game } from "../../games";
import { allComponents } from "../net/components";
import { api } from "../net/api";
import type { FromPosition, NewSeat, NewTable } from "../net/protocol";
import { go, tableHash } from "../device/route.svelte";
import { settings } from "../device/settings.svelte";

export const BOT_NAMES = ["Ida", "Mads", "Freja", "Emil"];

/** Bots for people, by how well they play; a server may have them all, some or none. */
export const LEVELS = ["gentle", "easy", "medium", "advanced", "hard", "expert", "master"] as const;
export type Level = (typeof LEVELS)[number];

/** Bots that play a game, or any; better ones later. */
export async function botsFor(game?: Game): Promise<string[]> {
  const { bots } = await api.bots();
  return bots.filter((bot) => !game || bot.games.includes(game)).map((bot) => bot.name);
}

export const levelsOf = (bots: string[]): Level[] => LEVELS.filter((level) => bots.includes(level));

/** The bot that was chosen last, or the next lower level where a game does not have it; else one that plays at once. */
export function usualBot(bots: string[]): string {
  const lower = LEVELS.slice(0, LEVELS.findIndex((level) => level === settings.bot) + 1).reverse();
  return [settings.bot, ...lower, "medium", "greedy"].find((bot) => bots.includes(bot)) ?? bots.at(-1)!;
}

export const botSeat = (bot: string, number: number): NewSeat => ({ kind: "bot", bot, name: BOT_NAMES[number % 4] });

/** Creates a table and goes there. */
export async function createTable(wanted: NewTable): Promise<void> {
  const { id } = await api.create(wanted);
  go(tableHash(id));
}

/** A game at once, with bots at the other seats: as many as are wanted, or as there can be. */
export async function playNow(game: Game): Promise<void> {
  const sizes = (await allComponents())[game]?.players ?? [];
  const players = sizes.includes(settings.bots + 1) ? settings.bots + 1 : Math.max(...sizes);
  const bot = usualBot(await botsFor(game));
  const others = Array.from({ length: players - 1 }, (_, number) => botSeat(bot, number));
  await createTable({ game, players, seats: [{ kind: "me", name: settings.name }, ...others] });
}

/** The bot for people who play for the first time. */
export const gentleBot = (bots: string[]): string => (bots.includes("gentle") ? "gentle" : usualBot(bots));

/** A first real game, after a lesson. */
export async function playFirst(game: Game): Promise<void> {
  const bot = gentleBot(await botsFor(game));
  await createTable({ game, players: 2, seats: [{ kind: "me", name: settings.name }, botSeat(bot, 0)] });
}

/** Plays on from a position: at one of its seats, with bots at the others. */
export async function playOn(game: Game, position: FromPosition, players: number, seat: number): Promise<void> {
  const bot = usualBot(await botsFor(game));
  const me: NewSeat = { kind: "me", name: settings.name };
  await createTable({ position, seats: Array.from({ length: players }, (_, number) => (number === seat ? me : botSeat(bot, number))) });
}

const LESSON = "nyhavn lesson";

/** Learns a game: where it was left, or from the beginning. The table of the lesson is remembered in this browser. */
export async function learn(game: Game): Promise<void> {
  const kept = localStorage.getItem(`${LESSON} ${game}`);
  const info = kept ? await api.table(kept).catch(() => null) : null;
  const goesOn = info?.lesson && info.seats.some(({ yours }) => yours) && (info.status === "playing" || info.status === "over");
  const id = goesOn ? info.id : (await api.learn({ lesson: game, names: BOT_NAMES.slice(0, 3) })).id;
  try {
    localStorage.setItem(`${LESSON} ${game}`, id);
  } catch {
    // Private windows of some browsers keep nothing.
  }
  go(tableHash(id));
}
