// Roll & Write, the dice game: what is known of it before anybody opens it.

import type { WordFiles } from "../../lib/words/languages";
import type { GameClient } from "../game";
import Picture from "./Picture.svelte";

export default {
  icon: "dice",
  Picture,
  words: "roll-and-write.",
  ruleLetter: "W",
  hiddenHands: false,
  lesson: true,
  options: [{ label: "new.mirror", wanted: (on) => ({ options: { mirror: on } }) }],
  loggedChance: { roll: "the decider's" },
  sounds: { roll: "card", dice: "card", mark: "card" },
  // Marking a box is a small thing, and there are many.
  isBrief: ({ kind }) => kind === "mark",
  briefPhase: "mark",
  tableWords: import.meta.glob("../../words/*.json", { query: "?roll-and-write" }) as WordFiles,
  parts: () => import("./parts"),
  archive: () => import("./archive"),
} satisfies GameClient;
