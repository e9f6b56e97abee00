// Ideas in words: what to do, and what speaks for it.

import type { Idea } from "../net/protocol";
import { valueWords } from "../words/names";
import { language, listed, maybe, t } from "../words/words.svelte";
import type { Move } from "./moves";
import type { Prompt } from "./prompt";

/** What speaks for an idea, as one sentence. */
export function why(idea: Idea): string {
  const said = idea.reasons.map(({ code, ...values }) => maybe(`idea.${String(code)}`, valueWords(values)) ?? "");
  return listed(said.filter(Boolean)) || t("idea.best");
}

export const percent = (share: number): string => new Intl.NumberFormat(language(), { style: "percent" }).format(share);

/** The line that tells an idea instead of what can be done; `moveWords` are those of the game. */
export function ideaPrompt(idea: Idea, moveWords: (move: Move) => string): Prompt {
  const share = idea.share === null ? "" : t("idea.share", { percent: percent(idea.share) });
  return { title: t("idea"), text: `${moveWords(idea)} – ${why(idea)}.`, more: share, tone: "mine" };
}
