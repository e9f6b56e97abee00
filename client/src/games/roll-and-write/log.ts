// The dice game in words: its moves for the log, its dice, tracks and cells for those who do not see them.

import type { Box, FacadeTile, Track } from "../../art";
import { type SheetCells, type TrackName, type TrackWords, letterOf } from "./view";
import type { Effect } from "../../lib/table/changes";
import type { Line } from "../../lib/table/table.svelte";
import { colour, counts, span, tileName } from "../../lib/words/names";
import { type Key, listed, t } from "../../lib/words/words.svelte";

export const diceAbility = (name: string): string => t(`dice.ability.${name}` as Key);
const diceAbilityText = (name: string): string => t(`dice.ability.${name}.text` as Key);
export const TRACK_WORDS: TrackWords = { title: diceAbility, text: diceAbilityText };
export const trackColour = (track: string): string => colour(letterOf(track));

/** A tile of the dice game, or the cell that is drawn singly. */
export const pieceName = (tile: string): string => (tile === "W1" ? t("dice.single") : tileName(tile));

/** Dice and bonuses that pay for a tile: "2 green, 1 white and 1 bonus". */
export function payWords(pay: string): string {
  const plus = pay.split("+").length - 1;
  return listed([...counts(pay.replaceAll("+", "")), ...(plus ? [t("dice.bonuses", { n: plus })] : [])]);
}

/** A cell for those who do not see it: "row 3, column b, red, X". */
export function sheetCellWords(cell: string, sheet: SheetCells, planned: string[], cross: string | null, places: string[]): string {
  const words = [t("cell.place", { row: cell.slice(1), column: cell.charAt(0) })];
  const covered = sheet[cell];
  if (covered) words.push(covered[0] === "W" ? t("dice.single") : colour(covered[0]), covered[1]);
  else words.push(t("cell.free"));
  if (planned.includes(cell)) words.push(t("cell.planned"), cell === cross ? "X" : "O");
  else if (places.includes(cell)) words.push(t("cell.possible"));
  return words.join(", ");
}

/** A tile of the facade sheet for those who do not see it. */
export function facadeWords(tile: FacadeTile): string {
  const words = [tileName(tile.name)];
  if (tile.size > 3) words.push(tile.crossed ? t("dice.crossed-out") : t("dice.once"));
  if (tile.state !== "can") words.push(t("dice.not-now"));
  else if (tile.crossed) words.push(t("dice.by-again"));
  return words.join(", ");
}

/** A track: its colour and ability, how far it is marked, and what is ready on it. */
export function trackWords(track: Track, planned = 0): string {
  const boxes = [...track.boxes, ...(track.extra ?? [])];
  const marked = track.boxes.filter((box) => box.state !== "open").length;
  const ready = (kind: Box["kind"]) => boxes.filter((box) => box.kind === kind && box.state === "ready").length;
  const fresh = boxes.filter((box) => box.state === "fresh").length;
  const [stars, bonuses] = [ready("star"), ready("plus")];
  return [
    t("dice.track", { colour: colour(track.letter), ability: track.title }),
    t("dice.track.marked", { n: marked, all: track.boxes.length }),
    stars ? t("dice.stars.ready", { n: stars }) : "",
    bonuses ? t("dice.bonuses.ready", { n: bonuses }) : "",
    fresh ? t("dice.fresh", { n: fresh }) : "",
    planned ? t("dice.track.planned", { n: planned }) : "",
  ].filter(Boolean).join(", ");
}

type Say = (key: string, values?: Record<string, string | number>) => string;

/** A move or a roll of the dice game: the deed, and what there is to say beside it. Null for what the games share. */
export function diceDeed(line: Line, say: Say): [deed: string, ...more: string[]] | null {
  const rolled = find(line, "roll");
  if (line.kind === "chance") return rolled ? [say("rolled", { dice: listed(counts(String(rolled.dice))) })] : null;
  const [verb = "", what = "", third = ""] = String(line.event.move).split(" ");
  const used = find(line, "dice");
  const cover = find(line, "cover");
  const cells = cover ? span(cover.cells as string[]) : "";
  switch (verb) {
    case "start":
      return [say("start", { colour: trackColour(what) }), ...unlocked(line)];
    case "reroll":
      return [say("reroll", { dice: listed(counts(what)) })];
    case "change":
      return [say("change", { dice: listed(counts(what)), colour: colour(third) })];
    case "single":
      return [say("single", { cell: cells, sign: cover?.cross ? "X" : "O" })];
    case "draw": {
      const cross = cover?.cross ? t("dice.log.cross", { cell: String(cover.cross) }) : t("dice.log.no-cross");
      const bonus = Number(find(line, "bonus")?.used ?? 0);
      return [say("draw", { tile: tileName(what), cells }), cross, payWords(String(used?.used ?? "") + "+".repeat(bonus))];
    }
    case "mark":
      return what === "-" ? [say("mark-none")] : [say("mark", { tracks: marked(line) }), ...unlocked(line)];
    case "coat":
      if (what === "window") return [say("window", { cell: third })];
      return what === "track" ? [say("mark", { tracks: marked(line) }), ...unlocked(line)] : null;
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
    return n > 1 ? t("dice.times", { n, colour: trackColour(track as TrackName) }) : trackColour(track as TrackName);
  }));
}

/** What the marked boxes unlocked. */
function unlocked(line: Line): string[] {
  const sum = (what: "stars" | "bonuses") => line.effects.reduce((n, one) => n + (one.effect === "mark" ? Number(one[what]) : 0), 0);
  const [stars, bonuses] = [sum("stars"), sum("bonuses")];
  return [stars ? t("dice.log.stars", { n: stars }) : "", bonuses ? t("dice.log.bonuses", { n: bonuses }) : ""];
}

/** What a move of the dice game brought beside points and coats of arms. */
export function diceConsequence({ effect, ...what }: Effect): string[] {
  if (effect === "star" && what.ability !== "reroll") return [t("log.used", { ability: diceAbility(String(what.ability)) })];
  if (effect === "tile" && what.crossed_out) return [t("dice.log.crossed", { tile: tileName(String(what.tile)) })];
  return [];
}
