// What is needed to look back at a game without a part of its own, or to read about it.

import type { GameArchive } from "../game";
import Seat from "./replay/Seat.svelte";

export default {
  Seat,
  help: { steps: ["plain.help.picture", "plain.help.moves"], abilities: [], keys: () => [] },
  counts: () => ({ points: [], singles: [], own: [] }),
} satisfies GameArchive;
