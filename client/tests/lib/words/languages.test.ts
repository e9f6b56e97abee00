import { expect, test } from "vitest";
import { LANGUAGES, best, languageName } from "../../../src/lib/words/languages";
import { isRightToLeft } from "../../../src/lib/words/scripts";

test("the languages are those that have a file, English first", () => {
  expect(LANGUAGES[0]).toBe("en");
  expect(LANGUAGES).toEqual(["en", ...LANGUAGES.slice(1).toSorted()]);
});

test("the best language is the first that we have", () => {
  expect(best(["nl", "da-DK", "fr"])).toBe("da");
  expect(best(["HU"])).toBe("hu");
  expect(best(["tlh"])).toBe("en");
});

test("a region is better than another, and a script has to be read", () => {
  const known = ["en", "pt-BR", "pt-PT", "zh-Hant"];
  expect(best(["pt-PT"], known)).toBe("pt-PT");
  expect(best(["pt"], known)).toBe("pt-BR");
  expect(best(["pt-AO"], known)).toBe("pt-BR");
  expect(best(["zh-TW"], known)).toBe("zh-Hant");
  expect(best(["zh-CN", "pt-PT"], known)).toBe("pt-PT");
});

test("languages have their own names", () => {
  expect(["da", "fr", "pt-BR", "zh-Hant"].map(languageName)).toEqual(["Dansk", "Français", "Português (Brasil)", "繁體中文"]);
});

test("some run from right to left", () => {
  expect(["ar", "he", "fa", "ar-XB", "az-Arab"].every(isRightToLeft)).toBe(true);
  expect([...LANGUAGES, "pt-BR", "zh-Hant"].some(isRightToLeft)).toBe(false);
});
