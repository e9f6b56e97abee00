// Messages with their holes filled. The files of words are written in ICU's MessageFormat; message-compiler.ts made them small.

import { isRightToLeft } from "./scripts";

/** A text with holes, or parts one after the other, some to be chosen by a value. */
export type Message = string | (string | Choice)[];
/** By which value; a word (0), a number (1) or a place in an order (2); and the forms. */
export type Choice = [by: string, kind: 0 | 1 | 2, forms: Record<string, Message>];
/** Words that come in several forms, such as "red" with the ending for its noun. A language names the forms that it has. */
export type Phrase = (form?: string) => string;
export type Values = Record<string, string | number | Phrase>;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LEFT_TO_RIGHT = /[A-Za-z\u00c0-\u058f\u0900-\u1fff\u2c00-\ufb1c]/;

/** The first or last letter of a value, bare: `{name_initial, select, a {…} other {…}}`, `{name_final, select, …}`. A y before a
 * consonant is told as the i that it sounds like: Yves, but not Yann. */
function letterOf(values: Values, by: string): string {
  const [what = "", which] = by.split("_");
  const letters = String(values[what] ?? "").toLowerCase().normalize("NFD").replace(/\P{L}/gu, "");
  return (which === "initial" ? letters.replace(/^y(?=[^aeiouy])/, "i")[0] : which === "final" ? letters.at(-1) : "") ?? "";
}

/** Numbers, shares and plural forms as a language has them. */
export class Formatter {
  private readonly numbers: Intl.NumberFormat;
  private readonly shares: Record<string, Intl.NumberFormat>;
  private readonly plurals: Intl.PluralRules[];
  private readonly foreign: RegExp;

  constructor(language: string) {
    this.numbers = new Intl.NumberFormat(language);
    this.shares = {
      "%": new Intl.NumberFormat(language, { style: "percent" }),
      "±": new Intl.NumberFormat(language, { style: "percent", signDisplay: "always" }),
    };
    this.plurals = (["cardinal", "ordinal"] as const).map((type) => new Intl.PluralRules(language, { type }));
    this.foreign = isRightToLeft(language) ? LEFT_TO_RIGHT : RIGHT_TO_LEFT;
  }

  /** A message in words. `{tile}` is a value; `{tile_x}` is the same in the form that the language calls x. */
  format(message: Message, values: Values): string {
    if (typeof message !== "string")
      return message.map((part) => this.format(typeof part === "string" ? part : this.chosen(part, values), values)).join("");
    return message.replace(/\{(\w+)([%±]?)\}/g, (hole, name: string, share: string) => {
      const [what = "", form = ""] = name.split("_");
      const value = values[name] ?? values[what];
      if (typeof value === "number") return (this.shares[share] ?? this.numbers).format(value);
      return this.isolated(typeof value === "function" ? value(form) : (value ?? hole));
    });
  }

  private chosen([by, kind, forms]: Choice, values: Values): Message {
    const value = values[by] ?? letterOf(values, by);
    const form = kind ? this.plurals[kind - 1]!.select(Number(value)) : String(value);
    return (kind ? forms[`=${value}`] : undefined) ?? forms[form] ?? forms.other!;
  }

  /** What runs the other way, as some names do, keeps its direction to itself. */
  private isolated(text: string): string {
    return this.foreign.test(text) ? `\u2068${text}\u2069` : text;
  }
}
