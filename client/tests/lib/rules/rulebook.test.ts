import { expect, test } from "vitest";
import { archiveOf, clientOf, gamesWithRules, partsOf, type Game, gameOfRule } from "../../../src/games";
import { type Book, parse } from "../../../src/lib/rules/rulebook";
import { cut, folded, matches, search } from "../../../src/lib/rules/search";
import { LANGUAGES } from "../../../src/lib/words/languages";

Object.assign(globalThis, { location: { hash: "" } }); // where a browser would be

const sources = import.meta.glob<string>("../../../src/games/*/rules/*.md", { eager: true, query: "?raw", import: "default" });
const read = (game: Game, language: string): Book => parse(sources[`../../../src/games/${game}/rules/${language}.md`]!);
const parts = (book: Book) => [...book.intro, ...book.sections.flatMap(({ blocks }) => blocks)].flatMap(({ parts }) => parts);
const found = (query: string, book: Book) => [...search(query, book).keys()].flatMap(({ rules }) => rules);

test("blocks are read as what they are", () => {
  const book = parse("# Title\n\nStory.\n\n## One\n\n![a *house*](house)\n![another](row)\n\nText **bold**\nand on. (C1, C2)\n\n- first\n  line (C3)\n- second (C1)\n\n### Sub\n\n| a | b |\n|---|---|\n| c | d (C4) |");
  expect(book.title).toBe("Title");
  expect(book.intro.map(({ kind }) => kind)).toEqual(["p"]);
  expect(book.sections.map(({ title, blocks }) => [title, blocks.map(({ kind }) => kind)])).toEqual([
    ["One", ["pictures", "p", "ul", "title", "table"]],
  ]);
  const [pictures, text, list, , table] = book.sections[0]!.blocks;
  expect(pictures!.parts.map(({ picture, text }) => [picture, text])).toEqual([["house", "a house"], ["row", "another"]]);
  expect(text!.parts[0]).toMatchObject({ text: "Text bold and on. ", rules: ["C1", "C2"] });
  expect(list!.parts.map(({ text, rules }) => [text, rules])).toEqual([["first line ", ["C3"]], ["second ", ["C1"]]]);
  expect(list!.parts[1]!.cells[0]!.at(-1)).toEqual({ kind: "rule", text: "C1", first: false });
  expect(table!.head!.text).toBe("ab");
  expect(table!.parts[0]).toMatchObject({ text: "cd ", rules: ["C4"] });
});

test("no-break spaces survive", () => {
  const book = parse("# T\n\nUn\u00a0: deux\u202f!\n\n## S\n\n- «\u00a0a\u00a0»\n  b\u00a0: c (C1)");
  expect(book.intro[0]!.parts[0]!.text).toBe("Un\u00a0: deux\u202f!");
  expect(book.sections[0]!.blocks[0]!.parts[0]!.text).toBe("«\u00a0a\u00a0» b\u00a0: c ");
});

test.each(gamesWithRules)("%s: each rule is explained once, in the same part in every language", (game) => {
  const explained = (language: string) =>
    parts(read(game, language)).map(({ cells }) => cells.flat().filter(({ first }) => first).map(({ text }) => text));
  for (const language of LANGUAGES) expect(explained(language).map((rules) => rules.toSorted()), language).toEqual(explained("en").map((rules) => rules.toSorted()));
  const all = explained("en").flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.every((rule) => gameOfRule(rule) === game)).toBe(true);
});

test("accents and capitals do not matter, and places are those of the text", () => {
  expect(folded("Différence").text).toBe("difference");
  expect(folded("Große Ærø").text).toBe("grosse aero");
  const part = { cells: [], text: "Größe und GRÖSSE", rules: ["C7"] };
  expect(matches("grosse", part)).toEqual([[0, 5], [10, 16]]);
  expect(matches("und große", part)).toEqual([[0, 5], [6, 9], [10, 16]]);
  expect(matches("c7 und", part)).toEqual([[6, 9]]);
  expect(matches("C70", part)).toBeNull();
  expect(matches("klein", part)).toBeNull();
});

test("every word of a query has to be there", () => {
  const english = read("copenhagen", "en");
  expect(found("touches own colour", english)).toContain("C22");
  expect(found("touches own colour zebra", english)).toEqual([]);
  expect(found("c29", english)).toEqual(["C29"]);
  expect(found("  ", english).length).toBeGreaterThan(42);
});

test.each([
  ["copenhagen", "fr", "defausse", "C16"],
  ["copenhagen", "es", "descuento", "C23"],
  ["copenhagen", "de", "benachbarten stegen", "C12"],
  ["copenhagen", "hu", "cimerakcio", "C32"],
  ["copenhagen", "da", "kajplads nabo", "C6"],
  ["roll-and-write", "da", "terninger blyant", ""],
  ["roll-and-write", "fr", "etoile rouge", "W22"],
] as const)("%s in %s: %s", (game, language, query, rule) => {
  const book = read(game, language);
  expect(search(query, book).size).toBeGreaterThan(0);
  if (rule) expect(found(query, book)).toContain(rule);
});

test("a text is cut at its hits, also where they reach over", () => {
  expect(cut("abcdef", 10, [[0, 11], [12, 14], [15, 30]])).toEqual([
    { text: "a", hit: true }, { text: "b", hit: false }, { text: "cd", hit: true }, { text: "e", hit: false }, { text: "f", hit: true },
  ]);
  expect(cut("abc", 0, [])).toEqual([{ text: "abc", hit: false }]);
});

test.each(gamesWithRules)("%s: refusals and abilities lead to rules that are explained", async (game) => {
  const [{ refusals }, { help }] = await Promise.all([partsOf(clientOf(game)), archiveOf(clientOf(game))]);
  const rules = parts(read(game, "en")).flatMap(({ rules }) => rules);
  expect(Object.values<string>(refusals).filter((rule) => !rules.includes(rule))).toEqual([]);
  expect(help.abilities.map(({ rule }) => rule).filter((rule) => !rules.includes(rule))).toEqual([]);
  expect(help.abilities.length).toBeGreaterThan(0);
});
