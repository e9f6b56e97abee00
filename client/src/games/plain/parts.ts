// What a game without a part of its own has: moves as they are written, and what every game has.

import type { GameParts } from "../game";
import Seat from "./replay/Seat.svelte";
import Table from "./Table.svelte";

export default {
  Table,
  Seat,
  log: { deed: (line, { name }) => (line.kind === "move" ? [`${name}: ${String(line.event.move)}`] : null), consequence: () => [] },
  moveWords: (move) => move,
  help: { steps: [], abilities: [], keys: [] },
  refusals: {},
  counts: () => ({ points: [], singles: [], own: [] }),
} satisfies GameParts;
