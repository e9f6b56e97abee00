// The words: one file a language, chosen from the browser and changeable. Codes come from the server, sentences from here.

import type en from "../../words/en.json";
import { set, settings } from "../device/settings.svelte";
import { AT_ONCE, ENGLISH, LANGUAGES, type WordFiles, best, wordsIn } from "./languages";
import { Formatter, type Message, type Values } from "./messages";
import { isRightToLeft } from "./scripts";

/** What has a text; what begins with @ is a comment for translators. */
export type Key = Exclude<keyof typeof en, `@${string}`>;

interface Spoken {
  language: string;
  words: Record<string, Message>;
  formatter: Formatter;
}

let now = $state.raw<Spoken>({ language: ENGLISH, words: {}, formatter: new Formatter(ENGLISH) });

export const language = (): string => now.language;
/** The same for dates, units and lists. This English is British: "a, b and c", "5 January". */
export const locale = (): string => (now.language === ENGLISH ? "en-GB" : now.language);

/** What this player has chosen, if it is still there; else what the browser asks for. */
const usual = (): string => LANGUAGES.find((tag) => tag === settings.language) ?? best(navigator.languages);

/** The words that are needed so far, read or being read. One thing is done after the other, whether or not it works. */
const needed = new Map<WordFiles, Promise<void>>([[AT_ONCE, Promise.resolve()]]);
let last: Promise<unknown> = Promise.resolve();
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

export const speak = (wanted: string = usual()): Promise<void> =>
  inTurn(async () => {
    const words = await Promise.all([...needed.keys()].map((files) => wordsIn(files, wanted)));
    now = { language: wanted, words: Object.assign({}, ...words), formatter: new Formatter(wanted) };
    document.documentElement.lang = wanted;
    document.documentElement.dir = isRightToLeft(wanted) ? "rtl" : "ltr";
  });

/** Reads more words, before whatever says them is shown. */
export function need(files: WordFiles): Promise<void> {
  const read = needed.get(files) ?? inTurn(async () => void Object.assign(now.words, await wordsIn(files, now.language)));
  needed.set(files, read);
  read.catch(() => needed.delete(files));
  return read;
}

export function choose(wanted: string): Promise<void> {
  set("language", wanted);
  return speak(wanted);
}

/** A sentence of the present language. */
export function t(key: Key, values: Values = {}): string {
  return maybe(key, values) ?? key;
}

/** The same where the key is put together from a code; undefined if there are no words for it. */
export function maybe(key: string, values: Values = {}): string | undefined {
  const message = now.words[key];
  return message === undefined ? undefined : now.formatter.format(message, values);
}

/** A share of the whole: "42%". */
export const percent = (share: number): string => now.formatter.format("{share%}", { share });

/** What is read out one after the other: "row 3, column b, free". */
export const series = (things: (string | undefined)[]): string =>
  things.filter(Boolean).reduce<string>((first, next) => (first ? t("series", { first, next: next! }) : next!), "");

/** Short things in one line: "3 players · no clock". */
export const dotted = (things: string[]): string => things.filter(Boolean).join(" · ");

/** Sentences one after the other. */
export const sentences = (things: string[]): string =>
  things.filter(Boolean).reduce((first, next) => (first ? t("sentences", { first, next }) : next), "");

/** What something is called, and what there is to say about it: "Discount: used". */
export const labelled = (name: string, text: string): string => t("labelled", { name, text });

/** Things one after the other: "a, b and c". */
export const listed = (things: string[], how: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(locale(), { type: how }).format(things);
