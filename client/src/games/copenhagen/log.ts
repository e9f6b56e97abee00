// The moves of this game for the log.

import { type Effect } from "../../lib/table/changes";
import { type Actor, type LogTexts, about, consequences } from "../../lib/table/log";
import type { Line } from "../../lib/table/table.svelte";
import { cards, colour, span, tileName } from "../../lib/words/names";
import { listed, t } from "../../lib/words/words.svelte";
import { ability } from "./words";

const find = (line: Line, effect: string): Effect[] => line.effects.filter((one) => one.effect === effect);

function deed(line: Line, actor: Actor): [deed: string, ...more: string[]] | null {
  if (line.kind !== "move") return null;
  const say = (key: string, values: Record<string, string | number> = {}) => about(`log.${key}`, actor, values);
  const brought = consequences(line, log);
  const [verb = "", what = "", third = ""] = String(line.event.move).split(" ");
  if (verb === "take") {
    const taken = find(line, "take");
    const docks = listed(taken.map((one) => String(one.dock)));
    return [say("take", { docks }), listed(taken.map((one) => colour(String(one.card)))), ...brought];
  }
  if (verb === "discard") return [say("discard", { cards: cards(what) }), ...brought];
  if (verb === "build") {
    const cover = find(line, "cover")[0];
    const cells = span((cover?.cells as string[] | undefined) ?? []);
    const pay = String(find(line, "pay")[0]?.cards ?? "");
    return [say("build", { tile: tileName(what), cells }), t("log.paid", { n: pay.length }), ...brought];
  }
  if (verb === "coat" && what === "special") return [say("special", { cell: third }), ...brought];
  if (verb === "coat" && what === "ability") return [say("ability", { ability: ability(third) })];
  if (verb === "coat") return [say(what)];
  return [say(verb), ...brought];
}

const spent = ({ effect, ...what }: Effect): string | null =>
  effect === "ability" && what.side === "used" && !what.gained ? ability(String(what.ability)) : null;

/** Abilities used up, the End card, a shuffled deck. */
function consequence(one: Effect): string[] {
  const { effect } = one;
  const used = spent(one);
  if (used) return [t("log.used", { ability: used })];
  if (effect === "end card") return [t("log.end-card")];
  if (effect === "shuffle") return [t("log.shuffle")];
  return [];
}

export const log: LogTexts = { deed, consequence, spent };
