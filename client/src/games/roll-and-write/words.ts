// Things of this game in words: its dice, tracks, tiles and cells, also for people who cannot see them, and its moves.

import type { RollAndWriteMove } from "../../lib/net/protocol";
import type { Move } from "../../lib/table/moves";
import type { Phrase } from "../../lib/words/messages";
import { colour, dice, span, tileName } from "../../lib/words/names";
import { type Key, listed, series, t } from "../../lib/words/words.svelte";
import type { Box, FacadeTile, Track } from "./art/types";
import { type TrackWords, letterOf } from "./tracks";
import type { SheetCells } from "./view";

export const ability = (name: string): string => t(`roll-and-write.ability.${name}` as Key);
const abilityText = (name: string): string => t(`roll-and-write.ability.${name}.text` as Key);
export const TRACK_WORDS: TrackWords = { title: ability, text: abilityText };
export const trackColour = (track: string): Phrase => colour(letterOf(track));
/** Tracks by their colours: "red and blue". */
export const trackColours = (tracks: string[]): string => listed(tracks.map((track) => trackColour(track)()));

/** The cell that is drawn singly. */
export const singleName: Phrase = (form = "") => t("roll-and-write.single", { form });

/** A cell for people who cannot see it: "row 3, column b, red, X". */
export function cellWords(cell: string, sheet: SheetCells, planned: string[], cross: string | null, places: string[]): string {
  const words = [t("cell.place", { row: cell.slice(1), column: cell.charAt(0) })];
  const covered = sheet[cell];
  if (covered) words.push(covered[0] === "W" ? t("roll-and-write.single") : colour(covered[0])(), covered[1]);
  else words.push(t("cell.free"));
  if (planned.includes(cell)) words.push(t("cell.planned"), cell === cross ? "X" : "O");
  else if (places.includes(cell)) words.push(t("cell.possible"));
  return series(words);
}

/** A tile of the facade sheet for people who cannot see it. */
export function facadeWords(tile: FacadeTile): string {
  const words = [tileName(tile.name)()];
  if (tile.once) words.push(tile.crossed ? t("roll-and-write.crossed-out") : t("roll-and-write.once"));
  if (tile.state !== "can") words.push(t("roll-and-write.not-now"));
  else if (tile.crossed) words.push(t("roll-and-write.by-again"));
  return series(words);
}

/** A track: its colour and ability, how far it is marked, and what is ready on it. */
export function trackWords(track: Track, planned = 0): string {
  const boxes = [...track.boxes, ...(track.extra ?? [])];
  const marked = track.boxes.filter((box) => box.state !== "open").length;
  const ready = (kind: Box["kind"]) => boxes.filter((box) => box.kind === kind && box.state === "ready").length;
  const fresh = boxes.filter((box) => box.state === "fresh").length;
  const [stars, bonuses] = [ready("star"), ready("plus")];
  return series([
    t("roll-and-write.track", { colour: colour(track.letter), ability: track.title }),
    t("roll-and-write.track.marked", { n: marked, all: track.boxes.length }),
    stars ? t("roll-and-write.stars.ready", { n: stars }) : "",
    bonuses ? t("roll-and-write.bonuses.ready", { n: bonuses }) : "",
    fresh ? t("roll-and-write.fresh", { n: fresh }) : "",
    planned ? t("roll-and-write.track.planned", { n: planned }) : "",
  ]);
}

/** A move as one would say it before it is made, with the words of the buttons. */
export function moveWords({ fields }: Move<RollAndWriteMove>): string {
  const marking = (tracks: string[]) => t("roll-and-write.mark", { tracks: trackColours(tracks) });
  switch (fields.kind) {
    case "draw":
      return t("roll-and-write.play.draw", { tile: tileName(fields.tile), cells: span(fields.cells) });
    case "single":
      return t("roll-and-write.play.single", { cell: fields.cell });
    case "reroll":
      return t("roll-and-write.play.reroll", { dice: dice(fields.dice) });
    case "change":
      return t("roll-and-write.play.change", { dice: dice(fields.dice), colour: colour(fields.to) });
    case "mark":
      return fields.tracks.length ? marking(fields.tracks) : t("roll-and-write.mark-none");
    case "start":
    case "coat track":
      return marking([fields.track]);
    case "coat window":
      return t("roll-and-write.play.window", { cell: fields.cell });
    case "coat decline":
      return t("coat.decline");
    case "pass":
      return t("roll-and-write.pass");
    case "done":
      return t("end");
  }
}
