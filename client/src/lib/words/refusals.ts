// What is refused, in words. Codes and details come from the server; nothing is worked out here.

import type { Refusal } from "../net/api";
import { valueWords } from "./names";
import { maybe, t } from "./words.svelte";

/** A refusal as a sentence. */
export const refused = (why: Refusal): string => maybe(`refused.${why.code}`, valueWords(why.details)) ?? t("refused.other");
