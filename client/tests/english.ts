// Tests of texts speak English, in a page of which only the language matters.

import { speak } from "../src/lib/words/words.svelte";

export async function speakEnglish(): Promise<void> {
  Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
  await speak("en");
}
