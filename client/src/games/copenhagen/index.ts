// Copenhagen, the card game: what is known of it before anybody opens it.

import type { WordFiles } from "../../lib/words/languages";
import type { GameClient } from "../game";
import Picture from "./Picture.svelte";

export default {
  icon: "cards",
  Picture,
  words: "copenhagen.",
  ruleLetter: "C",
  hiddenHands: true,
  lesson: true,
  options: [{ label: "new.known", wanted: (on) => ({ show_known: on }) }],
  loggedChance: { "end card": "nobody's", shuffle: "nobody's" },
  sounds: { take: "card", discard: "card", deal: "card" },
  isBrief: () => false,
  tableWords: import.meta.glob("../../words/*.json", { query: "?copenhagen" }) as WordFiles,
  parts: () => import("./parts"),
  archive: () => import("./archive"),
} satisfies GameClient;
