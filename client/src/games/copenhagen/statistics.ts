// What is counted in this game only.

import { type CountTable, type GameCounts, LINES } from "../../lib/table/statistics";
import { t } from "../../lib/words/words.svelte";

export const counts = (table: CountTable): GameCounts => ({
  points: table.words("", LINES),
  singles: table.words("", ["singles"]),
  own: [
    { title: t("stats.cards"), rows: table.words("", ["cards.start", "cards.take", "cards.pay", "cards.discard", "touching"]) },
    { title: t("stats.cards.taken"), rows: table.colours("cards.take") },
  ],
});
