// What is counted in this game only.

import { type CountTable, type GameCounts, LINES } from "../../lib/table/statistics";
import { t } from "../../lib/words/words.svelte";

const words = (path: string): string => `copenhagen.stats.${path}`;

export const counts = (table: CountTable): GameCounts => ({
  points: table.words(words, LINES),
  singles: table.words(words, ["singles"]),
  own: [
    { title: t("copenhagen.stats.cards"), rows: table.words(words, ["cards.start", "cards.take", "cards.pay", "cards.discard", "touching"]) },
    { title: t("copenhagen.stats.cards.taken"), rows: table.colours("cards.take") },
  ],
});
