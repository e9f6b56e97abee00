// Dice as letters: counting them, and finding some of them among others.

import type { Changes } from "../../lib/table/changes";
import { effectsNamed } from "../../lib/table/effects";

/** How often each thing is in a list. */
export function counted<T>(things: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}

/** Whether a list has all of another, each as often. */
export function holds<T>(all: Iterable<T>, some: Iterable<T>): boolean {
  const counts = counted(all);
  return [...counted(some)].every(([thing, n]) => (counts.get(thing) ?? 0) >= n);
}

/** Where the letters of a text stand in a row of dice: each die once, from the left. */
export function placesOf(dice: string, text: string): number[] {
  const left = [...text];
  return [...dice].flatMap((face, index) => {
    const at = left.indexOf(face);
    if (at < 0) return [];
    left.splice(at, 1);
    return [index];
  });
}

/** The faces that were just rolled. */
export const rolledDice = ({ effects }: Changes): string => effectsNamed(effects, "roll").at(-1)?.dice ?? "";
