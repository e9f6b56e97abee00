import { expect, test } from "vitest";
import { LANGUAGES } from "../../../src/lib/device/settings.svelte";
import { best, filled } from "../../../src/lib/words/words.svelte";

type Entry = string | Record<string, string>;
const files = import.meta.glob<{ default: Record<string, Entry> }>("../../../src/words/*.json", { eager: true });
const words = Object.fromEntries(Object.entries(files).map(([path, file]) => [path.match(/(\w+)\.json/)![1]!, file.default]));
const sources = Object.values(
  import.meta.glob<string>("../../../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" }),
).join("\n");

const texts = (entry: Entry) => (typeof entry === "string" ? [entry] : Object.values(entry));
const holes = (entry: Entry) => [...new Set(texts(entry).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

test("there is a file for every language", () => {
  expect(Object.keys(words).sort()).toEqual([...LANGUAGES].sort());
});

test.each(LANGUAGES)("%s has every key, in order, and no other", (language) => {
  expect(Object.keys(words[language]!)).toEqual(Object.keys(words.en!));
  expect(Object.keys(words[language]!)).toEqual(Object.keys(words[language]!).toSorted());
});

test.each(LANGUAGES)("%s has the plural forms that it needs, the same holes, and nothing empty", (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const [key, entry] of Object.entries(words[language]!)) {
    const english = words.en![key]!;
    expect(typeof entry, key).toBe(typeof english);
    expect(holes(entry), key).toEqual(holes(english));
    expect(texts(entry).every((text) => text.trim()), key).toBe(true);
    // "many" is for millions (Spanish, French): nothing here comes in such numbers.
    if (typeof entry !== "string")
      expect(Object.keys(entry).sort(), key).toEqual(forms.filter((form) => form !== "many").toSorted());
  }
});

test("every key is used: written out, or as one of a family whose key is put together", () => {
  const families = [...sources.matchAll(/[`"]([\w.-]+\.)(?:\$\{|"\s*\+)/g)].map((match) => match[1]!);
  const said = [...sources.matchAll(/\bsay\("([\w-]+)"/g)].map((match) => `log.${match[1]}`);
  const unused = Object.keys(words.en!).filter(
    (key) =>
      !sources.includes(`"${key}"`) &&
      !sources.includes(`'${key}'`) &&
      !families.some((family) => key.startsWith(family)) &&
      !said.some((one) => key.startsWith(`${one}.`)),
  );
  expect(unused).toEqual([]);
});

test("the best language is the first that we have", () => {
  expect(best(["nl", "da-DK", "fr"])).toBe("da");
  expect(best(["HU"])).toBe("hu");
  expect(best(["xx"])).toBe("en");
});

test("holes are filled, and the plural form fits", () => {
  const rules = new Intl.PluralRules("en");
  const entry = { one: "{n} card", other: "{n} cards" };
  expect([0, 1, 2].map((n) => filled(entry, { n }, rules))).toEqual(["0 cards", "1 card", "2 cards"]);
  expect(filled("{name} took {docks}", { name: "Ida" }, rules)).toBe("Ida took {docks}");
});
