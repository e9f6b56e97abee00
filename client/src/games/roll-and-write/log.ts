// The moves of this game for the log.

import type { RollAndWriteMove } from "../../lib/net/protocol";
import type { Effect } from "../../lib/table/changes";
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
  const say: Say = (key, values) => about(`dice.log.${key}`, actor, values);
  const found = fields ? moveText(fields, line, say) : rollText(line, say);
  return found && [...found, ...consequences(line, log)];
}

function rollText(line: Line, say: Say): [deed: string] | null {
  const rolled = line.kind === "chance" && find(line, "roll");
  return rolled ? [say("rolled", { dice: dice(String(rolled.dice)) })] : null;
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
      const cross = fields.marked ? t("dice.log.cross", { cell: fields.marked }) : t("dice.log.no-cross");
      const bonuses = Number(find(line, "bonus")?.used ?? 0);
      return [say("draw", { tile: tileName(fields.tile), cells: span(fields.cells) }), cross, dice(String(find(line, "dice")?.used ?? ""), bonuses)()];
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

const find = (line: Line, effect: string): Effect | undefined => line.effects.find((one) => one.effect === effect);

/** The tracks that were marked: "red", or "red and blue", or "2 × red". */
function marked(line: Line): string {
  const marks = line.effects.filter(({ effect }) => effect === "mark");
  return listed(marks.map(({ track, boxes }) => {
    const n = (boxes as number[]).length;
    return n > 1 ? t("dice.times", { n, colour: trackColour(String(track)) }) : trackColour(String(track))();
  }));
}

/** What the marked boxes unlocked. */
function unlocked(line: Line): string[] {
  const sum = (what: "stars" | "bonuses") => line.effects.reduce((n, one) => n + (one.effect === "mark" ? Number(one[what]) : 0), 0);
  const [stars, bonuses] = [sum("stars"), sum("bonuses")];
  return [stars ? t("dice.log.stars", { n: stars }) : "", bonuses ? t("dice.log.bonuses", { n: bonuses }) : ""];
}

/** Stars used up, tiles crossed out. */
function consequence({ effect, ...what }: Effect): string[] {
  if (effect === "star" && what.ability !== "reroll") return [t("log.used", { ability: ability(String(what.ability)) })];
  if (effect === "tile" && what.crossed_out) return [t("dice.log.crossed", { tile: tileName(String(what.tile)) })];
  return [];
}

const spent = ({ effect, ...what }: Effect): string | null => (effect === "star" ? ability(String(what.ability)) : null);

export const log: LogTexts = { deed, consequence, spent };
