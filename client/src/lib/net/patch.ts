// Brings a view to the next one: each part is `[path, value]`, or `[path]` where something is gone.

import type { EventMessage } from "./protocol";

type Patch = NonNullable<EventMessage["patch"]>;
type Tree = Record<string | number, unknown>;

export function applied<T>(view: T, patch: Patch): T {
  return patch.reduce<unknown>((tree, part) => changed(tree, part[0], part.length === 2, part[1]), view) as T;
}

/** A copy with one change; what is beside the path stays the same objects. */
function changed(tree: unknown, path: (string | number)[], set: boolean, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const copy = (Array.isArray(tree) ? [...tree] : { ...(tree as Tree) }) as Tree;
  if (rest.length) copy[first] = changed(copy[first], rest, set, value);
  else if (set) copy[first] = value;
  else if (Array.isArray(copy)) copy.splice(Number(first), 1);
  else delete copy[first];
  return copy;
}
