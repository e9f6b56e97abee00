// The moves of this game for the log.

import type { CopenhagenMove, Effect } from "../../lib/net/protocol";
import { effectsNamed, isEffect } from "../../lib/table/effects";
import { type Actor, type LogTexts, about, consequences } from "../../lib/table/log";
import type { Line } from "../../lib/table/table.svelte";
import { cards, span, tileName } from "../../lib/words/names";
import type { Values } from "../../lib/words/messages";
import { labelled, listed, t } from "../../lib/words/words.svelte";
import { ability } from "./words";

function deed(line: Line, actor: Actor): [deed: string, ...more: string[]] | null {
  if (line.kind === "chance") {
    const dealt = effectsNamed(line.effects, "deal").map((one) => ("dock" in one ? one.card : ""));
    return dealt.some(Boolean) ? [labelled(t("copenhagen.docks"), cards(dealt.join(""))())] : null;
  }
  if (!line.move) return null;
  const fields = line.move.fields as CopenhagenMove;
  const say = (key: string, values: Values = {}) => about(`copenhagen.log.${key}`, actor, values);
  const brought = consequences(line, log);
  switch (fields.kind) {
    case "take": {
      const taken = effectsNamed(line.effects, "take");
      return [say("take", { docks: listed(fields.docks.map(String)) }), cards(taken.map(({ card }) => card).join(""))(), ...brought];
    }
    case "discard":
      return [say("discard", { cards: cards(fields.cards) }), ...brought];
    case "build": {
      const pay = effectsNamed(line.effects, "pay")[0]?.cards ?? "";
      return [say("build", { tile: tileName(fields.tile), cells: span(fields.cells) }), t("copenhagen.log.paid", { n: pay.length }), ...brought];
    }
    case "coat special":
      return [say("special", { cell: fields.cell }), ...brought];
    case "coat ability":
      return [say("ability", { ability: ability(fields.ability) })];
    case "coat refresh":
      return [say("refresh")];
    case "coat decline":
      return [about("log.decline", actor)];
    case "end":
      return [say("end"), ...brought];
  }
}

const spent = (one: Effect): string | null =>
  isEffect(one, "ability") && one.side === "used" && !one.gained ? ability(one.ability) : null;

/** Abilities used up, the End card, a shuffled deck. */
function consequence(one: Effect): string[] {
  const used = spent(one);
  if (used) return [t("log.used", { ability: used })];
  if (isEffect(one, "end card")) return [t("copenhagen.log.end-card")];
  if (isEffect(one, "shuffle")) return [t("copenhagen.log.shuffle")];
  return [];
}

export const log: LogTexts = { deed, consequence, spent };
