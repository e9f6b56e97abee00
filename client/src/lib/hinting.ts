// Ideas in words: what to do, and what speaks for it.

import { diceAbility } from "./dicetelling";
import { ability, colour, tileName } from "./naming";
import type { Play } from "./play.svelte";
import type { Prompt } from "./prompting";
import type { Idea } from "./protocol";
import type { Line } from "./table.svelte";
import { told } from "./telling";
import { language, listed, maybe, t } from "./words.svelte";

/** What speaks for an idea, as one sentence. */
export function why(idea: Idea): string {
  const said = idea.reasons.map(({ code, ...values }) => {
    const words: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(values)) words[name] = detail(name, value);
    return maybe(`idea.${String(code)}`, words) ?? "";
  });
  return listed(said.filter(Boolean)) || t("idea.best");
}

function detail(name: string, value: unknown): string | number {
  if (typeof value === "number") return value;
  const text = String(value);
  if (name === "colour") return maybe(`colour.${text}`) ?? colour(text.charAt(0).toUpperCase());
  if (name === "tile") return tileName(text);
  if (name === "ability") return maybe(`ability.${text}`) ? ability(text) : diceAbility(text as "reroll");
  return text;
}

export const percent = (share: number): string => new Intl.NumberFormat(language(), { style: "percent" }).format(share);

/** The line that tells an idea instead of what can be done. */
export function ideaPrompt(play: Play, idea: Idea): Prompt {
  const line = { n: 0, at: 0, kind: "move", seat: play.seat, event: { move: idea.move }, effects: idea.effects } as unknown as Line;
  const deed = told(line, play.table).deed;
  const share = idea.share === null ? "" : t("idea.share", { percent: percent(idea.share) });
  return { title: t("idea"), text: `${deed}: ${why(idea)}.`, more: share, tone: "mine" };
}
