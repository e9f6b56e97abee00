// What happened and what is refused, in words. Codes and effects come from the server; nothing is worked out here.

import type { Refusal } from "../net/api";
import { diceConsequence, diceDeed } from "../../games/roll-and-write/log";
import type { Effect } from "./changes";
import { ability, anyAbility, cards, colour, span, tileName } from "../words/names";
import type { Line, Table } from "./table.svelte";
import { listed, maybe, t } from "../words/words.svelte";

export { ability, cards, colour, tileName } from "../words/names";

export interface Told {
  /** The sentence, with the name of who did it in `name` (empty where it says "you"). */
  deed: string;
  more: string;
  name: string;
}

const find = (line: Line, effect: string): Effect[] => line.effects.filter((one) => one.effect === effect);

/** A sentence about somebody, or to "you". */
function about(key: string, who: string, mine: boolean, values: Record<string, string | number> = {}): string {
  return maybe(mine ? `${key}.you` : `${key}.other`, { name: who, ...values }) ?? "";
}

/** A line of the log in words. */
export function told(line: Line, table: Pick<Table, "name" | "seat">): Told {
  const who = line.seat === null ? "" : table.name(line.seat);
  const mine = line.seat !== null && line.seat === table.seat;
  const say = (key: string, values: Record<string, string | number> = {}) => about(`log.${key}`, who, mine, values);
  const result = (deed: string, ...more: string[]): Told => ({
    deed,
    more: more.filter(Boolean).join(" · "),
    name: mine ? "" : who,
  });
  const dice = diceDeed(line, (key, values) => about(`dice.log.${key}`, who, mine, values));
  if (dice) return result(...dice, ...consequences(line));
  if (line.kind !== "move") return result(other(line, say), ...consequences(line));
  const [verb = "", what = "", third = ""] = String(line.event.move).split(" ");
  if (verb === "take") {
    const taken = find(line, "take");
    const docks = listed(taken.map((one) => String(one.dock)));
    return result(say("take", { docks }), listed(taken.map((one) => colour(String(one.card)))), ...consequences(line));
  }
  if (verb === "discard") return result(say("discard", { cards: cards(what) }), ...consequences(line));
  if (verb === "build") {
    const cover = find(line, "cover")[0];
    const cells = span((cover?.cells as string[] | undefined) ?? []);
    const pay = String(find(line, "pay")[0]?.cards ?? "");
    return result(say("build", { tile: tileName(what), cells }), t("log.paid", { n: pay.length }), ...consequences(line));
  }
  if (verb === "coat" && what === "special") return result(say("special", { cell: third }), ...consequences(line));
  if (verb === "coat" && what === "ability") return result(say("ability", { ability: ability(third) }));
  if (verb === "coat") return result(say(what));
  return result(say(verb), ...consequences(line));
}

/** What a move brought: points, coats of arms, the End card, the end. */
function consequences(line: Line): string[] {
  return line.effects.flatMap((one) => {
    const { effect, ...what } = one;
    if (effect === "points" && Number(what.points) > 0) return t("log.points", { n: Number(what.points) });
    if (effect === "coats" && Number(what.earned) > 0) return t("log.coats", { n: Number(what.earned) });
    if (effect === "ability" && what.side === "used" && !what.gained)
      return t("log.used", { ability: ability(String(what.ability)) });
    if (effect === "end card") return t("log.end-card");
    if (effect === "shuffle") return t("log.shuffle");
    return diceConsequence(one);
  });
}

type Say = (key: string, values?: Record<string, string | number>) => string;

function other(line: Line, say: Say): string {
  const { event } = line;
  switch (line.kind) {
    case "sit":
      return event.bot ? t("log.bot", { name: String(event.name || event.bot) }) : t("log.sit", { name: String(event.name) });
    case "start":
      return t("log.start");
    case "over":
      return t("log.over");
    case "standin":
      return say("standin");
    case "leave":
    case "back":
    case "forfeit":
    case "undo":
      return say(line.kind);
    default:
      return "";
  }
}

/** A refusal as a sentence. */
export function refused(why: Refusal): string {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(why.details)) values[name] = detail(name, value);
  return maybe(`refused.${why.code}`, values) ?? t("refused.other");
}

/** Details that hold several of what another name holds one of. */
const PLURALS: Record<string, string> = { abilities: "ability", tracks: "track" };

function detail(name: string, value: unknown): string | number {
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return listed(value.map((one) => String(detail(PLURALS[name] ?? "", one))));
  if (name === "tile") return tileName(String(value));
  if (name === "colour" || name === "track" || name === "face") return colour(String(value));
  if (name === "ability") return anyAbility(String(value));
  return String(value);
}
