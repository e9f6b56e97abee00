// What is refused, in words. Codes and details come from the server; nothing is worked out here.

import { Refusal } from "../net/api";
import { valueWords } from "./names";
import { maybe, t } from "./words.svelte";

/** A refusal as a sentence. */
export const refused = (why: Refusal): string => maybe(`refused.${why.code}`, valueWords(why.details)) ?? t("refused.other");

/** Does what the server may refuse, and tells the refusal in words. */
export async function attempt(work: () => Promise<void>, tell: (problem: string) => void): Promise<void> {
  try {
    await work();
  } catch (why) {
    if (!(why instanceof Refusal)) throw why;
    tell(refused(why));
  }
}
