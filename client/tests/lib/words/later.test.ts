import { beforeAll, expect, test } from "vitest";
import { LANGUAGES, type WordFiles } from "../../../src/lib/words/languages";
import { maybe, need, speak, t } from "../../../src/lib/words/words.svelte";

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: {} }, location: { hash: "" } });
});

/** Words that are read later: one key, which says its language. */
const later = (key: string, read: (tag: string) => Promise<void> = async () => undefined): WordFiles =>
  Object.fromEntries(LANGUAGES.map((tag) => [`../../words/${tag}.json`, () => read(tag).then(() => ({ default: { [key]: tag } }))]));

test("words that are needed later come in the language that is spoken then, and in every other from then on", async () => {
  await speak("en");
  expect(maybe("one")).toBeUndefined();
  await Promise.all([need(later("one")), speak("da")]);
  expect(maybe("one")).toBe("da");
  await speak("fr");
  expect(maybe("one")).toBe("fr");
  expect(t("home")).toBe("Accueil");
});

test("what could not be read stops nothing else, and is asked for again", async () => {
  await speak("en");
  let offline = true;
  const files = later("two", async () => {
    if (offline) throw new Error("offline");
  });
  await expect(need(files)).rejects.toThrow("offline");
  await speak("hu");
  await need(later("three"));
  expect([maybe("two"), maybe("three")]).toEqual([undefined, "hu"]);
  offline = false;
  await need(files);
  expect(maybe("two")).toBe("hu");
});
