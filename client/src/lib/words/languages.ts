// The languages: as many as there are files of words, known by their tags (`da`, `pt-BR`, `zh-Hant`).

import type { Message } from "./messages";

/** Words of every language, by their files; read when they are needed. */
export type WordFiles = Record<string, () => Promise<{ default: Record<string, Message> }>>;

/** What is needed at once, and what is needed later: rules, lessons, settings, what comes after a game (word-use.ts). */
export const AT_ONCE: WordFiles = import.meta.glob<{ default: Record<string, Message> }>("../../words/*.json");
export const LATER: WordFiles = import.meta.glob<{ default: Record<string, Message> }>("../../words/*.json", { query: "?later" });
const tagOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1, path.indexOf(".json"));

/** What is spoken where there is nothing better. */
export const ENGLISH = "en";
export const LANGUAGES: readonly string[] = [ENGLISH, ...[...Object.keys(AT_ONCE).map(tagOf)].filter((tag) => tag !== ENGLISH).sort()];

export const wordsIn = async (files: WordFiles, tag: string): Promise<Record<string, Message>> =>
  (await files[Object.keys(files).find((path) => tagOf(path) === tag)!]!()).default;

/** A language by its own name: "Dansk", "Português (Brasil)". */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** The best of these languages for somebody who reads those: in the same script, and of the same region if there is a choice. */
export function best(wanted: readonly string[], known = LANGUAGES): string {
  for (const tag of wanted) {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    const readable = known.map((one) => new Intl.Locale(one).maximize()).flatMap((one, place) =>
      one.language === language && one.script === script ? [{ tag: known[place]!, region: one.region }] : [],
    );
    const found = readable.find((one) => one.region === region) ?? readable[0];
    if (found) return found.tag;
  }
  return ENGLISH;
}
