// What happened, in words. Effects come from the server, the words of moves from the game; nothing is worked out here.

import type { GameParts } from "../../games/game";
import type { Begun, Effect } from "../net/protocol";
import type { Values } from "../words/messages";
import { dotted, maybe, t } from "../words/words.svelte";
import { isEffect } from "./effects";
import type { Line, Table } from "./table.svelte";

/** What a game says in the log. */
export interface LogTexts {
  /** A move, or what chance brought: the deed, and what there is to say beside it. Null for what the games share. */
  deed(line: Line, actor: Actor): [deed: string, ...more: string[]] | null;
  /** The ability that an effect of a move uses up, by its name. */
  spent?(effect: Effect): string | null;
  /** What a move brought beside points and coats of arms. */
  consequence(effect: Effect): string[];
}

/** The person who did something, and whether that is the reader. */
export interface Actor {
  name: string;
  mine: boolean;
}

export interface LogText {
  /** The sentence, with the name of who did it in `name` (empty where it says "you"). */
  deed: string;
  more: string;
  name: string;
}

/** A sentence about somebody, or to "you". */
export const about = (key: string, { name, mine }: Actor, values: Values = {}): string =>
  maybe(mine ? `${key}.you` : `${key}.other`, { name, ...values }) ?? "";

/** What somebody said: a phrase in the reader's language, or their own words. */
export function chatText({ event }: Line): string {
  if (event?.kind !== "chat") return "";
  return event.phrase ? (maybe(`phrase.${event.phrase}`) ?? event.phrase) : (event.text ?? "");
}

/** A line of the log in words. */
export function logText(line: Line, table: Pick<Table, "name" | "seat"> & { parts: Pick<GameParts, "log"> }): LogText {
  const { log } = table.parts;
  const mine = line.seat !== null && line.seat === table.seat;
  const actor: Actor = { name: line.seat === null ? "" : table.name(line.seat), mine };
  const [deed, ...more] = log.deed(line, actor) ?? [other(line, actor), ...consequences(line, log)];
  if (line.event?.kind === "start" && line.event.position?.dealt === "anew") more.push(t("log.anew"));
  return { deed, more: dotted(more), name: mine ? "" : actor.name };
}

/** What somebody did last, without the name where it begins the sentence. */
export function lastDeed(table: Pick<Table, "name" | "seat" | "lines"> & { parts: Pick<GameParts, "log"> }, seat: number): string {
  const line = table.lines.findLast((one) => one.kind === "move" && one.seat === seat);
  if (!line) return "";
  const { deed, more, name } = logText(line, table);
  return dotted([name && deed.startsWith(name) ? deed.slice(name.length).trim() : deed, more]);
}

/** What a move brought: points, coats of arms, and what the game has beside them. */
export function consequences(line: Line, { consequence }: Pick<LogTexts, "consequence">): string[] {
  return line.effects.flatMap((one) => {
    if (isEffect(one, "points") && one.points > 0) return t("log.points", { n: one.points });
    if (isEffect(one, "coats") && one.earned > 0) return t("log.coats", { n: one.earned });
    return consequence(one);
  });
}

/** How the game began: set up as usual, or from a position that somebody brought. */
const start = (position: Begun | null | undefined): string =>
  position ? t("log.start.position", { n: position.moves }) : t("log.start");

/** What happens at every table. */
function other(line: Line, actor: Actor): string {
  const { event } = line;
  switch (event?.kind) {
    case "sit":
      return event.bot ? t("log.bot", { name: event.name || event.bot }) : t("log.sit", { name: event.name });
    case "start":
      return start(event.position);
    case "over":
      return t("log.over");
    case "failed":
      return t(event.rest ? "log.failed.rest" : event.why === "time" ? "log.failed.time" : "log.failed.error", {
        name: actor.name,
        bot: event.plays,
      });
    case "standin":
      return about("log.standin", actor);
    case "takeback":
      return about(`log.takeback.${event.what}`, actor);
    case "leave":
    case "back":
    case "forfeit":
    case "undo":
      return about(`log.${event.kind}`, actor);
    default:
      return "";
  }
}
