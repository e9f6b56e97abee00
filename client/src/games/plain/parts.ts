// What a game without a part of its own has: moves as they are written, and what every game has.

import { consequences } from "../../lib/table/log";
import { labelled } from "../../lib/words/words.svelte";
import type { GameParts } from "../game";
import Seat from "./replay/Seat.svelte";
import Table from "./Table.svelte";

export default {
  Table,
  Seat,
  log: {
    deed(line, { name }) {
      if (line.event?.kind === "chance") return [line.event.chance ?? ""];
      return line.kind === "move" ? [labelled(name, line.move?.move ?? ""), ...consequences(line, this)] : null;
    },
    consequence: () => [],
  },
  moveWords: ({ move }) => move,
  help: { steps: ["plain.help.picture", "plain.help.moves"], abilities: [], keys: [] },
  refusals: {},
  counts: () => ({ points: [], singles: [], own: [] }),
} satisfies GameParts;
