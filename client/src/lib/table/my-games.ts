// A player's own games in words and numbers: how they went, who played, how it goes against bots.

import { BOT_NAMES, LEVELS } from "./table-creation";
import type { BotResult, FinishedGame, TableLine } from "../net/protocol";
import { listed, locale, maybe, t } from "../words/words.svelte";

/** Games against a bot that are drawn one by one. */
export const LATELY = 20;

export const isRunning = ({ status }: TableLine): boolean => status === "playing" || status === "open";

/** Whether nobody else plays there but bots. */
export const isAlone = ({ status, players, mine = [], bots = [] }: TableLine): boolean =>
  status === "playing" && mine.length + bots.filter(Boolean).length === players;

const UNITS = [["minute", 60], ["hour", 24], ["day", 1000]] as const;

/** How long ago something was: "5 minutes ago". */
export function when(time: number): string {
  let ago = (Date.now() - time) / 60_000;
  for (const [unit, most] of UNITS) {
    if (ago < most || unit === "day") return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(-Math.floor(ago), unit);
    ago /= most;
  }
  return "";
}

const nameOf = ({ names = [], mine = [] }: TableLine, seat: number): string =>
  mine.length === 1 && mine[0] === seat ? t("you") : names[seat] || t("player", { n: seat + 1 });

/** Everybody at a table, bots with their levels, and their points once there are any. */
export function seatWords(one: TableLine): string[] {
  return (one.names ?? []).flatMap((given, seat) => {
    if (one.status === "open" && !given && !one.bots?.[seat]) return [];
    const bot = one.bots?.[seat];
    const level = bot ? (maybe(`bot.${bot}`) ?? t("bot")) : "";
    const name = level ? t("games.opponent", { name: given || BOT_NAMES[seat]!, level }) : nameOf(one, seat);
    return [one.scores?.length ? t("home.score", { name, n: one.scores[seat]! }) : name];
  });
}

/** How a game ended for me; for several of us at one screen, who won. */
export function resultWords(one: FinishedGame): string {
  const { winners, mine = [] } = one;
  if (mine.length !== 1) return t("result.winners", { names: listed(winners.map((seat) => nameOf(one, seat))), n: winners.length || 1 });
  if (!winners.includes(mine[0]!)) return t("games.lost");
  return t(winners.length > 1 ? "games.shared" : "games.won");
}

export interface BotRow {
  bot: string;
  n: number;
  won: number;
  /** My shares of the last games, oldest first, and how many of them I won. */
  shown: number[];
  lately: number;
}

/** Results by game and bot, weaker bots first. */
export function byBot(results: readonly BotResult[]): { game: string; bots: BotRow[] }[] {
  const order = (bot: string) => (LEVELS as readonly string[]).indexOf(bot);
  return [...new Set(results.map(({ game }) => game))].map((game) => {
    const own = results.filter((one) => one.game === game);
    const bots = [...new Set(own.map(({ bot }) => bot))].sort((a, b) => order(a) - order(b) || a.localeCompare(b));
    return {
      game,
      bots: bots.map((bot) => {
        const shares = own.filter((one) => one.bot === bot).map(({ share }) => share);
        const shown = shares.slice(-LATELY);
        const wins = (some: number[]) => some.filter((share) => share > 0).length;
        return { bot, n: shares.length, won: wins(shares), shown, lately: wins(shown) };
      }),
    };
  });
}
