// What a game without a part of its own has: moves as they are written, and what every game has.

import { consequences } from "../../lib/table/log";
import { labelled } from "../../lib/words/words.svelte";
import type { GameParts } from "../game";
import Table from "./Table.svelte";

export default {
  Table,
  log: {
    deed(line, { name }) {
      if (line.event?.kind === "chance") return [line.event.chance ?? ""];
      return line.kind === "move" ? [labelled(name, line.move?.move ?? ""), ...consequences(line, this)] : null;
    },
    consequence: () => [],
  },
  moveWords: ({ move }) => move,
  refusals: {},
} satisfies GameParts;
