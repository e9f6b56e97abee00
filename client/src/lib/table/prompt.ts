// The one line that says what I can do now. It follows from what is offered and what is picked up.

import type { CardPlay } from "../../games/copenhagen/play.svelte";
import { ruleOf } from "../rules/panel.svelte";
import { available } from "../placement/placement";
import type { Play } from "./play.svelte";
import { cards, tileName } from "./log";
import { t } from "../words/words.svelte";

export interface Prompt {
  title: string;
  text: string;
  /** A hint where there is room for it. */
  more?: string;
  tone: "mine" | "wait" | "bad";
  /** The rule that it is about, where somebody may ask. */
  rule?: string;
}

/** What is said in both games: that it is over, that a move waits to be confirmed, that somebody else is on turn. */
export function sharedPrompt({ table, held, live, choices }: Play, plan: string): Prompt | null {
  const { view } = table;
  if (view?.over) return { title: t("prompt.over"), text: "", tone: "wait" };
  if (table.held !== null) return { title: t("prompt.yours"), text: t("prompt.confirm"), tone: "mine" };
  if (held || (table.myTurn && live)) return null;
  const who = view?.turn == null ? "" : table.name(view.turn);
  const text = table.seat === null ? t("prompt.watching") : choices?.tiles.length ? plan : "";
  return { title: t("prompt.theirs", { name: who }), text, tone: "wait" };
}

export function cardPrompt(play: CardPlay): Prompt {
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

function holding(play: CardPlay): Prompt {
  const tile = tileName(play.held!.tile);
  const title = play.live ? t("prompt.yours") : t("prompt.planning");
  const tone = play.live ? "mine" : "wait";
  if (!play.lying.length) return { title, text: t("prompt.place", { tile }), tone };
  if (play.reason !== "legal") return { title, text: t(`place.${play.reason}`), tone: "bad", rule: ruleOf("copenhagen", play.reason) };
  const pay = play.payment ? cards(play.payment.pay) : "";
  return { title, text: t("prompt.build", { tile, cards: pay }), tone };
}

/** Price, points, coats: always in this order and these words. */
export interface Bargain {
  price: string;
  points: string;
  coats: string;
}

export const bargain = (play: CardPlay): Bargain =>
  bargainOf(play, t("bubble.cost", { n: play.payment?.pay.replace("-", "").length ?? 0 }));

export function bargainOf({ gain: { points, coats } }: Play, price: string): Bargain {
  return {
    price,
    points: points ? t("bubble.points", { n: points }) : "",
    coats: coats ? t("bubble.coats", { n: coats }) : "",
  };
}
