// Ideas in words: what to do, and what speaks for it.

import type { GameParts } from "../../games/game";
import type { Effect, Idea, Reason } from "../net/protocol";
import { valueWords } from "../words/names";
import { listed, maybe, t } from "../words/words.svelte";
import type { LogTexts } from "./log";
import type { Prompt } from "./prompt";

/** Whether none of the others is worth more. */
export const isBest = (idea: Idea, all: readonly Idea[]): boolean => all.every(({ share }) => (share ?? 0) <= (idea.share ?? 1));

/** What speaks for a move, as one list; `name` calls the seats that it speaks of. */
export const reasonWords = (reasons: readonly Reason[], name: (seat: number) => string = () => ""): string =>
  listed(
    reasons
      .map(({ code, ...values }) => maybe(`idea.${code}`, { ...valueWords(values), name: name(Number(values.seat)) }) ?? "")
      .filter(Boolean),
  );

/** What speaks for an idea, as one sentence; where nothing does, `best` says whether it is the best of them. */
export const why = (idea: Idea, best: boolean): string => reasonWords(idea.reasons) || t(best ? "idea.best" : "idea.also");

/** The line that tells an idea instead of what can be done, and which abilities it uses up, in the words of the game. */
export function ideaPrompt(idea: Idea, all: readonly Idea[], { moveWords, log }: Pick<GameParts, "moveWords"> & { log?: Pick<LogTexts, "spent"> }): Prompt {
  const spent = (idea.effects as Effect[]).map((effect) => log?.spent?.(effect) ?? "").filter(Boolean);
  const move = spent.length ? t("idea.using", { move: moveWords(idea), abilities: listed(spent) }) : moveWords(idea);
  const share = idea.share === null ? "" : t("idea.share", { share: idea.share });
  return { title: t("idea"), text: t("idea.text", { move, why: why(idea, isBest(idea, all)) }), more: share, tone: "mine" };
}
