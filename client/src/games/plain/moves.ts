// Every move that is offered, as text: those that place a tile are spelt out from the places where it may lie.

import { type Components, tileOf } from "../../lib/net/components";
import type { Choices } from "../../lib/net/protocol";
import { cellsOf } from "../../lib/placement/cells";
import { moveText, payments } from "../../lib/placement/placement";

export interface Offered {
  /** What kind of move it is, as the server says. */
  kind: string;
  text: string;
}

export function everyMove(choices: Choices, components: Components): Offered[] {
  const placed = choices.tiles.flatMap((choice) => {
    const tile = tileOf(components, choice.tile);
    if (!tile) return [];
    return choice.shapes.flatMap(({ shape, legal }) => {
      const marks = [...(tile.shapes[shape]?.marks.keys() ?? []), ...(choice.without_mark ? [-1] : [])];
      return cellsOf(legal).flatMap((anchor) =>
        marks.flatMap((mark) => {
          const held = { tile: tile.tile, shape, anchor, mark };
          return payments(choice, held).map((way) => moveText(components.placing, tile, held, way));
        }),
      );
    });
  });
  return [
    ...choices.moves.map((text, place) => ({ kind: String(choices.fields[place]?.kind ?? ""), text })),
    ...[...new Set(placed)].map((text) => ({ kind: components.placing[0], text })),
  ];
}

/** The moves in which all words occur that were typed, in any case and order. */
export function matching(moves: readonly Offered[], typed: string): Offered[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return moves.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
}

/** The same by their kinds, in the order in which these first occur. */
export function byKind(moves: readonly Offered[]): [kind: string, moves: Offered[]][] {
  const found = new Map<string, Offered[]>();
  for (const move of moves) found.set(move.kind, [...(found.get(move.kind) ?? []), move]);
  return [...found];
}
