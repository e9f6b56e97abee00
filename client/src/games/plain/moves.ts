// Every move that is offered, as text: those that place a tile are spelt out from the places where it may lie.

import { type Components, tileOf } from "../../lib/net/components";
import type { Choices } from "../../lib/net/protocol";
import { cellsOf } from "../../lib/placement/cells";
import { moveText, payments } from "../../lib/placement/placement";

export function everyMove(choices: Choices, components: Components): string[] {
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
  return [...choices.moves, ...new Set(placed)];
}
