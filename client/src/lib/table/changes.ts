// What a move changed, to be shown for a moment.

export type Effect = { effect: string; seat?: number; [more: string]: unknown };

export interface Fresh {
  cells: Record<number, string[]>;
  lines: Record<number, string[]>;
  docks: number[];
  /** Dice that were rolled. */
  dice: string;
}

export const NOTHING: Fresh = { cells: {}, lines: {}, docks: [], dice: "" };

/** What these effects changed; what chance adds to a move comes to what the move has changed. */
export function freshened(before: Fresh, effects: Effect[]): Fresh {
  const fresh = structuredClone(before);
  for (const { effect, seat, ...what } of effects) {
    if (effect === "cover") fresh.cells[seat!] = [...(fresh.cells[seat!] ?? []), ...(what.cells as string[])];
    if (effect === "line") (fresh.lines[seat!] ??= []).push(String(what.line).split(" ")[1]!);
    if (effect === "roll") fresh.dice = String(what.dice);
    if (effect === "deal" && what.dock !== undefined) fresh.docks.push(what.dock as number);
  }
  return fresh;
}
