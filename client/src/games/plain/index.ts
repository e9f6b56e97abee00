// A game that the server has and this client has no part for: it can be played all the same, by the
// picture that the server draws, and by its moves as buttons.

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
  load: async () => (await import("./parts")).default,
} satisfies GameClient;
