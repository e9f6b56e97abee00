// The moves of this game for the log.

import type { Effect, RollAndWriteMove } from "../../lib/net/protocol";
import { effectsNamed, isEffect } from "../../lib/table/effects";
import { type Actor, type LogTexts, about, consequences } from "../../lib/table/log";
import type { Line } from "../../lib/table/table.svelte";
import type { Values } from "../../lib/words/messages";
import { colour, dice, span, tileName } from "../../lib/words/names";
import { listed, t } from "../../lib/words/words.svelte";
import { ability, trackColour } from "./words";

type Say = (key: string, values?: Values) => string;

function deed(line: Line, actor: Actor): [deed: string, ...more: string[]] | null {
  const fields = line.move?.fields as RollAndWriteMove | undefined;
  if (fields?.kind === "coat decline") return [about("log.decline", actor)];
  const say: Say = (key, values) => about(`roll-and-write.log.${key}`, actor, values);
  const found = fields ? moveText(fields, line, say) : rollText(line, say);
  return found && [...found, ...consequences(line, log)];
}

function rollText(line: Line, say: Say): [deed: string] | null {
  const [rolled] = effectsNamed(line.effects, "roll");
  return line.kind === "chance" && rolled ? [say("rolled", { dice: dice(rolled.dice) })] : null;
}

function moveText(fields: Exclude<RollAndWriteMove, { kind: "coat decline" }>, line: Line, say: Say): [deed: string, ...more: string[]] {
  switch (fields.kind) {
    case "start":
      return [say("start", { colour: trackColour(fields.track) }), ...unlocked(line)];
    case "reroll":
      return [say("reroll", { dice: dice(fields.dice) })];
    case "change":
      return [say("change", { dice: dice(fields.dice), colour: colour(fields.to) })];
    case "single":
      return [say("single", { cell: fields.cell, sign: fields.crossed ? "X" : "O" })];
    case "draw": {
      const cross = fields.marked ? t("roll-and-write.log.cross", { cell: fields.marked }) : t("roll-and-write.log.no-cross");
      const bonuses = effectsNamed(line.effects, "bonus")[0]?.used ?? 0;
      return [say("draw", { tile: tileName(fields.tile), cells: span(fields.cells) }), cross, dice(effectsNamed(line.effects, "dice")[0]?.used ?? "", bonuses)()];
    }
    case "mark":
      return fields.tracks.length ? [say("mark", { tracks: marked(line) }), ...unlocked(line)] : [say("mark-none")];
    case "coat window":
      return [say("window", { cell: fields.cell })];
    case "coat track":
      return [say("mark", { tracks: marked(line) }), ...unlocked(line)];
    case "pass":
      return [say("pass")];
    case "done":
      return [say("done")];
  }
}

/** The tracks that were marked: "red", or "red and blue", or "2 × red". */
function marked(line: Line): string {
  return listed(effectsNamed(line.effects, "mark").map(({ track, boxes }) => {
    const n = boxes.length;
    return n > 1 ? t("roll-and-write.times", { n, colour: trackColour(track) }) : trackColour(track)();
  }));
}

/** What the marked boxes unlocked. */
function unlocked(line: Line): string[] {
  const sum = (what: "stars" | "bonuses") => effectsNamed(line.effects, "mark").reduce((n, one) => n + one[what], 0);
  const [stars, bonuses] = [sum("stars"), sum("bonuses")];
  return [stars ? t("roll-and-write.log.stars", { n: stars }) : "", bonuses ? t("roll-and-write.log.bonuses", { n: bonuses }) : ""];
}

/** Stars used up, tiles crossed out. */
function consequence(one: Effect): string[] {
  if (isEffect(one, "star") && one.ability !== "reroll") return [t("log.used", { ability: ability(one.ability) })];
  if (isEffect(one, "tile")) return [t("roll-and-write.log.crossed", { tile: tileName(one.tile) })];
  return [];
}

const spent = (one: Effect): string | null => (isEffect(one, "star") ? ability(one.ability) : null);

export const log: LogTexts = { deed, consequence, spent };
