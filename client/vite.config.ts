import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { messages } from "./message-compiler.ts";
import { moduleGraph, sourcePath } from "./module-graph.ts";
import { useOf } from "./word-use.ts";
import english from "./src/words/en.json" with { type: "json" };

// For `vite` and `vite preview`: where `nyhavn serve` listens.
const { NYHAVN_SERVER } = loadEnv("", ".", "NYHAVN_");
const proxy = { "/api": { target: NYHAVN_SERVER ?? "http://127.0.0.1:8000", ws: true } };

/** The service worker beside the page, with the names of all built files, and a version that changes with any of them. */
const worker: Plugin = {
  name: "worker",
  apply: "build",
  buildStart() {
    this.emitFile({ type: "chunk", id: "src/worker.js", fileName: "sw.js" });
  },
  generateBundle: {
    order: "post", // when the styles are there too
    handler(_, bundle) {
      const names = Object.keys(bundle).filter((name) => name.startsWith("assets/")).sort().join(" ");
      const digest = [...names].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
      const made = bundle["sw.js"];
      if (made?.type === "chunk") made.code = made.code.replace("__VERSION__", `nyhavn-${digest.toString(36)}`).replace("__FILES__", names);
    },
  },
};

/** Where the words of each language are, and the pages that most people come to, for the page itself. */
const early: Plugin = {
  name: "early",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(page, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((made) => made.type === "chunk");
      const files = (fileName: string): string[] => [fileName, ...(chunks.find((one) => one.fileName === fileName)?.imports.flatMap(files) ?? [])];
      const found = (pattern: RegExp) =>
        chunks.flatMap((made) => {
          const name = made.facadeModuleId?.match(pattern)?.[1];
          return name ? [[name, [...new Set(files(made.fileName))].filter((file) => !page.includes(file)).map((file) => `./${file}`)]] : [];
        });
      const told = { words: Object.fromEntries(found(/words\/([\w-]+)\.json$/)), pages: Object.fromEntries(found(/pages\/(Home|Table)Page\.svelte$/)) };
      return page.replace(/\{\/\* where they are.*?\*\/\}/, JSON.stringify(told));
    },
  },
};

const gameOf = (id: string) => /\/games\/([\w-]+)\//.exec(id)?.[1];

/** What belongs to a game has its name, and words have that of what they are for. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const id = facadeModuleId ?? "";
  const [, words, use] = /\/src\/(words)\/[\w-]+\.json(?:\?([\w-]+))?$/.exec(id) ?? [];
  const rules = /\/rules\/[\w-]+\.md/.test(id) ? "rules" : "";
  return `assets/${[gameOf(id), use, words, rules].filter(Boolean).map((part) => `${part}.`).join("")}[name]-[hash].js`;
}

/** What is shared by several parts of the client, apart by when it is needed: at once, on the first page, at a table (of a game), or later. */
function codeGroups() {
  const graph = moduleGraph(import.meta.dirname);
  const [first, home, table] = [["src/main.ts"], ["src/pages/HomePage.svelte"], ["src/pages/TablePage.svelte", "src/games/*/parts.ts"]].map((roots) => graph.reach(...roots));
  const within = (files: Set<string> | undefined, id: string) => files!.has(sourcePath(import.meta.dirname, id));
  const isOurs = (id: string) => sourcePath(import.meta.dirname, id).startsWith("src/");
  const group = (name: string, test: (id: string) => boolean) => [
    { name, test: (id: string) => !gameOf(id) && test(id) },
    { name: (id: string) => `${gameOf(id)}.${name}`, test: (id: string) => !!gameOf(id) && test(id) },
  ];
  const groups = [
    { name: "shared", test: (id: string) => !isOurs(id) || within(first, id) || (within(home, id) && within(table, id)) },
    ...group("table", (id) => within(table, id)),
    ...group("home", (id) => within(home, id)),
    ...group("later", () => true),
  ];
  // What stands first takes what it needs with it.
  return groups.map((one, place) => ({ ...one, minShareCount: 2, priority: groups.length - place }));
}

export default defineConfig({
  // Relative addresses: the server may be mounted anywhere below a host.
  base: "./",
  // Words and positions are read as a whole: an export for each key would only be more bytes.
  json: { namedExports: false },
  plugins: [messages(english, () => useOf(moduleGraph(import.meta.dirname), Object.keys(english))), svelte(), worker, early],
  build: {
    outDir: "../src/nyhavn/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // Few files: over HTTP/1.1 a browser asks for six at a time, and each round is a way there and back.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: codeGroups() }, chunkFileNames } },
  },
  server: { proxy },
  preview: { proxy },
  test: { include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
});
