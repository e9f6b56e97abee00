// Moves as the server tells them, from their texts: tests are easier to read with these.

import type { CopenhagenMove, MoveFields, MoveText, RollAndWriteMove } from "../src/lib/net/protocol";
import { cellIndex } from "../src/lib/placement/cells";
import type { Move } from "../src/lib/table/moves";

/** A tile as it lies first in the hand. */
function placement(words: string[], paid: string) {
  const [tile = "", ...rest] = words;
  const marked = rest.find((word) => word.endsWith("*"))?.slice(0, -1) ?? null;
  const cells = rest.slice(0, rest.indexOf(paid)).map((word) => word.replace("*", ""));
  return { tile, cells, marked, shape: 0, anchor: cellIndex(cells[0]!), mark: 0, pay: rest.at(-1)! };
}

function cardFields(text: string): CopenhagenMove {
  const [verb, what = "", third = ""] = text.split(" ");
  const words = text.split(" ").slice(1);
  if (verb === "take") return { kind: "take", docks: words.map(Number) };
  if (verb === "discard") return { kind: "discard", cards: what };
  if (verb === "build") return { kind: "build", ...placement(words, "pay") };
  if (verb === "end") return { kind: "end" };
  if (what === "special") return { kind: "coat special", cell: third };
  if (what === "ability") return { kind: "coat ability", ability: third };
  return { kind: what === "refresh" ? "coat refresh" : "coat decline" };
}

function diceFields(text: string): RollAndWriteMove {
  const [verb, what = "", third = ""] = text.split(" ");
  const words = text.split(" ").slice(1);
  if (verb === "start") return { kind: "start", track: what };
  if (verb === "reroll") return { kind: "reroll", dice: what };
  if (verb === "change") return { kind: "change", dice: what, to: third };
  if (verb === "single") return { kind: "single", cell: what.replace("*", ""), crossed: what.endsWith("*") };
  if (verb === "draw") return { kind: "draw", ...placement(words, "using") };
  if (verb === "mark") return { kind: "mark", tracks: words.filter((word) => word !== "-") };
  if (verb === "pass" || verb === "done") return { kind: verb };
  if (what === "window") return { kind: "coat window", cell: third };
  return what === "track" ? { kind: "coat track", track: third } : { kind: "coat decline" };
}

export const cardMove = (text: string): Move<CopenhagenMove> => ({ move: text as MoveText, fields: cardFields(text) });
export const diceMove = (text: string): Move<RollAndWriteMove> => ({ move: text as MoveText, fields: diceFields(text) });
/** The same as choices list them. */
export function told<F extends MoveFields>(of: (text: string) => Move<F>, texts: string[]) {
  const moves = texts.map(of);
  return { moves: moves.map(({ move }) => move), fields: moves.map(({ fields }) => fields) };
}
