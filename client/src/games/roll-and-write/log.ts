// The moves of this game for the log.

import type { Effect } from "../../lib/table/changes";
import { type Actor, type LogTexts, about, consequences } from "../../lib/table/log";
import type { Line } from "../../lib/table/table.svelte";
import type { Values } from "../../lib/words/messages";
import { colour, dice, span, tileName } from "../../lib/words/names";
import { listed, t } from "../../lib/words/words.svelte";
import { ability, trackColour } from "./words";

type Say = (key: string, values?: Values) => string;

function deed(line: Line, actor: Actor): [deed: string, ...more: string[]] | null {
  if (line.event.move === "coat decline") return [about("log.decline", actor)];
  const found = logText(line, (key, values) => about(`dice.log.${key}`, actor, values));
  return found && [...found, ...consequences(line, log)];
}

/** A move or a roll. */
function logText(line: Line, say: Say): [deed: string, ...more: string[]] | null {
  const rolled = find(line, "roll");
  if (line.kind === "chance") return rolled ? [say("rolled", { dice: dice(String(rolled.dice)) })] : null;
  const [verb = "", what = "", third = ""] = String(line.event.move).split(" ");
  const used = find(line, "dice");
  const cover = find(line, "cover");
  const cells = cover ? span(cover.cells as string[]) : "";
  switch (verb) {
    case "start":
      return [say("start", { colour: trackColour(what) }), ...unlocked(line)];
    case "reroll":
      return [say("reroll", { dice: dice(what) })];
    case "change":
      return [say("change", { dice: dice(what), colour: colour(third) })];
    case "single":
      return [say("single", { cell: cells, sign: cover?.cross ? "X" : "O" })];
    case "draw": {
      const cross = cover?.cross ? t("dice.log.cross", { cell: String(cover.cross) }) : t("dice.log.no-cross");
      const bonus = Number(find(line, "bonus")?.used ?? 0);
      return [say("draw", { tile: tileName(what), cells }), cross, dice(String(used?.used ?? "") + "+".repeat(bonus))()];
    }
    case "mark":
      return what === "-" ? [say("mark-none")] : [say("mark", { tracks: marked(line) }), ...unlocked(line)];
    case "coat":
      if (what === "window") return [say("window", { cell: third })];
      if (what === "track") return [say("mark", { tracks: marked(line) }), ...unlocked(line)];
      return null;
    case "pass":
      return [say("pass")];
    case "done":
      return [say("done")];
  }
  return null;
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

export const log: LogTexts = { deed, consequence };
