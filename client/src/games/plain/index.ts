// A game that the server has and this client has no part for: it can be played all the same, by the
// picture that the server draws, and by its moves as buttons.

import type { WordFiles } from "../../lib/words/languages";
import type { GameClient } from "../game";

export default {
  icon: "play",
  words: "",
  // Nobody knows what it hides.
  hiddenHands: true,
  lesson: false,
  options: [],
  pictures: true,
  chanceTexts: true,
  loggedChance: {},
  sounds: {},
  isBrief: () => false,
  tableWords: import.meta.glob("../../words/*.json", { query: "?plain" }) as WordFiles,
  parts: () => import("./parts"),
  archive: () => import("./archive"),
} satisfies GameClient;
