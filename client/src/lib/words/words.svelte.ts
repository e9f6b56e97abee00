// The words: one file a language, chosen from the browser and changeable. Codes come from the server, sentences from here.

import type en from "../../words/en.json";
import { LANGUAGES, type Language, set, settings } from "../device/settings.svelte";

export type Key = keyof typeof en;
/** A sentence, or one for each plural form that the language has, chosen by the value `n`. */
type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Values = Record<string, string | number>;

const load: Record<Language, () => Promise<{ default: Record<string, Entry> }>> = {
  en: () => import("../../words/en.json"),
  da: () => import("../../words/da.json"),
  de: () => import("../../words/de.json"),
  es: () => import("../../words/es.json"),
  fr: () => import("../../words/fr.json"),
  hu: () => import("../../words/hu.json"),
};

const now = $state<{ language: Language; words: Record<string, Entry> }>({ language: "en", words: {} });
let plural = new Intl.PluralRules("en");

export const language = (): Language => now.language;

/** The best language we have for somebody who reads these. */
export function best(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGUAGES.find((one) => one === known.find((tag) => (LANGUAGES as readonly string[]).includes(tag))) ?? "en";
}

export async function speak(wanted: Language = settings.language ?? best(navigator.languages)): Promise<void> {
  const words = (await load[wanted]()).default;
  plural = new Intl.PluralRules(wanted);
  now.language = wanted;
  now.words = words;
  document.documentElement.lang = wanted;
}

export function choose(wanted: Language): Promise<void> {
  set("language", wanted);
  return speak(wanted);
}

/** A sentence of the present language. */
export function t(key: Key, values: Values = {}): string {
  return filled(now.words[key] ?? key, values, plural);
}

/** The same where the key is put together from a code; undefined if there are no words for it. */
export function maybe(key: string, values: Values = {}): string | undefined {
  const entry = now.words[key];
  return entry === undefined ? undefined : filled(entry, values, plural);
}

export function filled(entry: Entry, values: Values, rules: Intl.PluralRules): string {
  const text = typeof entry === "string" ? entry : (entry[rules.select(Number(values.n ?? 0))] ?? entry.other ?? "");
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => isolated(String(values[name] ?? whole)));
}

/** What is written from right to left, as some names are, keeps its direction to itself. */
const isolated = (text: string): string => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text);

/** Things one after the other: "a, b and c". */
export const listed = (things: string[], how: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(now.language, { type: how }).format(things);
