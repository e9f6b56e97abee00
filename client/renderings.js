// Writes every message in every language, with whatever can be put into it, as a page to be read: build/renderings.html.

import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "vite";

const PAGE = new URL("../build/renderings.html", import.meta.url);
const vite = await createServer({ appType: "custom", logLevel: "error", server: { middlewareMode: true } });
globalThis.document = { documentElement: {} }; // where a browser would say which language it speaks
globalThis.location = { hash: "" };

const { LANGUAGES } = await vite.ssrLoadModule("/src/lib/words/languages.ts");
const { speak } = await vite.ssrLoadModule("/src/lib/words/words.svelte.ts");
const { casesOf } = await vite.ssrLoadModule("/tests/lib/words/renderings.ts");
const { default: english } = await vite.ssrLoadModule("/src/words/en.json?raw");

const messages = Object.entries(JSON.parse(english)).filter(([key]) => !key.startsWith("@"));
const cases = messages.flatMap(([key, message]) => casesOf(key, message));
const columns = [];
for (const language of LANGUAGES) {
  await speak(language);
  columns.push(cases.map(({ say }) => say()));
}

const escaped = (text) => text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const cell = (text, language) => `<td lang="${language}" dir="auto">${escaped(text)}</td>`;
const row = (one, place) =>
  `<tr><th>${escaped(one.key)}<td>${escaped(one.with)}${columns.map((column, number) => cell(column[place], LANGUAGES[number])).join("")}`;
const style = "body{font:14px system-ui}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:2px 6px;text-align:start;vertical-align:top}thead{position:sticky;top:0;background:#fff}";
await mkdir(new URL(".", PAGE), { recursive: true });
await writeFile(
  PAGE,
  `<!doctype html><meta charset="utf-8"><title>Renderings</title><style>${style}</style>
<table><thead><tr><th>key<th>with${LANGUAGES.map((language) => `<th>${language}`).join("")}</thead>
${cases.map(row).join("\n")}
</table>
`,
);
console.log(`build/renderings.html: ${messages.length} messages, ${cases.length} cases, ${LANGUAGES.length} languages`);
await vite.close();
