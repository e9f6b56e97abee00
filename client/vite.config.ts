import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { messages } from "./message-compiler.ts";
import english from "./src/words/en.json" with { type: "json" };

// For `vite` and `vite preview`: where `nyhavn serve` listens.
const { NYHAVN_SERVER } = loadEnv("", ".", "NYHAVN_");
const proxy = { "/api": { target: NYHAVN_SERVER ?? "http://127.0.0.1:8000", ws: true } };

/** The service worker beside the page, with a version that changes with the name of any built file. */
const worker: Plugin = {
  name: "worker",
  apply: "build",
  buildStart() {
    this.emitFile({ type: "chunk", id: "src/worker.js", fileName: "sw.js" });
  },
  generateBundle(_, bundle) {
    const names = Object.keys(bundle).sort().join();
    const digest = [...names].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
    const made = bundle["sw.js"];
    if (made?.type === "chunk") made.code = made.code.replace("__VERSION__", `nyhavn-${digest.toString(36)}`);
  },
};

/** Where the words of each language are, for the page itself. */
const words: Plugin = {
  name: "words",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(page, { bundle = {} }) {
      const files = Object.values(bundle).flatMap((made) => {
        const language = made.type === "chunk" && made.facadeModuleId?.match(/words\/([\w-]+)\.json$/)?.[1];
        return language ? [[language, `./${made.fileName}`]] : [];
      });
      return page.replace(/\{\/\* where they are.*?\*\/\}/, JSON.stringify(Object.fromEntries(files)));
    },
  },
};

/** What belongs to a game has its name. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const game = facadeModuleId?.match(/\/games\/([\w-]+)\//)?.[1];
  return `assets/${game ? `${game}.` : ""}[name]-[hash].js`;
}

export default defineConfig({
  // Relative addresses: the server may be mounted anywhere below a host.
  base: "./",
  // Words and positions are read as a whole: an export for each key would only be more bytes.
  json: { namedExports: false },
  plugins: [messages(english), svelte(), worker, words],
  build: {
    outDir: "../src/nyhavn/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // Few files: over HTTP/1.1 a browser asks for six at a time, and each round is a way there and back.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] }, chunkFileNames } },
  },
  server: { proxy },
  preview: { proxy },
  test: { include: ["tests/**/*.test.ts"] },
});
