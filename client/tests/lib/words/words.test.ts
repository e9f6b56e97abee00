import { type MessageFormatElement, TYPE, parse } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../src/lib/words/languages";

const files = import.meta.glob<string>("../../../src/words/*.json", { eager: true, query: "?raw", import: "default" });
const entries = new Map(
  Object.entries(files).map(([path, text]) => [path.match(/([\w-]+)\.json/)![1]!, JSON.parse(text) as Record<string, string>]),
);
const words = (tag: string): Record<string, string> =>
  Object.fromEntries(Object.entries(entries.get(tag)!).filter(([key]) => !key.startsWith("@")));
const sources = Object.values(
  import.meta.glob<string>("../../../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" }),
).join("\n");

/** Everything in a message, with what is in its forms. */
function elements(message: string | MessageFormatElement[]): MessageFormatElement[] {
  const found = typeof message === "string" ? parse(message, { ignoreTag: true }) : message;
  return found.flatMap((one) => ("options" in one ? [one, ...Object.values(one.options).flatMap(({ value }) => elements(value))] : [one]));
}

/** The values that a message asks for in whichever form, and those among them that are read and not only chosen by. */
function values(message: string): { all: string[]; read: string[] } {
  const found = elements(message).flatMap((one) => {
    if (one.type === TYPE.literal || one.type === TYPE.pound || !("value" in one)) return [];
    const counts = one.type === TYPE.plural && Object.values(one.options).some(({ value }) => elements(value).some(({ type }) => type === TYPE.pound));
    return [{ name: one.value.split("_")[0]!, read: counts || one.type === TYPE.argument || one.type === TYPE.number }];
  });
  return { all: found.map(({ name }) => name), read: found.filter(({ read }) => read).map(({ name }) => name) };
}

test("there is a file for every language", () => {
  expect([...entries.keys()].sort()).toEqual([...LANGUAGES].sort());
});

test("every English message has a comment for translators, which names its values", () => {
  const english = JSON.parse(files["../../../src/words/en.json"]!) as Record<string, { description: string }>;
  for (const [key, message] of Object.entries(words("en"))) {
    const comment = english[`@${key}`]?.description ?? "";
    expect(comment, key).not.toBe("");
    expect(values(message).all.filter((name) => name !== "form" && !comment.includes(`{${name}}`)), key).toEqual([]);
  }
  expect(Object.keys(english).filter((key) => key.startsWith("@") && !(key.slice(1) in words("en")))).toEqual([]);
});

describe.each(LANGUAGES)("%s", (tag) => {
  test("has every key, in order, and no other", () => {
    expect(Object.keys(words(tag))).toEqual(Object.keys(words("en")));
    expect(Object.keys(words(tag))).toEqual(Object.keys(words(tag)).toSorted());
  });

  test("asks for the values that English asks for, and says something", () => {
    for (const [key, message] of Object.entries(words(tag))) {
      expect(message.trim(), key).not.toBe("");
      const [own, english] = [values(message), values(words("en")[key]!)];
      // How a phrase is put (`form`) is the language's own affair.
      expect(own.all.filter((name) => !english.all.includes(name) && name !== "form"), key).toEqual([]);
      expect(english.read.filter((name) => !own.read.includes(name)), key).toEqual([]);
    }
  });

  test("has no plural form that the language has not, and every one that counts below a million need", () => {
    const needed = (type: "cardinal" | "ordinal") => {
      const rules = new Intl.PluralRules(tag, { type });
      return { known: rules.resolvedOptions().pluralCategories as string[], common: new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n) as string)) };
    };
    const forms = { cardinal: needed("cardinal"), ordinal: needed("ordinal") };
    for (const [key, message] of Object.entries(words(tag)))
      for (const one of elements(message).filter(({ type }) => type === TYPE.plural)) {
        if (one.type !== TYPE.plural) continue;
        const { known, common } = forms[one.pluralType === "ordinal" ? "ordinal" : "cardinal"];
        const own = Object.keys(one.options).filter((form) => !form.startsWith("="));
        expect(own.filter((form) => !known.includes(form)), key).toEqual([]);
        const exact = Object.keys(one.options).length > own.length;
        expect(exact ? [] : [...common].filter((form) => !own.includes(form)), key).toEqual([]);
      }
  });
});

/** The phrases that a value can be, by the messages that say them. */
const PHRASES: Record<string, string[]> = {
  cards: ["cards.some"],
  colour: ["colour."],
  dice: ["dice.some"],
  face: ["colour."],
  have: ["dice.some"],
  tile: ["roll-and-write.single", "tile.name", "tile.special"],
  track: ["colour."],
};

/** The forms that a phrase has in a language. */
function formsOf(tag: string, phrase: string): Set<string> {
  const said = Object.entries(words(tag)).filter(([key]) => PHRASES[phrase]!.some((one) => key === one || (one.endsWith(".") && key.startsWith(one))));
  return new Set(said.flatMap(([, message]) => elements(message).flatMap((one) => (one.type === TYPE.select && one.value === "form" ? Object.keys(one.options) : []))));
}

test.each(LANGUAGES)("%s has every form that its messages put a phrase into", (tag) => {
  for (const [key, message] of Object.entries(words(tag)))
    for (const one of elements(message)) {
      const [phrase = "", form] = one.type === TYPE.argument ? one.value.split("_") : [];
      if (form) expect([...formsOf(tag, phrase)], `${key}: {${phrase}_${form}}`).toContain(form);
    }
});

test("every key is used: written out, or as one of a family whose key is put together", () => {
  const families = [...sources.matchAll(/[`"]([\w.-]+\.)(?:\$\{|"\s*\+)/g)].map((match) => match[1]!);
  const said = [...sources.matchAll(/\bsay\("([\w-]+)"/g)].map((match) => `log.${match[1]}`);
  const unused = Object.keys(words("en")).filter(
    (key) =>
      !sources.includes(`"${key}"`) &&
      !sources.includes(`'${key}'`) &&
      !families.some((family) => key.startsWith(family)) &&
      !said.some((one) => key.startsWith(`${one}.`)),
  );
  expect(unused).toEqual([]);
});

test("no sentence is glued together in code: signs between words are part of a message", () => {
  const glued = /\$\{(?:t|listed|maybe)\([^`\n]*?\)\}(?:[:;,] |\. )|(?:[:;,] |\. )\$\{(?:t|listed|maybe)\(|\b(?:t|listed|maybe)\("[^"]*"[^)\n]*\) \+ |\{t\("[^"]*"[^}\n]*\)\}(?:[:;,] )/g;
  expect([...sources.matchAll(glued)].map(([found]) => found)).toEqual([]);
});
