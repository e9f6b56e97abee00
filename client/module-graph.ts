// Which source files a page needs at once, read from their imports: the build splits code and words by it.

import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const IMPORT = /\b(?:import|export)\s+(?!type\b)(?:([\w\s{},*$]+?)\s+from\s+)?"(\.[^"]+)"/g;
const EAGER_GLOB = /import\.meta\.glob(?:<[^(]*>)?\((\[[^\]]*\]|"[^"]*"),\s*\{[^}]*eager: true/g;

export interface ModuleGraph {
  files: readonly string[];
  text(file: string): string;
  /** These files and all that they import; what they import only when it is needed is not among it. */
  reach(...patterns: string[]): Set<string>;
}

/** The source files below a folder, by their paths from there. */
export function moduleGraph(root: string): ModuleGraph {
  const files = globSync("src/**/*.{ts,svelte}", { cwd: root }).sort();
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf-8")]));
  const text = (file: string): string => texts.get(file) ?? "";
  const at = (file: string, path: string): string[] =>
    ["", ".ts", ".svelte.ts", "/index.ts"].map((end) => join(dirname(file), path) + end).filter((one) => texts.has(one)).slice(0, 1);

  /** Names in braces without types, such as `{ a, type B, c as d }`, by what they are called outside. */
  const names = (clause: string): string[] =>
    clause.replace(/[{}]/g, "").split(",").map((one) => one.trim()).filter((one) => one && !one.startsWith("type ")).map((one) => one.split(" as ").at(-1)!);

  /** Whether a file only passes on what others export: what it imports is needed by those who ask for it. */
  const passesOn = (file: string): boolean => text(file).split("\n").every((line) => /^(export .* from .*|\/[/*].*|\s*)$/.test(line));

  /** What a file imports under some names, through files that pass it on. */
  function passedOn(file: string, wanted: string[]): string[] {
    if (!passesOn(file)) return [file];
    const given = [...text(file).matchAll(IMPORT)].filter(([, clause = "*"]) => clause === "*" || names(clause).some((name) => wanted.includes(name)));
    return [file, ...given.flatMap(([, , path]) => at(file, path!))];
  }

  function imported(file: string): string[] {
    if (passesOn(file)) return [];
    const named = [...text(file).matchAll(IMPORT)].flatMap(([, clause = "", path]) => at(file, path!).flatMap((one) => passedOn(one, names(clause))));
    const globbed = [...text(file).matchAll(EAGER_GLOB)].flatMap(([, given]) => {
      const patterns = [...given!.matchAll(/"(!?)([^"]+)"/g)].map(([, not, path]) => ({ not, path: join(dirname(file), path!) }));
      const unwanted = patterns.filter(({ not }) => not).map(({ path }) => path);
      return patterns.filter(({ not }) => !not).flatMap(({ path }) => globSync(path, { cwd: root })).filter((path) => !unwanted.includes(path));
    });
    return [...named, ...globbed];
  }

  function reach(...patterns: string[]): Set<string> {
    const all = new Set<string>();
    const waiting = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      if (all.has(file)) continue;
      all.add(file);
      waiting.push(...imported(file));
    }
    return all;
  }

  return { files, text, reach };
}

/** The path of a module as the graph has it. */
export const sourcePath = (root: string, id: string): string => relative(root, id.replace(/\?.*/, ""));
