// Ideas in words: what to do, and what speaks for it.

import type { Idea } from "../net/protocol";
import { valueWords } from "../words/names";
import { listed, maybe, t } from "../words/words.svelte";
import type { Move } from "./moves";
import type { Prompt } from "./prompt";

/** Whether none of the others is worth more. */
export const isBest = (idea: Idea, all: readonly Idea[]): boolean => all.every(({ share }) => (share ?? 0) <= (idea.share ?? 1));

/** What speaks for an idea, as one sentence; where nothing does, `best` says whether it is the best of them. */
export function why(idea: Idea, best: boolean): string {
  const said = idea.reasons.map(({ code, ...values }) => maybe(`idea.${code}`, valueWords(values)) ?? "");
  return listed(said.filter(Boolean)) || t(best ? "idea.best" : "idea.also");
}

/** The line that tells an idea instead of what can be done; `moveWords` are those of the game. */
export function ideaPrompt(idea: Idea, all: readonly Idea[], moveWords: (move: Move) => string): Prompt {
  const share = idea.share === null ? "" : t("idea.share", { share: idea.share });
  return { title: t("idea"), text: t("idea.text", { move: moveWords(idea), why: why(idea, isBest(idea, all)) }), more: share, tone: "mine" };
}
