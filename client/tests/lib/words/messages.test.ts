import { expect, test } from "vitest";
import { compiled, compiledFile } from "../../../message-compiler";
import { Formatter, type Values } from "../../../src/lib/words/messages";

const said = (message: string, values: Values = {}, language = "en"): string => new Formatter(language).format(compiled(message), values);

test("holes are filled, and those without a value stay to be seen", () => {
  expect(said("{name} took {docks}", { name: "Ida" })).toBe("Ida took {docks}");
  expect(compiled("{name} took {docks}")).toBe("{name} took {docks}");
});

test("several plurals in one message, each with its own number", () => {
  const message = "{points, plural, one {# point} other {# points}}, {cards, plural, =0 {no cards} one {# card} other {# cards}}";
  expect(said(message, { points: 1, cards: 3 })).toBe("1 point, 3 cards");
  expect(said(message, { points: 2, cards: 0 })).toBe("2 points, no cards");
  expect(said("{n, plural, =1 {} other {many}}", { n: 1 })).toBe("");
});

test("a plural takes whichever forms a language has", () => {
  const polish = "{n, plural, one {# karta} few {# karty} many {# kart} other {# karty}}";
  expect([1, 2, 5, 21, 22].map((n) => said(polish, { n }, "pl"))).toEqual(["1 karta", "2 karty", "5 kart", "21 kart", "22 karty"]);
  const arabic = "{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}";
  expect([0, 1, 2, 3, 11, 100].map((n) => said(arabic, { n }, "ar")).join("")).toBe("zotfmx");
});

test("places in an order, and words to choose by", () => {
  const place = "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}";
  expect([1, 2, 3, 11, 21].map((n) => said(place, { n }))).toEqual(["1st", "2nd", "3rd", "11th", "21st"]);
  expect(said("{who, select, you {You passed} other {{name} passed}}", { who: "you" })).toBe("You passed");
  expect(said("{who, select, you {You passed} other {{name} passed}}", { who: "x", name: "Ida" })).toBe("Ida passed");
});

test("numbers and shares are written as the language writes them", () => {
  expect(said("{n}", { n: 12345.5 }, "de")).toBe("12.345,5");
  expect(said("{n, plural, other {#}}", { n: 12345 }, "en")).toBe("12,345");
  expect(said("{share, number, percent}", { share: 0.42 }, "fr")).toBe("42\u00a0%");
  expect(said("{share, number, percent}", { share: 0.42 })).toBe("42%");
  expect([0.1, -0.1].map((change) => said("{change, number, ::percent sign-always}", { change }))).toEqual(["+10%", "-10%"]);
});

test("a language names the forms of a phrase that it needs", () => {
  const colour = (form = ""): string => said("{form, select, f {verte} fp {vertes} other {vert}}", { form });
  expect(said("la tuile {colour_f}", { colour })).toBe("la tuile verte");
  expect(said("{colour}", { colour })).toBe("vert");
});

test("what stands beside a name depends on its letters", () => {
  const house = "maison {name_initial, select, e {d’} i {d’} other {de }}{name}";
  const houses = ["Ida", "Émile", "Yves", "Yann", "Mads"].map((name) => said(house, { name }));
  expect(houses).toEqual(["maison d’Ida", "maison d’Émile", "maison d’Yves", "maison de Yann", "maison de Mads"]);
  const hus = "{name}{name_final, select, s {’} other {s}} hus";
  expect(["Ida", "Jonas", "🎲"].map((name) => said(hus, { name }))).toEqual(["Idas hus", "Jonas’ hus", "🎲s hus"]);
});

test("what runs the other way keeps its direction to itself", () => {
  expect(said("{name} won", { name: "דנה" })).toBe("\u2068דנה\u2069 won");
  expect(said("{name} ניצח", { name: "Ida" }, "he")).toBe("\u2068Ida\u2069 ניצח");
  expect(said("{name} won", { name: "Ida" })).toBe("Ida won");
});

test("English stands in for what is missing, and comments are left out", () => {
  const english = { a: "one", "@a": { description: "a number" }, b: "two" };
  expect(compiledFile({ a: "uno" }, english)).toEqual({ a: "uno", b: "two" });
});

test.each([
  ["{n, plural, one {x}}", "other"],
  ["{n, plural, offset:1 other {x}}", "offset"],
  ["{when, date}", "only holes"],
  ["{n, number, ::compact-short}", "sign-always only"],
  ["it's '{quoted}'", "brace"],
  ["{name", ""],
])("%s is not built", (message, why) => {
  expect(() => compiledFile({ key: message }, {})).toThrow(`"key": ${why && ""}`);
  expect(() => compiledFile({ key: message }, {})).toThrow(new RegExp(why, "i"));
});

test("a plural of the old kind is not built", () => {
  expect(() => compiledFile({ key: { one: "x", other: "y" } }, {})).toThrow("plural is written");
});
