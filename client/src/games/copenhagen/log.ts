// The moves of this game for the log.

import { type Effect } from "../../lib/table/changes";
import { type Actor, type LogTexts, about, consequences } from "../../lib/table/log";
import type { Line } from "../../lib/table/table.svelte";
import { cards, span, tileName } from "../../lib/words/names";
import type { Values } from "../../lib/words/messages";
import { listed, t } from "../../lib/words/words.svelte";
import { ability } from "./words";

const find = (line: Line, effect: string): Effect[] => line.effects.filter((one) => one.effect === effect);

function deed(line: Line, actor: Actor): [deed: string, ...more: string[]] | null {
  if (line.kind !== "move") return null;
  const say = (key: string, values: Values = {}) => about(`log.${key}`, actor, values);
  const brought = consequences(line, log);
  const [verb = "", what = "", third = ""] = String(line.event.move).split(" ");
  if (verb === "take") {
    const taken = find(line, "take");
    const docks = listed(taken.map((one) => String(one.dock)));
    return [say("take", { docks }), cards(taken.map((one) => String(one.card)).join(""))(), ...brought];
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

/** Abilities used up, the End card, a shuffled deck. */
function consequence({ effect, ...what }: Effect): string[] {
  if (effect === "ability" && what.side === "used" && !what.gained) return [t("log.used", { ability: ability(String(what.ability)) })];
  if (effect === "end card") return [t("log.end-card")];
  if (effect === "shuffle") return [t("log.shuffle")];
  return [];
}

export const log: LogTexts = { deed, consequence };
