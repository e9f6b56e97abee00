// What is counted in this game only.

import { type CountTable, type GameCounts, LINES } from "../../lib/table/statistics";
import { t } from "../../lib/words/words.svelte";
import { letterOf } from "./tracks";
import { TRACKS } from "./view";
import { trackColour } from "./words";

const words = (path: string): string => `roll-and-write.stats.${path}`;

export function counts(table: CountTable): GameCounts {
  const tracks = (...paths: string[]) =>
    TRACKS.map((track) => table.row(trackColour(track)(), paths.map((path) => `${path}.${track}`), letterOf(track)));
  return {
    points: table.words(words, [...LINES, "points.tracks"]),
    singles: table.words(words, ["singles"]),
    own: [
      { title: t("roll-and-write.stats.dice"), rows: table.words(words, ["dice.draw", "dice.reroll", "dice.change", "passes"]) },
      { title: t("roll-and-write.stats.boxes"), rows: tracks("boxes.start", "boxes.mark", "boxes.coat") },
      { title: t("roll-and-write.stats.bonuses"), rows: tracks("bonuses") },
    ],
  };
}
