// The one line of this game that says what I can do now.

import { available } from "../../lib/placement/placement";
import { type Bargain, type Prompt, bargainOf, sharedPrompt } from "../../lib/table/prompt";
import { cards, tileName } from "../../lib/words/names";
import { t } from "../../lib/words/words.svelte";
import type { Play } from "./play.svelte";
import refusals from "./rules/refusals.json";

export function promptOf(play: Play): Prompt {
  const { view } = play;
  if (!view) return { title: "", text: "", tone: "wait" };
  const mine = (text: string, rule?: string): Prompt => ({ title: t("prompt.yours"), text, tone: "mine", rule });
  const shared = sharedPrompt(play, t("prompt.plan"));
  if (shared) return shared;
  if (play.held) return holding(play);
  if (play.docks.length) return mine(play.take ? t("prompt.take-ready") : t("prompt.second-dock"));
  switch (play.phase) {
    case "discard":
      return mine(t("prompt.discard", { n: play.excess }), "C16");
    case "coat":
      return mine(t("prompt.coat", { n: view.coats }), "C32");
    case "after take":
      return mine(t("prompt.after-take"), "C39");
  }
  const build = available(play.choices).length > 0;
  if (!play.takes.length) return mine(t(build ? "prompt.build-only" : "prompt.nothing"));
  return mine(t(build ? "prompt.action" : "prompt.take-only"));
}

function holding(play: Play): Prompt {
  const tile = tileName(play.held!.tile);
  const title = play.live ? t("prompt.yours") : t("prompt.planning");
  const tone = play.live ? "mine" : "wait";
  if (!play.lying.length) return { title, text: t("prompt.place", { tile }), tone };
  if (play.reason !== "legal") return { title, text: t(`place.${play.reason}`), tone: "bad", rule: refusals[play.reason] };
  const { letters = "" } = play.payment ?? {};
  return { title, text: letters ? t("prompt.build", { tile, cards: cards(letters) }) : t("prompt.build.free", { tile }), tone };
}

/** Cards that the piece costs; points; coats of arms. */
export const bargain = (play: Play): Bargain =>
  bargainOf(play, t("bubble.cost", { n: play.payment?.letters.length ?? 0 }));
