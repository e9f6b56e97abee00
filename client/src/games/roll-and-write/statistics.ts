// What is counted in this game only.

import { type CountTable, type GameCounts, LINES } from "../../lib/table/statistics";
import { t } from "../../lib/words/words.svelte";
import { letterOf } from "./tracks";
import { TRACKS } from "./view";
import { trackColour } from "./words";

export function counts(table: CountTable): GameCounts {
  const tracks = (...paths: string[]) =>
    TRACKS.map((track) => table.row(trackColour(track)(), paths.map((path) => `${path}.${track}`), letterOf(track)));
  return {
    points: table.words("dice.", [...LINES, "points.tracks"]),
    singles: table.words("dice.", ["singles"]),
    own: [
      { title: t("stats.dice"), rows: table.words("", ["dice.draw", "dice.reroll", "dice.change", "passes"]) },
      { title: t("stats.boxes"), rows: tracks("boxes.start", "boxes.mark", "boxes.coat") },
      { title: t("stats.bonuses"), rows: tracks("bonuses") },
    ],
  };
}
