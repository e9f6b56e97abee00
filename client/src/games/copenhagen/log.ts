// The moves of this game for the log.

import type { CopenhagenMove } from "../../lib/net/protocol";
import { type Effect } from "../../lib/table/changes";
import { type Actor, type LogTexts, about, consequences } from "../../lib/table/log";
import type { Line } from "../../lib/table/table.svelte";
import { cards, span, tileName } from "../../lib/words/names";
import type { Values } from "../../lib/words/messages";
import { listed, t } from "../../lib/words/words.svelte";
import { ability } from "./words";

const find = (line: Line, effect: string): Effect[] => line.effects.filter((one) => one.effect === effect);

function deed(line: Line, actor: Actor): [deed: string, ...more: string[]] | null {
  if (!line.move) return null;
  const fields = line.move.fields as CopenhagenMove;
  const say = (key: string, values: Values = {}) => about(`log.${key}`, actor, values);
  const brought = consequences(line, log);
  switch (fields.kind) {
    case "take": {
      const taken = find(line, "take");
      return [say("take", { docks: listed(fields.docks.map(String)) }), cards(taken.map((one) => String(one.card)).join(""))(), ...brought];
    }
    case "discard":
      return [say("discard", { cards: cards(fields.cards) }), ...brought];
    case "build": {
      const pay = String(find(line, "pay")[0]?.cards ?? "");
      return [say("build", { tile: tileName(fields.tile), cells: span(fields.cells) }), t("log.paid", { n: pay.length }), ...brought];
    }
    case "coat special":
      return [say("special", { cell: fields.cell }), ...brought];
    case "coat ability":
      return [say("ability", { ability: ability(fields.ability) })];
    case "coat refresh":
      return [say("refresh")];
    case "coat decline":
      return [say("decline")];
    case "end":
      return [say("end"), ...brought];
  }
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
