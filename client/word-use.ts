// Which words are needed at once, which with a game, and which later: by where the source files say them.

import type { ModuleGraph } from "./module-graph.ts";

/** Pages that people wait for, and what a table needs of its game. */
export const AT_ONCE = ["src/main.ts", "src/pages/HomePage.svelte", "src/pages/TablePage.svelte", "src/games/*/parts.ts"];

/** The keys that a text says: written out, as the beginning of others, or put together (`log.${kind}`). */
export function saidIn(text: string, keys: readonly string[]): string[] {
  const written = new Set([...text.matchAll(/["'`]([\w. -]+)["'`]/g)].map(([, word]) => word!));
  const made = [...text.matchAll(/`([\w.-]*)\$\{[^}]*\}([\w.-]*)/g)]
    .filter(([, before, after]) => /\w\./.test(before!) || (!before && /\w{3,}\.$/.test(after!)))
    .map(([, before, after]) => (before ? (key: string) => key.startsWith(before) : (key: string) => new RegExp(`^([\\w-]+\\.)?${after}`).test(key)));
  return keys.filter((key) => written.has(key) || [...written].some((word) => word.includes(".") && key.startsWith(`${word}.`)) || made.some((fits) => fits(key)));
}

const gameOf = (file: string): string => /^src\/games\/([^/]+)\//.exec(file)?.[1] ?? "";

/** Whether a key is needed at once (""), with a game (the name of its folder), or "later". */
export function useOf(graph: ModuleGraph, keys: readonly string[]): (key: string) => string {
  const uses = new Map<string, string>();
  const atOnce = graph.reach(...AT_ONCE);
  const start = graph.reach(...AT_ONCE.slice(0, -1));
  const sayings = graph.files.map((file) => ({ file, keys: saidIn(graph.text(file), keys) }));
  for (const { file, keys: said } of sayings.filter(({ file }) => atOnce.has(file)))
    for (const key of said) {
      const [before, here] = [uses.get(key), start.has(file) ? "" : gameOf(file)];
      uses.set(key, before === undefined || here === before ? here : "");
    }
  // What one game needs at once and something else later, such as the replay of any game, is there for both.
  for (const { file, keys: said } of sayings.filter(({ file }) => !atOnce.has(file)))
    for (const key of said) {
      const before = uses.get(key) ?? "later";
      uses.set(key, before === "later" || before === gameOf(file) ? before : "");
    }
  // What nothing seems to say is needed at once: better too early than never.
  return (key) => uses.get(key) ?? "";
}
