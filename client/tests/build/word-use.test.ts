import { expect, test } from "vitest";
import english from "../../src/words/en.json?raw";
import { moduleGraph } from "../../module-graph";
import { AT_ONCE, saidIn, useOf } from "../../word-use";

const graph = moduleGraph(`${import.meta.dirname}/../..`);
const keys = Object.keys(JSON.parse(english) as object).filter((key) => !key.startsWith("@"));

test("a file reaches what it imports, not what it loads when it is needed", () => {
  const table = graph.reach("src/pages/TablePage.svelte");
  expect(table).toContain("src/lib/words/words.svelte.ts");
  expect(table).not.toContain("src/parts/Result.svelte");
  expect(table).not.toContain("src/pages/HomePage.svelte");
});

test("types are not imported, and of a file that passes others on only what is asked for", () => {
  expect(graph.reach("src/games/game.ts")).toEqual(new Set(["src/games/game.ts"]));
  expect(graph.reach("src/parts/Banner.svelte")).toContain("src/art/Icon.svelte");
  expect(graph.reach("src/parts/Banner.svelte")).not.toContain("src/art/Town.svelte");
});

test("games are found as their files are", () => {
  const games = [...graph.reach("src/games/index.ts")].filter((file) => file.endsWith("/index.ts"));
  expect(games.sort()).toEqual(["src/games/copenhagen/index.ts", "src/games/index.ts", "src/games/plain/index.ts", "src/games/roll-and-write/index.ts"]);
});

test("keys are found written out, as the beginning of others, and put together", () => {
  const known = ["log", "log.sit", "log.undo.you", "log.undo.other", "copenhagen.ability.any", "roll-and-write.ability.again", "learn.x.ability.done", "stats"];
  expect(saidIn('t("log.sit")', known)).toEqual(["log.sit"]);
  expect(saidIn('about("log.undo", actor)', known)).toEqual(["log.undo.you", "log.undo.other"]);
  expect(saidIn("t(`log.${kind}`)", known)).toEqual(["log.sit", "log.undo.you", "log.undo.other"]);
  expect(saidIn("maybe(`${words}ability.${name}`)", known)).toEqual(["copenhagen.ability.any", "roll-and-write.ability.again"]);
  expect(saidIn('import x from "./log"; const y = `${a}.${b}`;', known)).toEqual([]);
});

test("what a page says at once is among the words that it has at once", () => {
  const use = useOf(graph, keys);
  for (const file of graph.reach(...AT_ONCE.slice(0, -1))) expect(saidIn(graph.text(file), keys).filter((key) => use(key) !== ""), file).toEqual([]);
  for (const file of graph.reach("src/games/*/parts.ts")) {
    const game = /^src\/games\/([^/]+)\//.exec(file)?.[1] ?? "";
    expect(saidIn(graph.text(file), keys).filter((key) => !["", game].includes(use(key))), file).toEqual([]);
  }
  expect(["home.title", "refused.offline"].map(use)).toEqual(["", ""]);
  expect(["copenhagen.help.points", "settings.theme", "stats.coats", "learn.copenhagen.goal"].map(use)).toEqual(["later", "later", "later", "later"]);
  expect(use("roll-and-write.draw")).toBe("roll-and-write");
});

test("what is said later is there then, in every game", () => {
  const use = useOf(graph, keys);
  for (const file of graph.files) {
    const game = /^src\/games\/([^/]+)\//.exec(file)?.[1] ?? "";
    expect(saidIn(graph.text(file), keys).filter((key) => !["", "later", game].includes(use(key))), file).toEqual([]);
  }
  expect(use("house.of")).toBe("");
});

test("what only one game says has a key that begins with its name", () => {
  const sayers = new Map<string, Set<string>>();
  for (const file of graph.files)
    for (const key of saidIn(graph.text(file), keys)) sayers.set(key, (sayers.get(key) ?? new Set()).add(/^src\/games\/([^/]+)\//.exec(file)?.[1] ?? ""));
  const games = ["copenhagen", "roll-and-write"];
  const alone = [...sayers].filter(([, said]) => said.size === 1).map(([key, [game]]) => [key, game!] as const);
  // The name of a game and the label of its option stand where all games are listed.
  const named = ([key, game]: readonly [string, string]) => key.startsWith(`${game}.`) || key === `game.${game}` || key.startsWith("new.");
  expect(alone.filter(([, game]) => games.includes(game)).length).toBeGreaterThan(150);
  expect(alone.filter((one) => games.includes(one[1]) && !named(one))).toEqual([]);
  expect(keys.filter((key) => games.some((game) => key.startsWith(`${game}.`) && [...(sayers.get(key) ?? [])].some((said) => said && said !== game)))).toEqual([]);
});

test("parts that are loaded when they are shown wait for their words", () => {
  const loads = graph.files.filter((file) => !file.includes("/gallery/")).flatMap((file) => [...graph.text(file).matchAll(/.*\bimport\("[^"]+\.svelte"\).*/g)].map(([line]) => `${file}: ${line.trim()}`));
  expect(loads.length).toBeGreaterThan(5);
  expect(loads.filter((line) => !/load=\{\(\) => import\(/.test(line))).toEqual([]);
  expect(graph.text("src/parts/Lazy.svelte")).toContain("need(words)");
});
